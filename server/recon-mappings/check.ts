import type { FieldError } from '#contract/faults.ts'
import type { Mapping } from '#contract/recon-mapping-shapes.ts'
import type { Layout, Reading } from '#server/recon-files/layout.ts'
import { columnsIn, titleOf } from '#server/recon-files/read/columns.ts'
import { isDateFormat } from '#server/recon-files/read/date-format.ts'

/** The engine of a mapping that is no layout's. */
export const ownSheet = 'SHEET'

/** Why no file could be read by a mapping; nothing where files can. */
export function mappingFaults(mapping: Mapping, layout: Layout | undefined, reading: Reading): FieldError[] {
  const errors: FieldError[] = []
  const refuse = (path: string, reason: string, text: string, params?: FieldError['params']) =>
    errors.push({ path, reason, text, ...(params && { params }) })
  if (mapping.engine_source !== ownSheet && !layout)
    refuse('engine_source', 'no_such_layout', 'There is no layout with this key.')
  if (layout && layout.fileType !== mapping.file_type)
    refuse('file_type', 'other_file_type', 'This layout is for the other kind of file.')
  checkRefunds(mapping, refuse)
  for (const [field, sentence] of missingFields(mapping, reading)) refuse(`input_header.${field}`, 'required', sentence)
  checkWords(mapping, reading, refuse)
  checkValues(mapping, reading, refuse)
  checkTitles(mapping, reading, refuse)
  checkRules(mapping.reading, refuse)
  if (mapping.reading?.proof?.stated?.length && !reading.sections)
    refuse('reading.sections', 'no_kinds_of_lines', 'Say which column tells lines that state a figure from records.')
  return errors
}
type Refuse = (path: string, reason: string, text: string, params?: FieldError['params']) => void

/** The fields without which no record can be made. */
function missingFields({ file_type: type }: Mapping, { columns, currency, charges }: Reading): [string, string][] {
  const has = (...fields: (keyof Reading['columns'])[]) => fields.some((field) => columns[field] !== undefined)
  const found: [string, string][] = []
  if (!has('date', 'booked_on')) found.push(['date', 'Say in which column the date stands.'])
  if (type === 'transaction') {
    if (!has('amount')) found.push(['amount', 'Say in which column the amount stands.'])
    if (!has('status')) found.push(['status', 'Say in which column the status stands.'])
    if (!has('merchant_order_ref', 'channel_order_ref', 'channel_order_ref1', 'merchant_ref', 'txn_ref', 'other_ref'))
      found.push(['merchant_order_ref', 'Say in which column a reference stands.'])
  } else if (!has('amount', 'net') && !charges?.length)
    found.push(['amount', 'Say in which column the amount or the net stands.'])
  if (!has('currency', 'net_currency') && currency === undefined)
    found.push(['currency', 'Say in which column the currency stands, or which it is.'])
  return found
}

/** Refunds on a sheet of their own have an amount and a date there. */
function checkRefunds({ refund_sheet_number: sheet = -1, refund_input_header: header = {}, sheet_number }: Mapping, refuse: Refuse): void {
  if (sheet < 0) return
  if (sheet === sheet_number) refuse('refund_sheet_number', 'same_sheet', 'Refunds on the sheet of the payments have no sheet of their own.')
  if (header.amount === undefined) refuse('refund_input_header.amount', 'required', 'Say in which column the amount of a refund stands.')
  if (header.date === undefined) refuse('refund_input_header.date', 'required', 'Say in which column the date of a refund stands.')
} // prettier-ignore

/** Words that mean nothing, and types that nothing tells. */
function checkWords({ file_type, reading: given }: Mapping, reading: Reading, refuse: Refuse): void {
  const meanings = Object.values(given?.types ?? {})
  if (file_type === 'transaction') {
    const others = meanings.filter((meaning) => !['payment', 'refund', 'ignored'].includes(meaning))
    if (others.length > 0) refuse('reading.types', 'not_a_choice', 'A status means a payment, a refund or neither.')
    if (!Object.values(reading.types).includes('payment'))
      refuse('reading.types', 'no_payment_word', 'Say which status means that a payment succeeded.')
  } else if (Object.keys(reading.types).length === 0 && !reading.type && !reading.typesWhen?.length)
    refuse('reading.types', 'no_type_words', 'Say what the words of the type mean, or which type all lines have.')
}

function checkValues({ reading: given, source_date_format: format }: Mapping, reading: Reading, refuse: Refuse): void {
  if (format && !isDateFormat(format))
    refuse('source_date_format', 'not_a_date_format', 'A format of dates is like YYYY-MM-DD HH:mm:ss.')
  for (const [at, each] of (given?.dates ?? []).entries())
    if (!isDateFormat(each))
      refuse(`reading.dates.${at}`, 'not_a_date_format', 'A format of dates is like YYYY-MM-DD HH:mm:ss.')
  if (reading.dates.length === 0) refuse('source_date_format', 'required', 'Say how dates are written.')
  if (reading.decimal !== undefined && reading.decimal === reading.group)
    refuse('reading.group', 'same_mark', 'Decimals and groups have marks of their own.')
  if (given?.encoding !== undefined && !isEncoding(given.encoding))
    refuse('reading.encoding', 'not_an_encoding', 'There is no encoding with this name.')
}
function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/** A condition without words or a state holds for every row. */
function checkRules(given: Mapping['reading'], refuse: Refuse): void {
  for (const name of ['skip', 'types_when'] as const)
    for (const [at, { when }] of (given?.[name] ?? []).entries())
      for (const [place, { is, starts_with: begins, empty }] of when.entries())
        if (is?.length === 0 || begins?.length === 0 || (!is && !begins && empty === undefined))
          refuse(`reading.${name}.${at}.when.${place}.${begins ? 'starts_with' : 'is'}`, 'required', 'Say what the cell holds.')
} // prettier-ignore

/** Columns that the sample did not have. */
function checkTitles(
  { all_headers: all, input_header, charge_params, reading: given }: Mapping,
  reading: Reading,
  refuse: Refuse,
): void {
  if (!all?.length) return
  const known = new Set(all.map(titleOf))
  const absent = (title: string) => !known.has(titleOf(title))
  for (const [field, from] of Object.entries(input_header ?? {})) {
    const missing = from === undefined ? undefined : columnsIn(from).find(absent)
    if (missing !== undefined)
      refuse(`input_header.${field}`, 'not_among_headers', `The sample has no column ${missing}.`, { title: missing })
  }
  for (const [at, { header }] of (charge_params ?? []).entries())
    if (absent(header))
      refuse(`charge_params.${at}.header`, 'not_among_headers', `The sample has no column ${header}.`, {
        title: header,
      })
  for (const name of ['skip', 'types_when'] as const)
    for (const [at, { when }] of (given?.[name] ?? []).entries())
      for (const [place, { column }] of when.entries())
        if (absent(column))
          refuse(
            `reading.${name}.${at}.when.${place}.column`,
            'not_among_headers',
            `The sample has no column ${column}.`,
            { title: column },
          )
  const unknown = reading.identity?.find(absent)
  if (unknown !== undefined)
    refuse('reading.identity', 'not_among_headers', `The sample has no column ${unknown}.`, { title: unknown })
}
