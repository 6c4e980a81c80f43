import { momentText } from '#i18n/moment.ts'
import { amountText, type Currency } from '#contract/kit/money.ts'
import type { MessageWay } from '#contract/messages.ts'
import { fill } from '#i18n/fill.ts'
import { type Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'

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
  const merchant = oneLine(link.merchant_name, 60)
  const name = oneLine(link.customer_name, 60)
  const amount = apart(`${amountText(link.amount, link.currency, language)} ${link.currency}`)
  const description = oneLine(link.description, way === 'sms' ? 60 : 500)
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

/** Isolates a text in a line of either direction (U+2068 and U+2069). */
const apart = (text: string) => `\u2068${text}\u2069`

function oneLine(text: string, most: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const cut =
    line.length > most
      ? `${line
          .slice(0, most - 1)
          .toWellFormed()
          .trimEnd()}…`
      : line
  return cut && apart(cut)
}
