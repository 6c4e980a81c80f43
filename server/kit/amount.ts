import { fieldFault } from '#contract/faults.ts'
import { toMinor, type Currency } from '#contract/kit/money.ts'

/** The minor units of a body's `amount` in the currency of what it is about. Throws `invalidAmount` unless positive. */
export function minorOf(major: number, currency: Currency): bigint {
  const minor = toMinor(major, currency)
  if (typeof minor === 'string') throw fieldFault('invalidAmount', 'amount', minor)
  if (minor === 0n) throw fieldFault('invalidAmount', 'amount', 'not_positive')
  return minor
}
