import type calendar from './en/calendar.json'
import type certificate from './en/certificate.json'
import type checkout from './en/checkout.json'
import type console from './en/console.json'
import type faq from './en/faq.json'
import type invoice from './en/invoice.json'
import type mail from './en/mail.json'
import type notices from './en/notices.json'
import type reference from './en/reference.json'

/**
 * The areas of texts, one file each in the folder of every language. English defines their types; `i18n.test.ts`
 * compares the other languages. A placeholder is `{{name}}` in `console` and `{name}` in the others.
 */
export interface Areas {
  /** The console's texts, for i18next. */
  console: typeof console
  /** When something repeats, in words; `calendar-words.ts` puts them together. */
  calendar: typeof calendar
  /** The certificates of settlements. */
  certificate: typeof certificate
  /** The shopper's page: the server renders `page` into the document, and sends `script` along for the script. */
  checkout: typeof checkout
  /** Mails and short messages as paragraphs; a paragraph that is empty when filled in is left out. */
  mail: typeof mail
  /** Names and texts of notifications, in the console and in mails. */
  notices: typeof notices
  /** The labels of the documents of invoices and credit notes. */
  invoice: typeof invoice
  /** The answers of the support screen, as paragraphs. */
  faq: typeof faq
  /** Names and descriptions of calls and fields, which the server writes into the OpenAPI document. */
  reference: typeof reference
}
export type Area = keyof Areas
