import { hash } from 'node:crypto'
import { currencies, isCurrency, type Currency } from '#contract/kit/money.ts'
import { isStorable } from '#contract/kit/text-forms.ts'
import {
  fieldLengths,
  placesOf,
  statesByWord,
  thirdPartyFields,
  type ThirdPartyField,
  type ThirdPartyState,
} from '#contract/third-party-mapping.ts'
import type { KeptMapping } from '#server/db/kept-mapping.ts'
import type { NumberedRow, SheetCell } from '#server/kit/files/stream-sheet.ts'
import { dateReader } from './read-date.ts'

/** A row of a sheet that says a whole transaction. */
export interface ReadTransaction {
  no: number
  key: string
  /** Unix seconds. */
  occurredAt: number
  status: ThirdPartyState
  currency: Currency
  amountMinor: string
  feeMinor: string | null
  texts: Record<keyof typeof fieldLengths, string>
}
/** An error of a row: a reason of the console's field reasons, with its parameters. */
export interface RowError {
  no: number
  column: ThirdPartyField | ''
  value: string
  reason: string
  params: Record<string, string | number>
}

interface Asked {
  head: readonly string[]
  source: string
  mapping: KeptMapping
  /** Is told of each word of the column of states that means none. */
  onUnknownStatus: (word: string) => void
}

/** Reads the rows of one sheet: a transaction, or all errors of the row. What can be read in two ways is refused. */
export function rowReader({ head, source, mapping, onUnknownStatus }: Asked) {
  const places = placesOf(head, mapping.columns)
  const place = Object.fromEntries(thirdPartyFields.map((field) => [field, places[field] ?? -1])) as Record<ThirdPartyField, number> // prettier-ignore
  const readDate = dateReader(mapping.date_format, mapping.time_zone)
  const states = statesByWord(mapping.statuses)

  return ({ no, cells }: NumberedRow): ReadTransaction | RowError[] => {
    const errors: RowError[] = []
    const text = (field: ThirdPartyField): string => textOf(cells[place[field]] ?? '')
    const refuse = (column: RowError['column'], reason: string, params: RowError['params'] = {}) => {
      const value = column === '' ? '' : shownCell(cells[place[column]] ?? '')
      errors.push({ no, column, value, reason, params })
      return null
    }
    for (let at = head.length; at < cells.length; at++)
      if (textOf(cells[at] ?? '') !== '') {
        refuse('', 'more_cells_than_titles')
        break
      }

    const moment = text('date') === '' ? 'required' : readDate(cells[place.date] ?? '')
    if (typeof moment === 'string')
      refuse('date', moment, moment === 'not_in_date_format' ? { format: mapping.date_format } : {})
    const code = text('currency').toUpperCase()
    const currency = isCurrency(code) ? code : refuse('currency', code === '' ? 'required' : 'not_a_currency')
    const amount = minorOf(text('amount'), currency)
    if (amount.fault) refuse('amount', amount.fault)
    const feeText = text('fee')
    const fee = feeText === '' ? noAmount : minorOf(feeText, currency)
    if (fee.fault) refuse('fee', fee.fault)
    const word = text('status').toLowerCase()
    const status = states.get(word) ?? refuse('status', word === '' ? 'required' : 'unknown_status')
    if (status === null && word !== '') onUnknownStatus(word)

    const texts = { merchant_order_ref: text('merchant_order_ref'), channel_order_ref: text('channel_order_ref'), method: text('method'), channel: text('channel'), payer: text('payer'), email: text('email'), description: text('description') } // prettier-ignore
    for (const field of textFields) {
      if (texts[field].length > fieldLengths[field]) refuse(field, 'too_long', { limit: fieldLengths[field] })
      else if (!isStorable(texts[field])) refuse(field, 'not_text')
    }
    if (texts.merchant_order_ref === '' && texts.channel_order_ref === '') refuse('channel_order_ref', 'one_reference')

    if (errors.length > 0 || typeof moment === 'string' || currency === null || status === null || amount.minor === null)
      return errors
    const which = texts.channel_order_ref
      ? [source, texts.channel_order_ref]
      : [source, texts.merchant_order_ref, moment, amount.minor, currency]
    const key = hash('sha256', JSON.stringify(which), 'base64url').slice(0, 22)
    return { no, key, occurredAt: moment, status, currency, amountMinor: amount.minor, feeMinor: fee.minor, texts }
  }
} // prettier-ignore
const textFields = Object.keys(fieldLengths) as (keyof typeof fieldLengths)[]

const wholeText = (cell: SheetCell): string =>
  typeof cell === 'string' ? cell : cell.toISOString().slice(0, 19).replace('T', ' ')
const textOf = (cell: SheetCell): string => wholeText(cell).trim()
/** A cell for people: a text that can be kept and has room on a screen. */
export const shownCell = (cell: SheetCell): string => textOf(cell).toWellFormed().replaceAll('\0', '').slice(0, 200)

interface Minor {
  minor: string | null
  fault: string | null
}
const noAmount: Minor = { minor: null, fault: null }
const refused = (fault: string): Minor => ({ minor: null, fault })
const plainDecimal = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/

/** The minor units of a plain decimal in the currency's own digits, as text; without a currency only its form is checked. */
function minorOf(text: string, currency: Currency | null): Minor {
  if (text === '') return refused('required')
  const [, minus, whole = '', fraction = ''] = plainDecimal.exec(text) ?? []
  if (whole === '') return refused('not_a_plain_decimal')
  if (minus) return refused('negative')
  if (currency === null) return noAmount
  if (fraction.length > currencies[currency]) return refused('too_many_decimals')
  const digits = `${whole}${fraction.padEnd(currencies[currency], '0')}`.replace(/^0+(?=\d)/, '')
  return digits.length > 15 ? refused('too_large') : { minor: digits, fault: null }
}
