import type { Currency } from '#contract/kit/money.ts'
import type { PageFieldType } from '#contract/page-answers.ts'
import { emptyContent } from '#contract/payment-page-content.ts'
import { paymentPageFields } from '#contract/payment-page-fields.ts'
import type { PagePaymentType } from '#contract/payment-page-looks.ts'
import type { PageType } from '#contract/payment-page-states.ts'
import type { PaymentPage } from '#contract/payment-pages.ts'
import type { FieldError } from '#contract/faults.ts'
import { languageTags, type Language } from '#i18n/languages.ts'
import { emptyForm, formBody, formLike, formPath, type FormValues } from '#console/kit/form/fields.ts'
import { readMarked, writeMarked } from './marked-text.ts'

/** A custom field as it is edited; the choices of a dropdown are a line each. */
export interface EditedField {
  /** Never changes: answers, addresses and translations name it. */
  id: string
  type: PageFieldType
  title: string
  tooltip: string
  optional: boolean
  options: string
}
/** The texts of a page in a further language. */
export interface EditedTexts {
  title: string
  description: string
  button_text: string
  terms: string
  success_message: string
  fields: Record<string, { title: string; tooltip: string; options: string }>
}
/** The values of the editor; amounts and numbers are texts as typed, the description is marked text. */
export type PageValues = FormValues<typeof paymentPageFields> & {
  currency: Currency
  description: string
  custom_fields: EditedField[]
  social_icons: { network: string; url: string }[]
  pictures: { picture: string; alt: string }[]
  payment_types: PagePaymentType[]
  /** An address each line. */
  confirmation_emails: string
  texts: Record<string, EditedTexts>
}

/** A new page of a type. */
export function emptyPage(type: PageType, currency: Currency): PageValues {
  const { name_field, email_field, phone_field, theme, primary_color, secondary_color, after_payment, listed } = emptyContent
  return {
    ...emptyForm(paymentPageFields),
    name_field, email_field, phone_field, theme, primary_color, secondary_color, after_payment, listed,
    notify_shopper: emptyContent.notify_shopper,
    late_payment: '' as never,
    page_type: type,
    currency,
    stock: 'unlimited',
    min_quantity: '1',
    max_quantity: '10',
    source: 'console',
    description: '',
    custom_fields: [],
    social_icons: [],
    pictures: [],
    payment_types: ['all'],
    confirmation_emails: '',
    texts: {},
  } as PageValues
} // prettier-ignore

/** A page that is there. */
export function pageValues(page: PaymentPage): PageValues {
  return {
    ...formLike(paymentPageFields, page),
    currency: page.currency,
    description: writeMarked(page.description),
    custom_fields: page.custom_fields.map(({ id = newFieldId(), type, title, tooltip = '', optional, options = [] }) => ({
      id, type, title, tooltip, optional: optional ?? false, options: options.join('\n'),
    })),
    social_icons: page.social_icons.map((icon) => ({ ...icon })),
    pictures: page.pictures.map(({ picture, alt = '' }) => ({ picture, alt })),
    payment_types: [...page.payment_types],
    confirmation_emails: page.confirmation_emails.join('\n'),
    texts: Object.fromEntries(languageTags.flatMap((tag) => {
      const said = page.texts[tag]
      return said ? [[tag, textsLike(said)]] : []
    })),
  } as PageValues
} // prettier-ignore

type Said = NonNullable<PaymentPage['texts'][Language]>
const textsLike = (said: Said): EditedTexts => ({
  title: said.title ?? '',
  description: writeMarked(said.description ?? []),
  button_text: said.button_text ?? '',
  terms: said.terms ?? '',
  success_message: said.success_message ?? '',
  fields: Object.fromEntries(
    Object.entries(said.fields ?? {}).map(([id, { title = '', tooltip = '', options = [] }]) => [
      id,
      { title, tooltip, options: options.join('\n') },
    ]),
  ),
})
export const noTexts: EditedTexts = { title: '', description: '', button_text: '', terms: '', success_message: '', fields: {} } // prettier-ignore

/** The identifier of a new field: a letter and seven more signs. */
export const newFieldId = (): string =>
  `f${Array.from(crypto.getRandomValues(new Uint8Array(7)), (byte) => (byte % 36).toString(36)).join('')}`

/** The lines of a text without blanks at their ends; empty ones say nothing. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * The request's body of the editor. What pages of the type have none of is at its neutral value, so that another type can be
 * saved. `limited`: the page has a limit already, so its units are changed by the call for them.
 */
export function pageBody(values: PageValues, { limited }: { limited: boolean }): Record<string, unknown> {
  const { page_type: type, stock } = values
  const { stock_available, ...body } = formBody(paymentPageFields, values)
  const several = type === 'fixed_with_quantity'
  const chosen = type === 'custom_amount'
  const { merchant_details: details } = body as { merchant_details: Record<string, unknown> }
  return {
    ...body,
    amount: body['amount'] ?? (chosen ? 0 : undefined),
    min_quantity: several ? body['min_quantity'] : 1,
    max_quantity: several ? body['max_quantity'] : 1,
    min_amount: chosen ? (body['min_amount'] ?? 0) : 0,
    max_amount: chosen ? (body['max_amount'] ?? 0) : 0,
    low_stock_at: stock === 'limited' ? (body['low_stock_at'] ?? null) : null,
    ...(stock === 'limited' && !limited && { stock_available }),
    expires_at: body['expires_at'] || null,
    late_payment: body['late_payment'] || undefined,
    merchant_order_id: body['merchant_order_id'] || undefined,
    custom_url: String(body['custom_url']).trim(),
    merchant_details: {
      ...details,
      promo_discount: details['promo_discount'] ?? 0,
      shipping_charges: details['shipping_charges'] ?? 0,
    },
    currency: values.currency,
    description: readMarked(values.description),
    custom_fields: values.custom_fields.map(fieldBody),
    social_icons: values.social_icons.filter(({ url }) => url.trim() !== ''),
    pictures: values.pictures,
    payment_types: values.payment_types,
    confirmation_emails: linesOf(values.confirmation_emails),
    texts: textsBody(values),
  }
}

/** What differs between two forms of a page, so that saving leaves alone what somebody else has changed beside it. */
export function changedBody(values: PageValues, before: PageValues, how: { limited: boolean }): object {
  const unchanged = pageBody(before, how)
  return Object.fromEntries(
    Object.entries(pageBody(values, how)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(unchanged[name]),
    ),
  )
}

const fieldBody = ({ options, tooltip, ...field }: EditedField) => ({
  ...field,
  ...(tooltip.trim() && { tooltip }),
  ...(field.type === 'dropdown' && { options: linesOf(options) }),
})

/** The texts of the languages that say anything of their own; fields that are gone say nothing any more. */
function textsBody({ texts, custom_fields: asked, default_language }: PageValues): object {
  const said = Object.entries(texts).flatMap(([tag, { description, fields, ...plain }]) => {
    const blocks = readMarked(description)
    const words = asked.flatMap(({ id }) => {
      const { title, tooltip, options } = fields[id] ?? { title: '', tooltip: '', options: '' }
      const own = { ...(title.trim() && { title }), ...(tooltip.trim() && { tooltip }), ...(options.trim() && { options: options.split('\n').map((line) => line.trim()) }) } // prettier-ignore
      return Object.keys(own).length > 0 ? [[id, own]] : []
    })
    const kept = {
      ...Object.fromEntries(Object.entries(plain).filter(([, text]) => text.trim() !== '')),
      ...(blocks.length > 0 && { description: blocks }),
      ...(words.length > 0 && { fields: Object.fromEntries(words) as object }),
    }
    return tag !== default_language && Object.keys(kept).length > 0 ? [[tag, kept] as const] : []
  })
  return Object.fromEntries(said)
}

/** The editor's field for a path of the body. */
export function pageField(path: string): string {
  const own = formPath(paymentPageFields, path)
  if (/^custom_fields\.\d+\.options/.test(own)) return own.replace(/\.options.*/, '.options')
  if (own.startsWith('confirmation_emails')) return 'confirmation_emails'
  if (own.startsWith('description')) return 'description'
  return own.replace(/^(texts\.\w+\.(?:fields\.[\w-]+\.options|description)).*/, '$1')
}

/** What the schema cannot know: a limit needs its units, and a redirect an address. */
export const pageErrors =
  ({ limited }: { limited: boolean }) =>
  (values: PageValues): FieldError[] => {
    const needed = (path: string): FieldError => ({ path, reason: 'required', text: '' })
    return [
      ...(values.title.trim() === '' ? [needed('title')] : []),
      ...(values.page_type !== 'custom_amount' && values.amount.trim() === '' ? [needed('amount')] : []),
      ...(values.stock === 'limited' && !limited && values.stock_available.trim() === ''
        ? [needed('stock_available')]
        : []),
      ...(values.after_payment === 'redirect' && values.success_url.trim() === '' ? [needed('success_url')] : []),
    ]
  }
