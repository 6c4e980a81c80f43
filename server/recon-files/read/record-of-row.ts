import type { RecordMark } from '#contract/recon-records.ts'
import type { FieldName, From, Reading } from '../layout.ts'
import { amountsReader, asPayout } from './amount-of-row.ts'
import { fitsCurrency } from './amounts.ts'
import { contradiction } from './arithmetic.ts'
import { columnsIn, nameOf, placesOf, textOf, wordOf } from './columns.ts'
import type { Titles } from './columns.ts'
import { cutText } from './cuts.ts'
import { factorOf } from './exact.ts'
import { contentOf, digitsAreLost, identityReader } from './identity.ts'
import { isFault } from './money.ts'
import type { ReadRecord, RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'
import { timeReader } from './time-of-row.ts'
import { typeReader } from './types.ts'

/** The fields that a line is known by on the other side. */
export const referenceNames: ReadonlySet<FieldName> = new Set([
  'merchant_ref', 'merchant_order_ref', 'txn_ref', 'channel_order_ref', 'other_ref', 'channel_order_ref1', 'parent_ref',
]) // prettier-ignore

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
  const references = placesOf(reading, titles, [...referenceNames])
  return (cells) => {
    const faults: RowFault[] = []
    const marks: RecordMark[] = []
    const told = type(cells)
    if (isFault(told)) faults.push(told)
    const stood = asPayout(amounts(cells, isFault(told) ? 'adjustment' : told, faults, marks))
    const when = time(cells, faults, marks)
    const record: ReadRecord = {
      type: stood.type,
      merchantRef: merchantRef(cells),
      providerRef: providerRef(cells),
      otherRef: otherRef(cells),
      parentRef: parentRef(cells),
      at: when.at,
      atText: when.atText,
      zone: when.zone,
      bookedOn: when.bookedOn,
      gross: stood.gross,
      currency: stood.currency,
      fee: stood.fee,
      tax: stood.tax,
      passedOn: stood.passed_on,
      delivery: stood.delivery,
      discount: stood.discount,
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
      identity: '',
      content: '',
      marks,
      off: null,
    }
    if (fileType === 'transaction' && record.gross !== null && !fitsCurrency(record.gross, record.currency))
      faults.push({
        column: nameOf(reading.columns.amount),
        value: '',
        reason: 'too_many_decimals',
        params: { currency: record.currency },
      })
    if (faults.length > 0) return faults
    record.content = contentOf(record)
    const known = identity(cells, record.content)
    record.identity = known.identity
    if (known.isLost || references.some((place) => digitsAreLost(cells[place]))) marks.push('digits_lost')
    record.off = contradiction(record, reading.ratePer)
    if (record.off !== null) marks.push('contradicts_itself')
    return record
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
  const from = reading.columns[name]
  const text =
    referenceNames.has(name) && reading.noReference
      ? referenceText(from, titles, reading.noReference)
      : textOf(from, titles)
  const cuts = reading.cuts?.[name]
  return cuts === undefined ? text : (cells) => cutText(text(cells), cuts)
}

/** The first of some columns that has a reference, and no word that stands for none. */
function referenceText(
  from: From | undefined,
  titles: Titles,
  nothing: readonly string[],
): (cells: readonly SourceCell[]) => string {
  const none = new Set(nothing.map(wordOf))
  const columns = from === undefined ? [] : typeof from === 'object' && 'joined' in from ? [from] : columnsIn(from)
  const texts = columns.map((column) => textOf(column, titles))
  return (cells) => {
    for (const text of texts) {
      const found = text(cells)
      if (found !== '' && !none.has(wordOf(found))) return found
    }
    return ''
  }
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
