import type { RecordMark } from '#contract/recon-records.ts'
import type { FieldName, Reading } from '../layout.ts'
import { amountsReader, asPayout } from './amount-of-row.ts'
import { fitsCurrency } from './amounts.ts'
import { contradiction } from './arithmetic.ts'
import { placesOf, textOf } from './columns.ts'
import type { Titles } from './columns.ts'
import { cutText } from './cuts.ts'
import { factorOf } from './exact.ts'
import { contentOf, digitsAreLost, identityReader } from './identity.ts'
import { isFault } from './money.ts'
import type { ReadRecord, RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'
import { timeReader } from './time-of-row.ts'
import { typeReader } from './types.ts'

/** The record of a row, or all that is wrong with it. */
export type RecordReader = (cells: readonly SourceCell[]) => ReadRecord | RowFault[]

/** Makes of a layout and the titles of a file what reads its rows. */
export function recordReader(reading: Reading, titles: Titles, fileType: 'transaction' | 'recon'): RecordReader {
  const type = typeReader(reading, titles)
  const amounts = amountsReader(reading, titles)
  const time = timeReader(reading, titles)
  const text = (...names: readonly FieldName[]) => fieldText(reading, titles, names)
  const merchantRef = text('merchant_ref', 'merchant_order_ref')
  const providerRef = text('txn_ref', 'channel_order_ref')
  const otherRef = text('other_ref', 'channel_order_ref1')
  const parentRef = text('parent_ref')
  const [batch, method, account, country] = [text('batch'), text('method'), text('account_id'), text('country')]
  const [brand, marketplace, sku, status] = [text('brand_id'), text('marketplace_id'), text('sku_id'), text('status')]
  const [rate, quantity] = [text('rate'), text('quantity')]
  const number = decimalReader(reading)
  const identity = identityReader(reading, titles, new Set(placesOf(reading, titles)))
  const references = placesOf(reading, titles, ['merchant_ref', 'txn_ref', 'other_ref', 'parent_ref'])
  return (cells) => {
    const faults: RowFault[] = []
    const marks: RecordMark[] = []
    const told = type(cells)
    if (isFault(told)) faults.push(told)
    const stood = asPayout(amounts(cells, isFault(told) ? 'adjustment' : told, faults, marks))
    const when = time(cells, faults, marks)
    const fields = {
      type: stood.type,
      merchantRef: merchantRef(cells),
      providerRef: providerRef(cells),
      otherRef: otherRef(cells),
      parentRef: parentRef(cells),
      ...when,
      gross: stood.gross,
      currency: stood.currency,
      fee: stood.fee,
      tax: stood.tax,
      passedOn: stood.passed_on,
      net: stood.net,
      netCurrency: stood.netCurrency,
      rate: number(rate(cells), 'rate', faults) || null,
      batch: batch(cells),
      method: method(cells),
      account: account(cells),
      country: country(cells),
      brand: brand(cells),
      marketplace: marketplace(cells),
      sku: sku(cells),
      quantity: number(quantity(cells), 'quantity', faults),
      status: status(cells),
    }
    if (fileType === 'transaction' && fields.gross !== null && !fitsCurrency(fields.gross, fields.currency))
      faults.push({
        column: String(reading.columns.amount),
        value: '',
        reason: 'too_many_decimals',
        params: { currency: fields.currency },
      })
    if (faults.length > 0) return faults
    const content = contentOf(fields)
    const known = identity(cells, content)
    if (known.isLost || references.some((place) => digitsAreLost(cells[place]))) marks.push('digits_lost')
    const off = contradiction(fields, reading.ratePer)
    if (off !== null) marks.push('contradicts_itself')
    return { ...fields, identity: known.identity, content, marks, off }
  }
}

/** The text of the first of some names that a mapping has, cut as it says. */
function fieldText(
  reading: Reading,
  titles: Titles,
  names: readonly FieldName[],
): (cells: readonly SourceCell[]) => string {
  const name = names.find((one) => reading.columns[one] !== undefined)
  if (name === undefined) return () => ''
  const text = textOf(reading.columns[name], titles)
  const cuts = reading.cuts?.[name]
  return cuts === undefined ? text : (cells) => cutText(text(cells), cuts)
}

/** A plain decimal of a rate or a quantity, in its shortest form; a comma where the layout says so. */
function decimalReader({ decimal }: Reading): (text: string, column: string, faults: RowFault[]) => string {
  return (text, column, faults) => {
    if (text === '' || text === '1') return text
    const plain = decimal === ',' ? text.replace(',', '.') : text
    if (factorOf(plain) !== null) return shortest(plain)
    faults.push({ column, value: text, reason: 'no_number', params: {} })
    return ''
  }
}
function shortest(plain: string): string {
  const [whole = '', fraction = ''] = plain.replace(/^\+/, '').split('.')
  const rest = fraction.replace(/0+$/, '')
  return `${whole === '' || whole === '-' ? `${whole}0` : whole}${rest === '' ? '' : `.${rest}`}`
}
