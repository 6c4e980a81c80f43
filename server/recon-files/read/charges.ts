import type { Reading } from '../layout.ts'
import { formOf, isFault, moneyReader } from './money.ts'
import type { Titles } from './columns.ts'
import type { Exact } from './exact.ts'
import type { RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

/** What was taken from a line; what was given back is negative. */
export interface Charges {
  fee: Exact
  tax: Exact
  passed_on: Exact
}

/** Reads fee, tax and costs passed on: each the sum of its columns. */
export function chargesReader(
  reading: Reading,
  titles: Titles,
): (cells: readonly SourceCell[], currency: string, faults: RowFault[]) => Charges {
  const form = formOf(reading)
  const written = reading.chargesAre === 'negative' ? -1 : 1
  const terms = [
    ...(['fee', 'tax', 'passed_on'] as const).flatMap((kind) => {
      const from = reading.columns[kind]
      return from === undefined ? [] : [{ kind, sign: BigInt(written), read: moneyReader(from, titles, form) }]
    }),
    ...(reading.charges ?? []).map(({ column, kind, sign = 1 }) => ({
      kind,
      sign: BigInt(sign * written),
      read: moneyReader(column, titles, form),
    })),
  ]
  const includesTax = reading.taxInFee === true
  return (cells, currency, faults) => {
    const charges: Charges = { fee: 0n, tax: 0n, passed_on: 0n }
    for (const { kind, sign, read } of terms) {
      const amount = read(cells, currency)
      if (typeof amount === 'bigint') charges[kind] += amount * sign
      else if (isFault(amount)) faults.push(amount)
      else if (amount !== null) faults.push(amount.at)
    }
    if (includesTax) charges.fee -= charges.tax
    return charges
  }
}
