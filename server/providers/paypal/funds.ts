import type { Outcome, RefusedFunds } from '../provider.ts'
import { type Order, waiting } from './orders.ts'

/** How many sources of funds may be refused before the payment is. */
export const mostRefusals = 3

/** The key of a capture: another one after each refusal, so that no answer of before is repeated. */
export const captureKey = (key: string, suffix: string, { times }: Pick<RefusedFunds, 'times'>): string =>
  `${key}-${suffix}${times === 0 ? '' : times + 1}`

/** The outcome of an order; an approval from before the funds were refused is none. */
export function sinceRefusal(order: Order, outcome: Outcome, refused: RefusedFunds | undefined): Outcome {
  const isOld = refused !== undefined && refused.at !== '' && refused.at === order.update_time
  return outcome.kind === 'approved' && isOld ? waiting(order, refused.url) : outcome
}

/** The shopper goes back to the order to choose other funds; `url` is the page, where the order does not name one. */
export function sentBack(order: Order, { times, url = '' }: { times: number; url: string | undefined }): Outcome {
  const outcome = waiting(order, url)
  if (outcome.kind !== 'pending') return outcome
  return { ...outcome, refusedFunds: { times, at: order.update_time ?? '', url } }
}
