import { z } from 'zod'
import type { Connection } from '../provider.ts'
import { callbackEvents } from './callbacks.ts'
import type { Ask, Reply } from './http.ts'
import type { Tokens } from './token.ts'

/** The check of an account's credentials, and the registration of the address of its call-backs. */
export function connectionOf({ ask, tokens }: { ask: Ask; tokens: Tokens }): Connection {
  async function registered(address: string, signal: AbortSignal): Promise<string | undefined> {
    const reply = await ask({ method: 'GET', path: '/v1/notifications/webhooks' }, signal)
    const listed = reply.kind === 'answer' && reply.status === 200 ? Webhooks.safeParse(reply.json).data : undefined
    if (!listed) throw refusedBy(reply)
    return listed.webhooks.find(({ url }) => url === address)?.id
  }

  return {
    async test(signal) {
      const answer = await Promise.race([tokens.get(), silenceAt(signal)])
      if (answer.kind === 'silent') return { kind: 'silent', why: answer.why }
      if (answer.kind === 'refused') return { kind: 'refused', field: 'client_secret', providerText: answer.why }
      const checks = needed.map(({ name, scope, text }) => ({
        name,
        ok: answer.scopes.some((granted) => scope.test(granted)),
        text,
      }))
      return { kind: 'working', account: answer.account, checks }
    },

    /** @throws Error with PayPal's words when the address cannot be registered. */
    async register(address, signal) {
      const known = await registered(address, signal)
      if (known !== undefined) return { credentials: { webhook_id: known } }
      const body = { url: address, event_types: callbackEvents.map((name) => ({ name })) }
      const reply = await ask({ method: 'POST', path: '/v1/notifications/webhooks', body }, signal)
      const made = reply.kind === 'answer' && reply.status === 201 ? Webhook.safeParse(reply.json).data : undefined
      // Another node may have registered it meanwhile, or the answer was lost.
      const id = made?.id ?? (await registered(address, signal))
      if (id === undefined) throw refusedBy(reply)
      return { credentials: { webhook_id: id } }
    },

    async unregister(address, signal) {
      const id = await registered(address, signal)
      if (id === undefined) return
      const path = `/v1/notifications/webhooks/${encodeURIComponent(id)}`
      const reply = await ask({ method: 'DELETE', path }, signal)
      // Another node may have taken it away meanwhile, or the answer was lost.
      if (reply.kind === 'answer' && (reply.status === 204 || reply.status === 404)) return
      if ((await registered(address, signal)) !== undefined) throw refusedBy(reply)
    },
  }
}

/** A token is for many callers, so that none of them ends its request. */
const silenceAt = (signal: AbortSignal): Promise<{ kind: 'silent'; why: string }> =>
  new Promise((resolve) => {
    const silent = () => resolve({ kind: 'silent', why: 'PayPal gave no answer in time.' })
    if (signal.aborted) silent()
    else signal.addEventListener('abort', silent, { once: true })
  })

/** What an application may do, by the scopes of its token. */
const needed = [
  {
    name: 'payments',
    scope:
      /^https:\/\/(?:api\.paypal\.com\/v1\/payments\/\.\*|uri\.paypal\.com\/services\/payments\/payment\/authcapture)$/,
    text: 'The application can take payments.',
  },
  {
    name: 'refunds',
    scope: /^https:\/\/uri\.paypal\.com\/services\/payments\/refund$/,
    text: 'The application can refund payments.',
  },
  {
    name: 'webhooks',
    scope: /^https:\/\/uri\.paypal\.com\/services\/applications\/webhooks$/,
    text: 'The application can register webhooks.',
  },
]

const Webhook = z.object({ id: z.string(), url: z.string() })
const Webhooks = z.object({ webhooks: z.array(Webhook).default([]) })
const Refused = z.object({
  message: z.string(),
  details: z.array(z.object({ description: z.string().optional(), issue: z.string().optional() })).default([]),
})

function refusedBy(reply: Reply): Error {
  if (reply.kind !== 'answer') return new Error(reply.why)
  const { message, details } = Refused.safeParse(reply.json).data ?? { message: '', details: [] }
  const [detail] = details
  return new Error(detail?.description ?? detail?.issue ?? (message || `PayPal answered ${reply.status}.`))
}
