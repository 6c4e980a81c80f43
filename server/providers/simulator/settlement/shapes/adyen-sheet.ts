import type { Batch, Closing } from '../closings.ts'
import type { SettledLine } from '../line.ts'
import { major } from './amounts.ts'
import { workbook, type Cell } from './workbook.ts'

const titles = [
  'Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference', 'Payment Method', 'Creation Date', 'TimeZone', 'Type',
  'Modification Reference', 'Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)', 'Exchange Rate', 'Net Currency', 'Net Debit (NC)',
  'Net Credit (NC)', 'Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)', 'Payment Method Variant',
  'Modification Merchant Reference', 'Batch Number', 'Reserved4', 'Reserved5', 'Reserved6', 'Reserved7', 'Reserved8', 'Reserved9',
  'Reserved10',
] // prettier-ignore

/**
 * As Adyen's settlement detail report has a batch, as a workbook: debit and credit in columns of their own, tax within the
 * commission, and numbers with the binary tail that spreadsheets write.
 */
export async function adyenSheet(closing: Closing, { footerWrong }: { footerWrong: boolean }): Promise<Buffer> {
  const rows = closing.batches.flatMap((batch) => [
    ...batch.lines.map((line) => cellsOf(line, closing, batch)),
    payoutCells(closing, batch, footerWrong ? 1n : 0n),
  ])
  return workbook('data', [titles, ...rows])
}

function cellsOf(line: SettledLine, { account, number }: Closing, { currency: net }: Batch): Cell[] {
  const method = line.brand || (line.subType || line.method).toLowerCase()
  return [
    'Simulator', account, line.paymentRef, line.paymentKey, method, momentOf(line.at), 'UTC', types[line.type],
    line.ref, line.currency, ...sides(line.grossMinor, line.currency), numberOf(line.rate), net, ...sides(line.netMinor, net),
    amount(line.feeMinor + line.taxMinor, net), null, null, amount(line.passedOnMinor, net), method,
    line.type === 'refund' ? line.merchantRef : null, Number(number),
  ] // prettier-ignore
}

const types = { payment: 'Settled', refund: 'Refunded', fee: 'Fee' } as const

function payoutCells({ account, number, at }: Closing, { currency, payoutMinor }: Batch, wrongBy: bigint): Cell[] {
  const words = `po_${number}-${currency} batch ${number}, ${account}`
  return [
    'Simulator', account, null, null, null, momentOf(at), 'UTC', 'MerchantPayout', words, null, null, null, null, currency,
    ...sides(-(payoutMinor + wrongBy), currency), null, null, null, null, null, null, Number(number),
  ] // prettier-ignore
}

const numberOf = (text: string): Cell => Number(text)
const amount = (minor: bigint, currency: string): Cell => (minor === 0n ? null : Number(major(minor, currency)))
/** The column of debits and that of credits. */
const sides = (minor: bigint, currency: string): [Cell, Cell] =>
  minor < 0n ? [Number(major(-minor, currency)), null] : [null, Number(major(minor, currency))]
const momentOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')
