import { refused } from './refusals.ts'

/** A field of a message with its tag and the lines of its text. */
export interface Field {
  tag: string
  lines: string[]
  /** The number of its first line in the file. */
  at: number
}
const wrong = (field: Field) => refused('statement_line_unknown', { row: field.at, tag: field.tag })

/** A plain decimal of `1234,5`; null for what is none. */
export const decimalOf = (text: string): string | null =>
  /^\d{1,22},\d{0,8}$/.test(text)
    ? text
        .replace(',', '.')
        .replace(/\.$/, '')
        .replace(/^0+(?=\d)/, '')
    : null
const signedText = (isNegative: boolean, amount: string): string =>
  isNegative && /[1-9]/.test(amount) ? `-${amount}` : amount

/** The day of `YYMMDD`; the digits are looked at when the row is read. */
const dayOf = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

/** A balance: `C160517EUR3885,24`. */
export function balanceOf(field: Field): { balance: string; currency: string; booked_on: string } {
  const found = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(field.lines.join('').trim())
  const amount = decimalOf(found?.[4] ?? '')
  if (!found || amount === null) throw wrong(field)
  return {
    balance: signedText(found[1] === 'D', amount),
    currency: found[3] as string,
    booked_on: dayOf(found[2] as string),
  }
}

export interface Movement {
  amount: string
  value_date: string
  booked_on: string
  code: string
  own_reference: string
  reference: string
  /** What the second line says. */
  text: string
  isPending: boolean
}
/** A movement: `1605170517D210,60NTRFREF//BANKREF`, and what follows on further lines. */
export function movementOf(field: Field): Movement {
  const [first = '', ...others] = field.lines
  const found = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3})(.*)$/.exec(first.trim())
  const amount = decimalOf(found?.[5] ?? '')
  if (!found || amount === null) throw wrong(field)
  const [, value = '', entry, direction = '', , , code = '', references = ''] = found
  const [own = '', ...bank] = references.split('//')
  // A credit that is taken back leaves the account.
  const isDebit = direction === 'D' || direction === 'RC' || direction === 'ED'
  const value_date = dayOf(value)
  return {
    amount: signedText(isDebit, amount),
    value_date,
    booked_on: entry === undefined ? value_date : bookedOn(value_date, entry),
    code,
    own_reference: own.trim(),
    reference: bank.join('//').trim(),
    text: others
      .map((line) => line.trim())
      .join(' ')
      .trim(),
    isPending: direction.startsWith('E'),
  }
}
/** The entry's `MMDD` has no year: it is the one that brings it next to the value date. */
function bookedOn(value: string, entry: string): string {
  const year = Number(value.slice(0, 4))
  const [month, ofValue] = [Number(entry.slice(0, 2)), Number(value.slice(5, 7))]
  const shift = month - ofValue > 6 ? -1 : ofValue - month > 6 ? 1 : 0
  return `${year + shift}-${entry.slice(0, 2)}-${entry.slice(2)}`
}

export interface Information {
  text: string
  end_to_end_id: string
  counterparty: string
  counterparty_account: string
  return_reason: string
}
/** What field 86 says: in parts of `/EREF/…/`, in numbered ones of `?20…` or `+20…`, or as it is. */
export function informationOf(lines: readonly string[]): Information {
  // A line that is full goes on in the middle of a word.
  const whole = lines
    .map((line, at) => (line.length + (at === 0 ? 4 : 0) >= 65 || at === lines.length - 1 ? line : `${line} `))
    .join('')
  const text = whole.replaceAll(/\s+/g, ' ').trim()
  const numbered = /^\d{3}\s?([?+])\d\d/.exec(text)
  if (numbered) return ofNumbers(text, numbered[1] as string)
  const part = (...names: string[]) => names.map((name) => partOf(text, name)).find((found) => found !== '') ?? ''
  const [account = '', , ...name] = part('CNTP').split('/')
  return {
    text,
    end_to_end_id: part('EREF'),
    counterparty: (name[0] ?? '') || part('NAME'),
    counterparty_account: account || part('IBAN', 'ACCW'),
    return_reason: part('RTRN'),
  }
}
/** The text from `/NAME/` to the next `/WORD/`. */
function partOf(text: string, name: string): string {
  const at = text.indexOf(`/${name}/`)
  if (at < 0) return ''
  const rest = text.slice(at + name.length + 2)
  const end =
    /\/(?:EREF|PREF|CNTP|REMI|RTRN|MARF|CSID|BENM|ORDP|NAME|IBAN|ACCW|BIC|ISDT|ADDR|SVCL|PURP|TRCD|ULTC|ULTD)\//.exec(
      rest,
    )
  return rest
    .slice(0, end?.index ?? rest.length)
    .replace(/\/+$/, '')
    .trim()
}
function ofNumbers(text: string, mark: string): Information {
  const parts = new Map<string, string>()
  for (const piece of text.split(mark).slice(1))
    if (/^\d\d/.test(piece)) parts.set(piece.slice(0, 2), (parts.get(piece.slice(0, 2)) ?? '') + piece.slice(2))
  const of = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => parts.get(String(from + at)) ?? '').join('')
  const remittance = of(20, 29) + of(60, 63)
  return {
    text: `${parts.get('00') ?? ''} ${remittance}`.replaceAll(/\s+/g, ' ').trim(),
    end_to_end_id: /EREF\+(.*?)(?=[A-Z]{4}\+|$)/.exec(remittance)?.[1]?.trim() ?? '',
    counterparty: of(32, 33).replace(/\/$/, '').trim(),
    counterparty_account: of(31, 31).trim(),
    return_reason: of(34, 34).trim(),
  }
}
