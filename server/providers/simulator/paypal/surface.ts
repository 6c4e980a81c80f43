import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountIn, type DialectParts } from '../dialect.ts'
import type { Entry } from './entries.ts'
import { PaypalError } from './errors.ts'
import { merchantIdOf } from './ids.ts'
import type { Keyed, Once } from './once.ts'
import type { State } from './state.ts'
import type { PaypalViews } from './views.ts'

/** What the routes share. */
export interface Surface {
  state: State
  views: PaypalViews
  once: Once
  enter(entry: Entry): Promise<void>
}

/** Set once a request's token is verified. */
const account = Symbol('account')
type Known = { [account]?: string }

export const setAccount = (request: FastifyRequest, name: string): void => void ((request as Known)[account] = name)
export const accountOf = (request: FastifyRequest): string => {
  const known = (request as Known)[account]
  if (known === undefined) throw new PaypalError(401)
  return known
}

/** A partner that asks in the name of a merchant says whose, by an unsigned token of its own application. */
export function expectAssertion(
  request: FastifyRequest,
  { account, state, parts }: { account: string; state: State; parts: DialectParts },
): void {
  const given = request.headers['paypal-auth-assertion']
  if (given === undefined) return
  const claims = Claims.safeParse(jsonOf(String(given).split('.')[1] ?? '')).data
  const isOwn = claims?.iss === parts.credential('A', account)
  const isReferred = state
    .referrals(account)
    .some(({ id }) => merchantIdOf(id) === claims?.payer_id && state.merchant(id) !== undefined)
  if (!isOwn || !isReferred)
    throw new PaypalError(403, 'PERMISSION_DENIED', 'You do not have permission for this merchant.')
}
const Claims = z.object({ iss: z.string(), payer_id: z.string() })
function jsonOf(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** An access token names its account and its end, so that none has to be kept. */
export const accessToken = (parts: DialectParts, name: string): string =>
  parts.credential(`A21AA${Math.floor(parts.now().getTime() / 1_000) + tokenSeconds}-`, name)

/** The account of a bearer token; null for one that is unknown or at its end. */
export function accountOfToken(request: FastifyRequest, { credential, now }: DialectParts): string | null {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const [prefix, until] = /^A21AA(\d{1,12})-/.exec(token) ?? []
  if (prefix === undefined || Number(until) * 1_000 <= now().getTime()) return null
  return accountIn(token, prefix, credential)
}
export const tokenSeconds = 32_400

export function keyedBy(request: FastifyRequest, name: string, operation: string, lifeMs: number): Keyed {
  const key = request.headers['paypal-request-id']
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,108}$/.test(key))) {
    throw new PaypalError(400, 'INVALID_PARAMETER_VALUE', 'The value of a field is invalid.', 'PayPal-Request-Id')
  }
  return { account: name, key, operation, lifeMs }
}

export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  const [issue] = outcome.error.issues
  const field = `/${issue?.path.join('/') ?? ''}`
  const name =
    issue?.code === 'too_big' || issue?.code === 'too_small' ? 'INVALID_STRING_LENGTH' : 'INVALID_PARAMETER_VALUE'
  throw new PaypalError(400, name, 'The value of a field is either too short or too long, or not supported.', field)
}
