import { z } from 'zod'
import type { Exchange } from './http.ts'

export type TokenAnswer =
  | { kind: 'token'; token: string; account: string; scopes: readonly string[] }
  /** PayPal does not know the credentials. */
  | { kind: 'refused'; why: string }
  | { kind: 'silent'; why: string }

export interface Tokens {
  /** A token that is good for another minute; callers at the same time share one request. */
  get(): Promise<TokenAnswer>
  /** Forgets a token that PayPal refused. */
  drop(token: string): void
}

/** The access tokens of an account, each kept until shortly before its end. */
export function accessTokens(options: {
  clientId: string
  clientSecret: string
  exchange: Exchange
  now: () => Date
}): Tokens {
  const { clientId, clientSecret, exchange, now } = options
  let kept: { answer: TokenAnswer & { kind: 'token' }; until: number } | null = null
  let asking: Promise<TokenAnswer> | null = null

  async function ask(): Promise<TokenAnswer> {
    const reply = await exchange({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      text: 'grant_type=client_credentials',
    })
    if (reply.kind !== 'answer') return { kind: 'silent', why: reply.why }
    if (reply.status === 400 || reply.status === 401 || reply.status === 403) {
      const why = Refused.safeParse(reply.json).data?.error_description
      return { kind: 'refused', why: why ?? `PayPal answered ${reply.status}.` }
    }
    const answer = Granted.safeParse(reply.json)
    if (reply.status !== 200 || !answer.success) return { kind: 'silent', why: `PayPal answered ${reply.status}.` }
    const { access_token: token, expires_in: seconds, app_id: account, scope } = answer.data
    const granted = { kind: 'token', token, account, scopes: scope.split(' ') } as const
    kept = { answer: granted, until: now().getTime() + (seconds - spareSeconds) * 1_000 }
    return granted
  }

  return {
    async get() {
      if (kept && now().getTime() < kept.until) return kept.answer
      asking ??= ask().finally(() => (asking = null))
      return asking
    },
    drop(token) {
      if (kept?.answer.token === token) kept = null
    },
  }
}

const spareSeconds = 60
const Granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  app_id: z.string().default(''),
  scope: z.string().default(''),
})
const Refused = z.object({ error_description: z.string() })
