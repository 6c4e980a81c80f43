import i18next from 'i18next'
import { blocksText, type Block } from '#contract/page-blocks.ts'
import { toMajorSum, type Currency } from '#contract/kit/money.ts'
import { languages, type Language } from '#i18n/languages.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { timeWords } from '#console/kit/details/values.tsx'

/** One part of a field's value in words. */
export interface Line {
  text: string
  /** The address of the picture that it is about. */
  picture?: string
  /** The colour that it names. */
  colour?: string
  /** It is put together of our words and the merchant's: it runs as the screen does. */
  composed?: true
}

/** How a value is read. */
export interface Reading {
  currency: Currency
  language: Language
  timeZone: string
  /** Amounts are in minor units, as versions keep them, and not in major ones. */
  minor: boolean
}

/** The title of a field of a page. */
export const fieldTitle = (name: string): string => wireWord('pageFields', name)

/** The value of a field of a page in words; no line where it has none. */
export function fieldLines(name: string, value: unknown, reading: Reading): Line[] {
  const read = readers[name]
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return []
  if (read) return read(value as never, reading)
  if (typeof value === 'boolean') return [{ text: codeWord('auditLog', value ? 'on' : 'off') }]
  if (typeof value === 'number') return [{ text: numberText(value, reading.language) }]
  return linesOf(typeof value === 'string' ? value : JSON.stringify(value))
}
type Reader = (value: never, reading: Reading) => Line[]

const linesOf = (text: string): Line[] => text.split('\n').map((line) => ({ text: line }))
const words = (group: string) => (value: string) => [{ text: codeWord(group, value) }]
const amount = (value: number, { currency, language, minor }: Reading) =>
  value === 0 ? [] : [{ text: amountInText(minor ? toMajorSum(BigInt(value), currency) : value, currency, language) }]
const address = (value: string) => [{ text: isolatedLtr(value) }]
const colour = (value: string) => [{ text: isolatedLtr(value), colour: value }]
const languageName = (tag: string) => languages[tag as Language]?.name ?? tag
const time = (value: string, { language, timeZone }: Reading) => [
  { text: timeWords(value.slice(0, 19).replace('T', ' '), { language, timeZone, zoned: true }) },
]
const comma = () => i18next.t(($) => $.app.comma)

interface Asked {
  title: string
  type: string
  optional?: boolean
  tooltip?: string
  options?: readonly string[]
}
const question = ({ title, type, optional = false, tooltip = '', options = [] }: Asked): Line => ({
  composed: true,
  text: [
    isolated(title),
    wireWord('pageFieldTypes', type),
    codeWord('pageFieldUses', optional ? 'optional' : 'required'),
    options.map(isolated).join(comma()),
    isolated(tooltip),
  ]
    .filter((part) => part !== '' && part !== isolated(''))
    .join(' · '),
})

interface OfLanguage {
  title?: string
  description?: readonly Block[]
  button_text?: string
  terms?: string
  success_message?: string
  fields?: Record<string, { title?: string; tooltip?: string; options?: readonly string[] }>
}
/** The texts of each further language, a line for each. */
const translated = (all: Record<string, OfLanguage>): Line[] =>
  Object.entries(all).flatMap(([tag, { description = [], fields = {}, ...plain }]) => {
    const parts = [
      ...Object.entries(plain).map(([name, text]) => [fieldTitle(name), text] as const),
      [fieldTitle('description'), blocksText(description)] as const,
      ...Object.values(fields).map(
        ({ title = '', tooltip = '', options = [] }) =>
          [fieldTitle('custom_fields'), [title, tooltip, ...options].filter(Boolean).join(comma())] as const,
      ),
    ].filter(([, text]) => text)
    return parts.map(([name, text]) => ({
      composed: true,
      text: `${name} · ${isolated(languageName(tag))}: ${isolated(text)}`,
    }))
  })

const readers: Record<string, Reader> = {
  amount,
  min_amount: amount,
  max_amount: amount,
  promo_discount: amount,
  shipping_charges: amount,
  expires_at: time,
  page_type: words('pageTypes'),
  late_payment: words('latePayments'),
  name_field: words('pageFieldUses'),
  email_field: words('pageFieldUses'),
  phone_field: words('pageFieldUses'),
  theme: words('pageThemes'),
  after_payment: words('pageEndings'),
  default_language: (tag: string) => [{ text: languageName(tag) }],
  payment_types: (types: readonly string[]) => [
    { text: types.map((type) => wireWord('pagePaymentTypes', type)).join(comma()) },
  ],
  description: (blocks: readonly Block[]) => (blocks.length === 0 ? [] : linesOf(blocksText(blocks))),
  custom_fields: (fields: readonly Asked[]) => fields.map(question),
  social_icons: (icons: readonly { url: string }[]) => icons.flatMap(({ url }) => address(url)),
  pictures: (pictures: readonly { picture: string; alt?: string }[]) =>
    pictures.map(({ picture, alt = '' }) => ({ text: alt, picture })),
  logo: (picture: string) => [{ text: '', picture }],
  confirmation_emails: (all: readonly string[]) => all.flatMap(address),
  contact_email: address,
  contact_phone: address,
  success_url: address,
  failure_url: address,
  custom_url: address,
  primary_color: colour,
  secondary_color: colour,
  texts: translated,
}
