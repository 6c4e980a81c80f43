import { amountWithCode } from '#checkout/amount.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import type { MessageWay } from '#contract/messages.ts'
import { fill } from '#i18n/fill.ts'
import { dayText } from '#i18n/moment.ts'
import type { Language } from '#i18n/languages.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { apart, mailOf, mailTexts, quoted, type Mail } from '#server/messages/mail-text.ts'

/** What a message about an invoice is for. `paid` is sent again, though nothing is due. */
export type MessageKind = 'send' | 'reminder'

/** The facts of an invoice in its messages. */
export interface ToldInvoice {
  /** Empty until it is issued. */
  number: string
  merchant: string
  customer: string
  /** What is due, in minor units; null while it is not known. */
  due: { minor: bigint; currency: Currency } | null
  dueDate: Day
  /** Whether the due day is over. */
  overdue: boolean
  description: string
  /** The customer's page. */
  address: string
  /** Whether a mail carries the document. */
  attached: boolean
  environment: Environment
}

/**
 * A message to a customer about an invoice. The text is ours; what the merchant has written stands in it as plain text within our own
 * lines, so that it cannot become a button.
 */
export function invoiceMessage(
  invoice: ToldInvoice,
  { kind, way, language }: { kind: MessageKind; way: MessageWay; language: Language },
): Mail {
  const texts = mailTexts[language].invoice
  const isPaid = invoice.due?.minor === 0n
  const about = isPaid ? 'paid' : kind === 'send' ? 'send' : invoice.overdue ? 'after' : 'before'
  const values = {
    number: quoted(invoice.number, 40) || unknown,
    merchant: quoted(invoice.merchant, 60),
    owed: fill(texts.owed[isPaid ? 'paid' : invoice.overdue ? 'overdue' : 'open'], {
      amount: invoice.due ? apart(amountWithCode(invoice.due.minor, invoice.due.currency, language)) : unknown,
      due: apart(dayText(invoice.dueDate, language)),
    }),
  }
  const address = `${invoice.address}?lang=${language}`
  if (way === 'sms') return { language, subject: '', text: `${fill(texts.short[about], values)} ${address}` }
  const name = quoted(invoice.customer, 60)
  const description = quoted(invoice.description, 500)
  return mailOf(language, texts[about], {
    ...values,
    address,
    greeting: name ? fill(texts.greetingNamed, { name }) : texts.greeting,
    description: description && fill(texts.description, { description }),
    attached: invoice.attached ? texts.attached : '',
    test: invoice.environment === 'sandbox' ? texts.test : '',
  })
}

/** Stands for what a plan does not know yet. */
const unknown = '…'
