import { ask, type Reply, textAt, valueAt } from '../ask.ts'

/** One press of the button. Its key stays the same however often it has to be sent, so that it makes one order. */
export interface OrderPress {
  key: string
  body: Readonly<Record<string, unknown>>
}

export type Ordered =
  | { kind: 'order'; ref: string }
  /** Refused for good, by this `status_reason`; `errors` says which answers are to blame, by path, and why. */
  | { kind: 'refused'; reason: string; errors: readonly { path: string; reason: string }[] }
  /** It is not known whether the press arrived; sending it again is safe. */
  | { kind: 'unreachable' }

/** Makes an order, sending the press again while there is no answer: three times within some seconds. */
export async function makeOrder(
  ordersUrl: string,
  { key, body }: OrderPress,
  wait: (ms: number) => Promise<void>,
): Promise<Ordered> {
  for (const pauseMs of [500, 1_500, 0]) {
    const reply = await ask(ordersUrl, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body,
      timeoutMs: 15_000,
    })
    const ordered = reply === 'unreachable' ? null : orderedBy(reply)
    if (ordered) return ordered
    if (pauseMs) await wait(pauseMs)
  }
  return { kind: 'unreachable' }
}

/** Gives up the order that a shopper replaces by another. One that cannot be given up any more is left as it is. */
export async function giveUp(ordersUrl: string, ref: string): Promise<void> {
  await ask(`${ordersUrl}/${encodeURIComponent(ref)}/cancel`, {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
    timeoutMs: 5_000,
  })
}

/** Null for an answer that another try may change. */
function orderedBy({ status, body }: Exclude<Reply, 'unreachable'>): Ordered | null {
  const ref = textAt(body, 'content', 'order_ref')
  if (status < 300 && ref) return { kind: 'order', ref }
  const reason = textAt(body, 'status_reason')
  if (status < 400 || status === 408 || status >= 500 || reason === 'REQUEST_IN_PROGRESS') return null
  const errors = valueAt(body, 'errors')
  return {
    kind: 'refused',
    reason,
    errors: (Array.isArray(errors) ? errors : []).map((error) => ({
      path: textAt(error, 'path'),
      reason: textAt(error, 'reason'),
    })),
  }
}
