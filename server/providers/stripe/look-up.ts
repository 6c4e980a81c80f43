import type Stripe from 'stripe'
import type { Outcome } from '../provider.ts'
import type { Answered, StripeClient } from './client.ts'
import { type Expected, refundOutcome, type Warn } from './outcomes.ts'

/** Finds what became of a payment or refund whose answer never came. Lists at Stripe are complete; its search lags. */
export interface LookUps {
  /** With the charge, its card and its fee, as far as the key may read them. */
  readIntent(id: string, signal: AbortSignal): Promise<Answered<Stripe.PaymentIntent>>
  /** By its key, among those that were created from ten minutes before it was first asked for until now. */
  findIntent(sought: Sought, signal: AbortSignal): Promise<Found>
  findRefund(sought: Expected, intentId: string, signal: AbortSignal): Promise<Outcome>
}
interface Sought {
  key: string
  firstAskedAt: Date
}
export type Found =
  | { kind: 'found'; intent: Stripe.PaymentIntent }
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }

export function lookUps({ client, now, warn }: { client: StripeClient; now: () => Date; warn: Warn }): LookUps {
  return {
    async readIntent(id, signal) {
      const expand = ['latest_charge.balance_transaction']
      const answered = await client.ask((stripe) => stripe.paymentIntents.retrieve(id, { expand }), signal)
      if (answered.kind !== 'refused' || answered.status !== 403) return answered
      return client.ask((stripe) => stripe.paymentIntents.retrieve(id), signal)
    },

    async findIntent(sought, signal) {
      // A creation may be repeated under its key until long after the first, so the window ends with the present.
      const gte = Math.floor((sought.firstAskedAt.getTime() - marginMs) / 1_000)
      const lte = Math.ceil((now().getTime() + marginMs) / 1_000)
      const found = await pages((from) => (stripe) => stripe.paymentIntents.list({ created: { gte, lte }, ...from }))(
        ({ metadata }) => metadata['order_ref'] === sought.key,
        signal,
      )
      if (found.kind !== 'answer') return found
      const [intent, another] = found.value.toSorted((one, other) => weight(other) - weight(one))
      if (another) warn('Stripe has a payment twice', { order_ref: sought.key, refs: `${intent?.id} ${another.id}` })
      return intent ? { kind: 'found', intent } : { kind: 'absent' }
    },

    async findRefund(sought, intentId, signal) {
      if (!intentId) return { kind: 'unknown', why: 'the payment has no reference' }
      const found = await pages((from) => (stripe) => stripe.refunds.list({ payment_intent: intentId, ...from }))(
        ({ metadata }) => metadata?.['refund_ref'] === sought.key,
        signal,
      )
      if (found.kind !== 'answer') return found
      const [refund] = found.value
      return refund ? refundOutcome(refund, sought, warn) : { kind: 'absent' }
    },
  }

  type From = { limit: number; starting_after?: string }
  type Page<T> = { data: T[]; has_more: boolean }
  /** Reads a list to its end and keeps what is sought. */
  function pages<T extends { id: string }>(list: (from: From) => (stripe: Stripe) => Promise<Page<T>>) {
    return async (
      wanted: (item: T) => boolean,
      signal: AbortSignal,
    ): Promise<{ kind: 'answer'; value: T[] } | { kind: 'unknown'; why: string }> => {
      const found: T[] = []
      let after: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const from = { limit: pageSize, ...(after && { starting_after: after }) }
        const answered = await client.ask(list(from), signal)
        if (answered.kind !== 'answer') {
          return { kind: 'unknown', why: answered.kind === 'refused' ? `answered ${answered.status}` : answered.why }
        }
        const { data, has_more: more } = answered.value
        found.push(...data.filter(wanted))
        after = data.at(-1)?.id
        if (!more || !after) return { kind: 'answer', value: found }
      }
      return { kind: 'unknown', why: 'the list has no end' }
    }
  }
}

/** Of two payments by one key the one that took money counts. */
const weight = ({ status }: Stripe.PaymentIntent): number =>
  ['canceled', 'requires_payment_method', 'requires_action', 'processing', 'requires_capture', 'succeeded'].indexOf(
    status,
  )

const marginMs = 600_000
const pageSize = 100
const mostPages = 50
