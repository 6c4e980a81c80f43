import { fieldFault } from '#contract/faults.ts'
import { toMinor, type Currency } from '#contract/kit/money.ts'

/** The minor units of an amount in a query. Throws `invalidAmount` for a text that is no positive amount of the currency. */
export function askedAmount(written: string, currency: Currency): bigint {
  const minor = /^\d+(\.\d+)?$/.test(written) ? toMinor(Number(written), currency) : 'not_a_number'
  if (typeof minor === 'string') throw fieldFault('invalidAmount', 'amount', minor)
  if (minor === 0n) throw fieldFault('invalidAmount', 'amount', 'not_positive')
  return minor
}
