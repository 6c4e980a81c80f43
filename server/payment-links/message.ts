import { momentText } from '#i18n/moment.ts'
import { amountText, type Currency } from '#contract/kit/money.ts'
import type { MessageWay } from '#contract/messages.ts'
import { fill } from '#i18n/fill.ts'
import { type Language } from '#i18n/languages.ts'
import { apart, mailOf, mailTexts, quoted, type Mail } from '#server/messages/mail-text.ts'

/** The facts of a link in its message. */
interface LinkFacts {
  link: string
  amount: bigint
  currency: Currency
  merchant_name: string
  customer_name: string
  description: string
  expires_at: Date | null
}

/**
 * The message to a customer about a link. The text is ours; the merchant's words stand in it as plain text within our own
 * lines, so that they cannot become a button or a page.
 */
export function messageOf(
  link: LinkFacts,
  { way, language, timeZone }: { way: MessageWay; language: Language; timeZone: string },
): Mail {
  const texts = mailTexts[language].paymentLink
  const merchant = quoted(link.merchant_name, 60)
  const name = quoted(link.customer_name, 60)
  const amount = apart(`${amountText(link.amount, link.currency, language)} ${link.currency}`)
  const description = quoted(link.description, way === 'sms' ? 60 : 500)
  const until = link.expires_at ? apart(momentText(link.expires_at, language, timeZone)) : ''
  const address = `${link.link}?lang=${language}`
  if (way === 'sms') {
    const short = fill(texts.short, {
      merchant,
      amount,
      description: description && fill(texts.shortDescription, { description }),
      until: until && fill(texts.shortUntil, { until }),
    })
    return { language, subject: '', text: `${short} ${address}` }
  }
  return mailOf(language, texts, {
    merchant,
    amount,
    address,
    greeting: name ? fill(texts.greetingNamed, { name }) : texts.greeting,
    description: description && fill(texts.description, { description }),
    until: until && fill(texts.until, { until }),
  })
}
