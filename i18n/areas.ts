import type checkout from './en/checkout.json'
import type console from './en/console.json'
import type faq from './en/faq.json'
import type mail from './en/mail.json'
import type notices from './en/notices.json'

/**
 * The areas of texts, one file each in every language's folder. English is their shape; `i18n.test.ts` holds the others to it.
 * In `console` a value stands as `{{name}}`, in the others as `{name}`.
 */
export interface Areas {
  /** What the console says, read by i18next. */
  console: typeof console
  /** The shopper's page: `page` is written into the document by the server, `script` travels with it. */
  checkout: typeof checkout
  /** Mails and short messages, as paragraphs; one that is empty when filled in is left out. */
  mail: typeof mail
  /** What is said of a notification, in the console and in mails. */
  notices: typeof notices
  /** The answers of the support screen, as paragraphs. */
  faq: typeof faq
}
export type Area = keyof Areas
