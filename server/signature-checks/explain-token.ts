import type { SignatureCheck } from '#contract/signature-checks.ts'
import { limits } from '#contract/limits.ts'
import { issuers } from '#server/kit/auth/signed-token.ts'
import { comparer, type Candidate } from './explain.ts'
import type { Cause } from './mistakes.ts'

export interface TokenQuestion {
  token: string
  clientKey: string
  right: readonly Candidate[]
  wrong: readonly Candidate[]
  now: Date
}

const cause = (name: Cause['cause'], names: string[] = [], detail = ''): Cause => ({ cause: name, names, detail })

/** Whether a token of a merchant's server is accepted, or why not. */
export function explainToken({ token, clientKey, right, wrong, now }: TokenQuestion): SignatureCheck {
  const parts = token
    .trim()
    .replace(/^Bearer\s+/i, '')
    .split('.')
  const [head = '', body = '', signature = ''] = parts
  const canonical = `${head}.${body}`
  const shown = { canonical, given: '', differs_at: null, variant: null }
  const [header, claims] = [objectIn(head), objectIn(body)]
  if (parts.length !== 3 || !header || !claims)
    return { ...shown, match: false, secret: null, causes: [cause('token_form')] }
  const signed = signatureOf(canonical, signature, [
    ...right.map((one) => ({ ...one, causes: [] })),
    ...wrong.map((one) => ({ ...one, causes: [cause('secret')] })),
  ])
  const algorithm = header['alg'] === 'HS256' ? [] : [cause('algorithm', [], String(header['alg']))]
  const causes = [...algorithm, ...(signed?.causes ?? [cause('changed')]), ...claimCauses(claims, { clientKey, now })]
  return { ...shown, match: causes.length === 0, secret: signed?.secret ?? null, causes }
}

function signatureOf(message: string, signature: string, keys: readonly (Candidate & { causes: Cause[] })[]) {
  const fits = comparer(signature)
  for (const { secret, key, causes } of keys) {
    const output = fits(message, key)
    if (output) return { secret, causes: output === 'base64url' ? causes : [...causes, cause('output', [], output)] }
  }
  return null
}

function claimCauses(claims: Record<string, unknown>, { clientKey, now }: { clientKey: string; now: Date }): Cause[] {
  const { iss, sub, iat, exp } = claims
  const missing = ['iss', 'sub', 'iat', 'exp'].filter((name) => claims[name] === undefined)
  if (missing.length > 0) return [cause('claims', missing)]
  const found: Cause[] = []
  if (!issuers.includes(String(iss))) found.push(cause('issuer', [], String(iss)))
  if (sub !== clientKey) found.push(cause('subject', [], String(sub)))
  const seconds = now.getTime() / 1000
  const [from, to] = [Number(iat), Number(exp)]
  if (from > 1e11 || to > 1e11) return [...found, cause('milliseconds')]
  if (!(to - from > 0 && to - from <= limits.serverTokenSeconds)) found.push(cause('lifetime', [], String(to - from)))
  else if (from > seconds + limits.serverClockSeconds)
    found.push(cause('clock', [], String(Math.round(seconds - from))))
  else if (to < seconds - limits.serverClockSeconds) found.push(cause('expired', [], String(Math.round(seconds - to))))
  return found
}

function objectIn(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
