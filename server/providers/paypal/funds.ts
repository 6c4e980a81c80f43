import type { Outcome } from '../provider.ts'
import { type Order, waiting } from './orders.ts'

/** Orders whose funds PayPal refused when they were captured: their shoppers may choose others. */
export interface RefusedFunds {
  /** How often the funds of an order were refused. */
  count(ref: string): number
  /** `url`: PayPal's page for it, where the order does not name one. */
  note(order: Order, url: string | undefined): void
  /** The outcome of an order; an approval from before the refusal is none. */
  since(order: Order, outcome: Outcome): Outcome
  forget(ref: string): void
}

/** Kept in memory: a restart counts anew. PayPal has a limit of its own, and the time to pay ends in any case. */
export function refusedFunds(): RefusedFunds {
  const refusals = new Map<string, { count: number; at: string | undefined; url: string | undefined }>()
  return {
    count: (ref) => refusals.get(ref)?.count ?? 0,
    note(order, url) {
      const count = (refusals.get(order.id)?.count ?? 0) + 1
      refusals.delete(order.id)
      refusals.set(order.id, { count, at: order.update_time, url })
      const [oldest] = refusals.keys()
      if (refusals.size > mostKept && oldest !== undefined) refusals.delete(oldest)
    },
    since(order, outcome) {
      const refusal = refusals.get(order.id)
      const isOld = refusal !== undefined && refusal.at !== undefined && refusal.at === order.update_time
      return outcome.kind === 'approved' && isOld ? waiting(order, refusal.url) : outcome
    },
    forget: (ref) => void refusals.delete(ref),
  }
}

const mostKept = 10_000
