import { exactOf, factorOf, type Factor } from '#server/recon-files/read/exact.ts'
import type { Charged } from './check.ts'
import { specificityOf, type Plan } from './plan.ts'

/** A plan of a test: what it does not say holds for any and costs nothing. */
export function planOf(said: Partial<Omit<Plan, 'specificity'>> = {}): Plan {
  const plan = {
    planId: 'plan', type: 'payment', method: '', subType: '', currency: '', country: '', amountFrom: null, amountTo: null, months: null,
    percent: factor('0'), minimum: 0n, flat: 0n, tax: factor('0'), taxIncluded: false, rounding: 'half_even', components: [], enabled: true,
    validFrom: null, validTo: null, ...said,
  } satisfies Omit<Plan, 'specificity'> // prettier-ignore
  return { ...plan, specificity: specificityOf(plan) }
}
export const factor = (text: string): Factor => factorOf(text) ?? { digits: 0n, decimals: 0 }
export const exact = (text: string): bigint => exactOf(text) ?? 0n

/** A record of a payment of 100.00 SGD that cost nothing. */
export const chargedOf = (said: Partial<Charged> = {}): Charged => ({
  type: 'payment', at: new Date('2026-10-01T00:00:00Z'), method: 'visa', country: 'SG', gross: exact('100'), currency: 'SGD',
  netCurrency: 'SGD', rate: null, fee: 0n, tax: 0n, passedOn: 0n, ...said,
}) // prettier-ignore
