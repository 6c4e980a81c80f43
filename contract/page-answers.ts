import {
  emailForm,
  emailLength,
  isDay,
  isStorable,
  isWebUrl,
  phoneForm,
  phoneLength,
  webUrlLength,
} from './kit/text-forms.ts'

/** The kinds of questions that a payment page may ask. */
export const pageFieldTypes = [
  'text',
  'paragraph',
  'number',
  'email',
  'phone',
  'url',
  'date',
  'dropdown',
  'checkbox',
] as const
export type PageFieldType = (typeof pageFieldTypes)[number]

/** As much of a field as decides whether an answer to it is one. */
export interface AskedField {
  /** Never changes, so that answers keep their field when it gets another title. */
  id: string
  type: PageFieldType
  optional: boolean
  /** Of a dropdown. */
  options?: readonly string[] | undefined
}

/** What a page asks of everybody; it has these at most once, and no identifiers for them. */
export const builtInFields = ['name', 'email', 'phone'] as const
export type BuiltInField = (typeof builtInFields)[number]
export const fieldUses = ['required', 'optional', 'off'] as const
export type FieldUse = (typeof fieldUses)[number]
export type BuiltIn = Readonly<Record<BuiltInField, FieldUse>>

/** The answers as they are sent. A field that was left empty may be absent. */
export interface SentAnswers extends Readonly<Partial<Record<BuiltInField, string | undefined>>> {
  /** By the field's identifier; a ticked checkbox is `true`. */
  fields?: Readonly<Record<string, string | boolean>> | undefined
}

/** The answers as they are stored: of the built-in fields an empty text means none, of the others those that were given. */
export interface Answers extends Record<BuiltInField, string> {
  fields: Record<string, string | true>
}

export const answerReasons = {
  required: 'This is needed.',
  too_long: 'This is too long.',
  not_text: 'This text has characters that cannot be stored.',
  not_a_number: 'This is not a number.',
  not_an_email: 'This is not an e-mail address.',
  not_a_phone: 'This is not a phone number.',
  not_a_url: 'Use an address that starts with https:// or http://.',
  not_a_day: 'Write a day as YYYY-MM-DD.',
  not_a_choice: 'This is not one of the choices.',
  unknown: 'This page does not ask for this.',
} as const
export type AnswerReason = keyof typeof answerReasons

/** What is wrong with one answer; `field` is its path in the request, `text` the reason in English. */
export interface AnswerFault {
  field: BuiltInField | `fields.${string}`
  reason: AnswerReason
  text: string
}

/** The most characters of an answer. */
export const answerLengths: Readonly<Record<PageFieldType | 'name', number>> = {
  name: 120,
  text: 200,
  paragraph: 2_000,
  number: 40,
  email: emailLength,
  phone: phoneLength,
  url: webUrlLength,
  date: 10,
  dropdown: 200,
  checkbox: 5,
}

/**
 * Checks the answers of a shopper against the fields of the page's version, in the browser and on the server alike. Gives the
 * values to be stored, or all that is wrong: an answer to a field that is off or none of the page's is a fault too.
 */
export function readAnswers(
  fields: readonly AskedField[],
  builtIn: BuiltIn,
  answers: SentAnswers,
): { values: Answers } | { faults: AnswerFault[] } {
  const faults: AnswerFault[] = []
  const read = (path: AnswerFault['field'], sent: unknown, asked: Asked): string | true => {
    const outcome = readAnswer(sent, asked)
    if (typeof outcome !== 'object') return outcome
    faults.push({ field: path, reason: outcome.reason, text: answerReasons[outcome.reason] })
    return ''
  }
  const own = (name: BuiltInField) =>
    read(name, answers[name], { type: name, optional: builtIn[name] !== 'required', off: builtIn[name] === 'off' })
  const values = { name: own('name'), email: own('email'), phone: own('phone') } as Record<BuiltInField, string>
  const sent = answers.fields ?? {}
  const given = fields.map((field): [string, string | true] => [
    field.id,
    read(`fields.${field.id}`, Object.hasOwn(sent, field.id) ? sent[field.id] : undefined, field),
  ])
  for (const id of Object.keys(sent))
    if (!fields.some((field) => field.id === id))
      faults.push({ field: `fields.${id}`, reason: 'unknown', text: answerReasons.unknown })
  if (faults.length > 0) return { faults }
  return { values: { ...values, fields: Object.fromEntries(given.filter(([, value]) => value !== '')) } }
}

interface Asked extends Pick<AskedField, 'optional' | 'options'> {
  type: PageFieldType | 'name'
  off?: boolean
}

/** The value of one answer, empty for none; or why it is no answer to this. */
export function readAnswer(sent: unknown, { type, optional, options, off }: Asked): string | true | Refusal {
  if (type === 'checkbox') return readTick(sent, optional)
  if (sent !== undefined && typeof sent !== 'string') return { reason: 'not_text' }
  const text = (sent ?? '').trim()
  if (!text) return optional ? '' : { reason: 'required' }
  if (off) return { reason: 'unknown' }
  if (!isStorable(text)) return { reason: 'not_text' }
  if (text.length > answerLengths[type]) return { reason: 'too_long' }
  if (type === 'dropdown')
    return options?.find((option) => asBrowserSends(option) === asBrowserSends(text)) ?? { reason: 'not_a_choice' }
  return forms[type](text)
}
interface Refusal {
  reason: AnswerReason
}

function readTick(sent: unknown, optional: boolean): true | '' | Refusal {
  if (sent === true) return true
  if (sent !== undefined && sent !== false) return { reason: 'not_a_choice' }
  return optional ? '' : { reason: 'required' }
}

const ofForm =
  (holds: (text: string) => boolean, reason: AnswerReason) =>
  (text: string): string | Refusal =>
    holds(text) ? text : { reason }
const asTyped = (text: string): string => text
/** A document has one kind of line end, and so has what is chosen in it. */
const asBrowserSends = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

const forms: Readonly<Record<Exclude<Asked['type'], 'checkbox' | 'dropdown'>, (text: string) => string | Refusal>> = {
  name: asTyped,
  text: asTyped,
  paragraph: asTyped,
  number: (text) => decimalOf(text) ?? { reason: 'not_a_number' },
  email: ofForm((text) => emailForm.test(text), 'not_an_email'),
  phone: ofForm((text) => phoneForm.test(text), 'not_a_phone'),
  url: ofForm(isWebUrl, 'not_a_url'),
  date: ofForm(isDay, 'not_a_day'),
}

/**
 * A number as exact decimal text of at most 15 digits, or null: ' 007.50' → '7.50', '٤٫٥' → '4.5', '-0' → '0'. Zeros behind the
 * point stay as they were typed. A comma before one or two digits is a point; any other is refused, since it means two things.
 */
export function decimalOf(typed: string): string | null {
  const western = typed
    .trim()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace('\u066b', '.')
    .replace('\u2212', '-')
    .replace(/^(-?\d+),(?=\d{1,2}$)/, '$1.')
  const [, sign = '', zeros, whole = '', fraction] = /^(-?)(0*)(\d*)(?:\.(\d+))?$/.exec(western) ?? []
  if (zeros === undefined || zeros + whole + (fraction ?? '') === '' || whole.length + (fraction?.length ?? 0) > 15)
    return null
  const text = (whole || '0') + (fraction === undefined ? '' : `.${fraction}`)
  return /[1-9]/.test(text) ? sign + text : text
}
