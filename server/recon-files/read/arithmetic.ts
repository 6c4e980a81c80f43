import { exponentOf } from '#contract/iso-currencies.ts'
import type { Reading } from '../layout.ts'
import { absolute, dividedBy, exactOfMinor, factorOf, roundHalfEven, times } from './exact.ts'
import type { Exact } from './exact.ts'
import type { ReadRecord } from './read-row.ts'

type Line = Pick<
  ReadRecord,
  'type' | 'gross' | 'currency' | 'fee' | 'tax' | 'passedOn' | 'net' | 'netCurrency' | 'rate'
>
type RatePer = Reading['ratePer']

/** The net that gross and charges make, exactly; null where the gross is in another currency and there is no rate. */
function computed({ gross, currency, netCurrency, rate, fee, tax, passedOn }: Line, per: RatePer): Exact | null {
  if (gross === null) return null
  const factor = rate === null ? null : factorOf(rate)
  if (factor === null && currency !== netCurrency) return null
  if (factor?.digits === 0n) return null
  const settled = factor === null ? gross : per === 'gross_per_net' ? dividedBy(gross, factor) : times(gross, factor)
  return settled - fee - tax - passedOn
}

/**
 * By how much a line that states both gross and net contradicts itself; null where it does not. With a rate of exchange one minor
 * unit is the rounding's. A payout is the sum of others and has no fees of its own.
 */
export function contradiction(line: Line, per: RatePer): Exact | null {
  if (line.net === null || line.type === 'payout') return null
  const made = computed(line, per)
  if (made === null) return null
  const off = made - line.net
  if (off === 0n) return null
  const isExchanged = line.rate !== null && line.rate !== '1'
  if (isExchanged && absolute(off) <= exactOfMinor(1, exponentOf(line.netCurrency) ?? 2)) return null
  return isExchanged ? roundHalfEven(off, exponentOf(line.netCurrency) ?? 2) : off
}

/**
 * What a line adds to its batch, in its net currency: the net that it states, else the one that gross and charges make, rounded where
 * it was exchanged. Null where neither can be said.
 */
export function netOf(line: Line, per?: RatePer): Exact | null {
  if (line.net !== null) return line.net
  const made = computed(line, per)
  if (made === null) return null
  return line.rate === null ? made : roundHalfEven(made, exponentOf(line.netCurrency) ?? 2)
}
