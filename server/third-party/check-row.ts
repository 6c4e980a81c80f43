import { hash } from 'node:crypto'
import { currencies, isCurrency, type Currency } from '#contract/kit/money.ts'
import { isStorable } from '#contract/kit/text-forms.ts'
import {
  fieldLengths,
  placesOf,
  statesByWord,
  type ThirdPartyField,
  type ThirdPartyState,
} from '#contract/third-party-mapping.ts'
import type { KeptMapping } from '#server/db/kept-mapping.ts'
import type { NumberedRow } from '#server/kit/files/stream-sheet.ts'
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
  const readDate = dateReader(mapping.date_format, mapping.time_zone)
  const states = statesByWord(mapping.statuses)

  return ({ no, cells }: NumberedRow): ReadTransaction | RowError[] => {
    const errors: RowError[] = []
    const cell = (field: ThirdPartyField) => cells[places[field] ?? -1] ?? ''
    const text = (field: ThirdPartyField) => textOf(cell(field))
    const refuse = (column: RowError['column'], reason: string, params: RowError['params'] = {}) => {
      errors.push({ no, column, value: column === '' ? '' : shown(text(column)), reason, params })
      return null
    }
    if (cells.length > head.length && cells.slice(head.length).some((one) => textOf(one) !== ''))
      refuse('', 'more_cells_than_titles')

    const moment = cell('date') === '' ? 'required' : readDate(cell('date'))
    if (typeof moment === 'string')
      refuse('date', moment, moment === 'not_in_date_format' ? { format: mapping.date_format } : {})
    const code = text('currency').toUpperCase()
    const currency = isCurrency(code) ? code : refuse('currency', code === '' ? 'required' : 'not_a_currency')
    const amount = minorOf(text('amount'), currency)
    if (amount.fault) refuse('amount', amount.fault)
    const fee = text('fee') === '' ? { minor: null, fault: null } : minorOf(text('fee'), currency)
    if (fee.fault) refuse('fee', fee.fault)
    const word = text('status').toLowerCase()
    const status = states.get(word) ?? refuse('status', word === '' ? 'required' : 'unknown_status')
    if (status === null && word !== '') onUnknownStatus(word)

    const texts = {} as ReadTransaction['texts']
    for (const [field, most] of Object.entries(fieldLengths) as [keyof typeof fieldLengths, number][]) {
      texts[field] = text(field)
      if (texts[field].length > most) refuse(field, 'too_long', { limit: most })
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

const textOf = (cell: string | Date): string =>
  typeof cell === 'string' ? cell.trim() : cell.toISOString().slice(0, 19).replace('T', ' ')
const shown = (text: string): string => text.toWellFormed().replaceAll('\0', '').slice(0, 200)

/** The minor units of a plain decimal in the currency's own digits, as text; without a currency only its form is checked. */
function minorOf(text: string, currency: Currency | null): { minor: string | null; fault: string | null } {
  const refused = (fault: string) => ({ minor: null, fault })
  if (text === '') return refused('required')
  const [, minus, whole = '', fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === '') return refused('not_a_plain_decimal')
  if (minus) return refused('negative')
  if (currency === null) return { minor: null, fault: null }
  if (fraction.length > currencies[currency]) return refused('too_many_decimals')
  const digits = `${whole}${fraction.padEnd(currencies[currency], '0')}`.replace(/^0+(?=\d)/, '')
  return digits.length > 15 ? refused('too_large') : { minor: digits, fault: null }
}
