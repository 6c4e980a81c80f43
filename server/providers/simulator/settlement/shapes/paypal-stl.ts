import type { Batch, Closing } from '../closings.ts'
import { chargedOf, type SettledLine } from '../line.ts'
import { csvRow, hundredths } from './amounts.ts'

const titles = [
  'CH', 'Transaction ID', 'Invoice ID', 'PayPal Reference ID', 'PayPal Reference ID Type', 'Transaction Event Code',
  'Transaction Initiation Date', 'Transaction Completion Date', 'Transaction Debit or Credit', 'Gross Transaction Amount',
  'Gross Transaction Currency', 'Fee Debit or Credit', 'Fee Amount', 'Fee Currency', 'Custom Field', 'Consumer ID',
  'Payment Tracking ID', 'Store ID', 'Bank Reference ID', 'Credit Transactional Fee', 'Credit Promotional Fee', 'Credit Term',
] // prettier-ignore

/** A line of the body. `gross` and `fee` are signed from the merchant's side; the file has sizes and directions. */
interface Entry {
  id: string
  invoice: string
  reference: string
  code: string
  at: Date
  currency: string
  gross: bigint
  fee: bigint
}

/** As PayPal's settlement report (STL) writes a day: sections, hundredths without a sign, footers with sums and balances. */
export function paypalStl(closing: Closing, { footerWrong }: { footerWrong: boolean }): Buffer {
  const { at, account, day, part } = closing
  const start = new Date(`${day}T00:00:00Z`)
  const entries = closing.batches.flatMap((batch) => [...batch.lines.flatMap(entriesOf), payoutEntry(closing, batch)])
  const currencies = [...new Set(entries.map(({ currency }) => currency))].sort()
  const footers = currencies.map((currency) => footerOf(currency, entries, footerWrong ? 1n : 0n))
  const count = String(entries.length)
  const padded = (cells: readonly string[]) =>
    csvRow([...cells, ...Array<string>(titles.length - cells.length).fill('')])
  const rows = [
    csvRow(['RH', momentOf(at), 'A', account, '009']),
    csvRow(['FH', String(part).padStart(2, '0')]),
    csvRow(['SH', momentOf(start), momentOf(new Date(at.getTime() - 1_000)), account]),
    csvRow(titles),
    ...entries.map((entry) => padded(cellsOf(entry))),
    ...footers.map((footer) => padded(['SF', ...footer])),
    padded(['SC', count]),
    ...footers.map((footer) => padded(['RF', ...footer])),
    padded(['RC', count]),
    padded(['FF', count]),
  ]
  // Its files begin with a mark of their encoding.
  return Buffer.from(`\uFEFF${rows.join('')}`)
}

/** A payment, refund or fee; one that is settled in another currency is converted by two more lines, and its fee is a line of its own. */
function entriesOf(line: SettledLine): Entry[] {
  const { ref, paymentKey, paymentRef, at, currency, grossMinor: gross, netCurrency } = line
  const charged = chargedOf(line)
  const first = {
    id: ref,
    invoice: paymentKey,
    reference: line.type === 'refund' ? paymentRef : '',
    code: codes[line.type],
    at,
    currency,
    gross,
    fee: 0n,
  }
  if (currency === netCurrency) return [{ ...first, fee: -charged }]
  const more = { ...first, reference: ref, fee: 0n }
  return [
    first,
    { ...more, id: `${ref}x1`, code: 'T0200', gross: -gross },
    { ...more, id: `${ref}x2`, code: 'T0200', currency: netCurrency, gross: line.netMinor + charged },
    { ...more, id: `${ref}f`, code: 'T0106', currency: netCurrency, gross: -charged },
  ]
}

const codes = { payment: 'T0006', refund: 'T1107', fee: 'T0106' } as const

const payoutEntry = ({ number, at }: Closing, { currency, payoutMinor }: Batch): Entry => ({
  id: `po_${number}-${currency}`,
  invoice: '',
  reference: '',
  code: 'T0400',
  at: new Date(at.getTime() - 1_000),
  currency,
  gross: -payoutMinor,
  fee: 0n,
})

function cellsOf({ id, invoice, reference, code, at, currency, gross, fee }: Entry): string[] {
  const charged = fee === 0n ? ['', '', ''] : [sideOf(fee), hundredths(fee, currency), currency]
  const moment = momentOf(at)
  return [
    'SB', id, invoice, reference, reference && 'TXN', code, moment, moment, sideOf(gross), hundredths(gross, currency), currency,
    ...charged,
  ] // prettier-ignore
}

/** Sums of a currency, and its balance: the payout takes all that the day has brought, so it opens and closes at nothing. */
function footerOf(currency: string, entries: readonly Entry[], wrongBy: bigint): string[] {
  const own = entries.filter((entry) => entry.currency === currency)
  const sum = (of: (entry: Entry) => bigint) => own.map(of).reduce((total, each) => total + each, 0n)
  const credits = (amount: bigint) => (amount > 0n ? amount : 0n)
  const text = (minor: bigint) => hundredths(minor, currency)
  const closing = sum(({ gross, fee }) => gross + fee)
  const balances = ['CR', text(0n), sideOf(closing), text(closing)]
  return [
    currency,
    text(sum(({ gross }) => credits(gross)) + wrongBy),
    text(sum(({ gross }) => credits(-gross))),
    text(sum(({ fee }) => credits(fee))),
    text(sum(({ fee }) => credits(-fee))),
    ...balances,
    ...balances,
    'CR',
    text(0n),
    'CR',
    text(0n),
    String(own.length),
  ]
}

const sideOf = (minor: bigint): string => (minor < 0n ? 'DR' : 'CR')
const momentOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')} +0000`
