import type { Batch, Closing } from '../closings.ts'
import type { SettledLine } from '../line.ts'
import { csvRow, dayOf, major } from './amounts.ts'

const titles = [
  'line_id', 'type', 'payment_reference', 'merchant_reference', 'occurred_at', 'booked_on', 'currency', 'gross', 'fee', 'tax',
  'passed_on', 'net', 'net_currency', 'rate', 'batch', 'method', 'country',
] // prettier-ignore

/**
 * The simulator's own shape: UTF-8 separated by commas, amounts in major units, signed from the merchant's side, each batch with its
 * payout as the last line.
 */
export const ownCsv = (closing: Closing, { footerWrong }: { footerWrong: boolean }): Buffer =>
  Buffer.from(
    [
      csvRow(titles),
      ...closing.batches.flatMap((batch) => [
        ...batch.lines.map((line) => csvRow(cellsOf(line, closing, batch))),
        csvRow(payoutCells(closing, batch, footerWrong ? 1n : 0n)),
      ]),
    ].join(''),
  )

function cellsOf(line: SettledLine, { day, number }: Closing, { currency: net }: Batch): string[] {
  const { currency } = line
  const taken = (minor: bigint) => major(-minor, net)
  return [
    line.id, line.type, line.paymentRef, line.merchantRef, line.at.toISOString(), day, currency, major(line.grossMinor, currency),
    taken(line.feeMinor), taken(line.taxMinor), taken(line.passedOnMinor), major(line.netMinor, net), net, line.rate,
    `${number}-${net}`, line.method, line.country,
  ] // prettier-ignore
}

function payoutCells({ number, at }: Closing, { currency, payoutMinor }: Batch, wrongBy: bigint): string[] {
  const batch = `${number}-${currency}`
  const amount = major(-(payoutMinor + wrongBy), currency)
  const zero = major(0n, currency)
  return [
    `po_${batch}`, 'payout', `po_${batch}`, '', at.toISOString(), dayOf(at), currency, amount, zero, zero, zero, amount, currency, '1',
    batch, '', '',
  ] // prettier-ignore
}
