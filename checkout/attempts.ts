import { momentOf } from '#contract/kit/text-forms.ts'
import { ask, type Reply, textAt, valueAt } from './ask.ts'

/**
 * One press of the button. Its key stays the same however often it has to be sent, so that it pays once; the body stays
 * the same with it.
 */
export interface Press {
  key: string
  body: Readonly<Record<string, string | number | boolean>>
}

/** What the page shows of an attempt: the answer of `startAttempt` and `readAttempt`. */
export interface SeenAttempt {
  orderRef: string
  state: 'waiting' | 'paid' | 'declined'
  /** A decline reason, or empty. */
  reason: string
  /** The merchant's own words on why it refused; empty for none. */
  refusal: string
  redirectUrl: string
  method: string
  subType: string
  /** What the shopper has to do meanwhile; all texts, empty where they say nothing. */
  action: SeenAction
  /** Until when, in milliseconds of the epoch; null without a limit. */
  expiresAt: number | null
  mayCancel: boolean
  /** How many slips of a transfer have arrived. */
  slips: number
  /** The attempt that followed a declined one by itself; empty for none. */
  next: string
}
export const actionTexts = [
  'kind', 'url', 'qr_code', 'code', 'bank', 'account_number', 'account_name', 'reference', 'test_url',
] as const // prettier-ignore
/** `kind` is redirect, show or none. */
export type SeenAction = Record<(typeof actionTexts)[number], string>

export type Started =
  | { kind: 'attempt'; attempt: SeenAttempt }
  /** Refused for good, by this `status_reason`; `fields` are the fields of the body that are to blame. */
  | { kind: 'refused'; reason: string; fields: readonly string[] }
  /** Another attempt is in flight: this one when the server names it, else empty. */
  | { kind: 'inFlight'; orderRef: string }
  /** It is not known whether the press arrived; sending it again is safe. */
  | { kind: 'unreachable' }

/** Starts an attempt, sending the press again while there is no answer: four times within some seconds. */
export async function startAttempt(
  attemptsUrl: string,
  press: Press,
  { wait, now, progress }: Watching,
): Promise<Started> {
  const since = now()
  for (const pauseMs of [500, 1_000, 2_000, 0]) {
    const reply = await ask(attemptsUrl, {
      method: 'POST',
      headers: { 'idempotency-key': press.key },
      body: press.body,
    })
    const started = reply === 'unreachable' ? null : startedBy(reply)
    if (started) return started
    progress({ elapsedMs: now() - since, reachable: reply !== 'unreachable' })
    if (pauseMs) await wait(Math.max(pauseMs, waitAskedBy(reply)))
  }
  return { kind: 'unreachable' }
}

export interface Progress {
  /** How it stands, when that is known and not its end. */
  attempt?: SeenAttempt
  elapsedMs: number
  /** Whether the last question was answered. */
  reachable: boolean
}

/**
 * Asks for an attempt to be ended, which is not its end yet; again while there is no answer, three times within some
 * seconds. `refused` when it cannot be ended any more.
 */
export async function cancelAttempt(
  attemptUrl: string,
  { wait }: Pick<Watching, 'wait'>,
): Promise<'taken' | 'refused' | 'unreachable'> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (const pauseMs of [500, 2_000, 0]) {
    const reply = await ask(`${attemptUrl}/cancel`, { method: 'POST', headers, timeoutMs: 10_000 })
    if (reply !== 'unreachable' && reply.status < 300) return 'taken'
    if (reply !== 'unreachable' && reply.status < 500 && reply.status !== 429) return 'refused'
    if (pauseMs) await wait(Math.max(pauseMs, waitAskedBy(reply)))
  }
  return 'unreachable'
}

/** Polls an attempt's state until it has ended, however long that takes; `gone` when the server does not know it. */
export async function attemptEnd(
  attemptUrl: string,
  { wait, now, progress, mostMs = () => 2_000 }: Watching,
): Promise<SeenAttempt | 'gone'> {
  const since = now()
  for (let pauseMs = 400; ; pauseMs = Math.min(pauseMs * 1.5, mostMs())) {
    const reply = await ask(attemptUrl, { method: 'GET', timeoutMs: 10_000 })
    const attempt = reply === 'unreachable' ? null : attemptIn(reply)
    if (attempt && attempt.state !== 'waiting') return attempt
    if (reply !== 'unreachable' && reply.status === 404) return 'gone'
    progress({ elapsedMs: now() - since, reachable: attempt !== null, ...(attempt && { attempt }) })
    await wait(Math.max(pauseMs, waitAskedBy(reply)))
  }
}

/** How time passes; given, so that nothing here reads a clock. */
export interface Watching {
  wait: (ms: number) => Promise<void>
  /** Milliseconds from any fixed moment. */
  now: () => number
  progress: (progress: Progress) => void
  /** How long to wait between two questions at most, 2 s unless news come by themselves. */
  mostMs?: () => number
}

const waitAskedBy = (reply: Reply): number => (reply === 'unreachable' ? 0 : reply.retryAfterMs)

/** What an answer to a press says, or null when the press has to be sent again. */
function startedBy(reply: Exclude<Reply, 'unreachable'>): Started | null {
  const attempt = attemptIn(reply)
  if (attempt) return { kind: 'attempt', attempt }
  const reason = textAt(reply.body, 'status_reason')
  if (reply.status < 400 || reply.status === 408 || reply.status >= 500 || reason === 'REQUEST_IN_PROGRESS') return null
  if (reason === 'TRANSACTION_UNDER_REVIEW') {
    return { kind: 'inFlight', orderRef: textAt(reply.body, 'errors', 0, 'params', 'order_ref') }
  }
  return {
    kind: 'refused',
    reason: reply.status === 404 ? 'RECORD_NOT_FOUND_ERROR' : reason,
    fields: fieldsIn(reply.body),
  }
}

function attemptIn({ status, body }: Exclude<Reply, 'unreachable'>): SeenAttempt | null {
  const at = (name: string) => textAt(body, 'content', name)
  // Of a set-up without money it is a mandate, which is done and not paid.
  const state = at('state').replace('done', 'paid')
  if (status >= 300 || (state !== 'waiting' && state !== 'paid' && state !== 'declined')) return null
  const inAction = (name: string) => textAt(body, 'content', 'action', name)
  const expiresAt = momentOf(at('expires_at')).getTime()
  const action = Object.fromEntries(actionTexts.map((name) => [name, inAction(name)])) as SeenAction
  return {
    orderRef: at('order_ref') || at('mandate_ref'),
    state,
    reason: at('reason'),
    refusal: at('refusal'),
    redirectUrl: at('redirect_url'),
    method: at('method'),
    subType: at('sub_type'),
    action: { ...action, kind: action.kind || 'none' },
    expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    mayCancel: valueAt(body, 'content', 'may_cancel') === true,
    slips: Number(valueAt(body, 'content', 'slips') ?? 0),
    next: at('next'),
  }
}

function fieldsIn(body: unknown): string[] {
  return [0, 1, 2, 3].map((index) => textAt(body, 'errors', index, 'path')).filter((path) => path !== '')
}
