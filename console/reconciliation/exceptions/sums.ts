import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import type { ExceptionSum } from '#contract/recon-exceptions.ts'
import { sumOfTexts } from '../fees/decimal-sums.ts'

type Summed = Pick<ReconOutcomeRow, 'amount' | 'net' | 'currency' | 'net_currency' | 'amount_mismatch' | 'fee_mismatch' | 'tax_mismatch'> // prettier-ignore

/** What exceptions come to by currency. Fees and tax differ in the currency in which they were charged. */
export function sumsOf(rows: readonly Summed[]): ExceptionSum[] {
  const parts = rows.flatMap((row) => {
    const [currency, charged] = [row.currency || row.net_currency, row.net_currency || row.currency]
    const charges = sumOfTexts([row.fee_mismatch, row.tax_mismatch])
    return [
      { currency, count: 1, amount: row.amount ?? row.net ?? '0', difference: row.amount_mismatch },
      ...(charges === '0' ? [] : [{ currency: charged, count: 0, amount: '0', difference: charges }]),
    ]
  })
  return [...Map.groupBy(parts, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, of]) => ({
      currency,
      count: of.reduce((sum, { count }) => sum + count, 0),
      amount: sumOfTexts(of.map(({ amount }) => amount)),
      difference: sumOfTexts(of.map(({ difference }) => difference)),
    }))
}
