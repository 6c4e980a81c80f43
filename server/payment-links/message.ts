import type { MessageLanguage, MessageWay } from '#contract/messages.ts'
import { amountText, displayLocale, type Currency } from '#contract/kit/money.ts'

/** What a link's message tells of it. */
interface Told {
  link: string
  amount: bigint
  currency: Currency
  merchant_name: string
  customer_name: string
  description: string
  expires_at: Date | null
}

/**
 * What a customer is written about a link. The words are ours; what the merchant wrote stands in them as plain text on
 * lines of ours, so that none of it becomes a button or a page of theirs.
 */
export function messageOf(
  told: Told,
  { way, language, timeZone }: { way: MessageWay; language: MessageLanguage; timeZone: string },
): { subject: string; text: string } {
  const words = texts[language]
  const facts: Facts = {
    merchant: oneLine(told.merchant_name, 60),
    name: oneLine(told.customer_name, 60),
    amount: apart(`${amountText(told.amount, told.currency, language)} ${told.currency}`),
    description: oneLine(told.description, way === 'sms' ? 60 : 500),
    until: told.expires_at ? apart(momentText(told.expires_at, language, timeZone)) : '',
  }
  const address = `${told.link}?lang=${language}`
  if (way === 'sms') return { subject: '', text: `${words.short(facts)} ${address}` }
  const parts = [
    words.greeting(facts),
    [words.ask(facts), facts.description && words.what(facts)].filter(Boolean).join('\n'),
    `${words.pay}:\n${address}`,
    facts.until && words.until(facts),
    words.unexpected(facts),
  ]
  return { subject: words.subject(facts), text: parts.filter(Boolean).join('\n\n') }
}

interface Facts {
  merchant: string
  name: string
  amount: string
  description: string
  /** Empty when it stays payable. */
  until: string
}

const texts = {
  en: {
    subject: ({ merchant, amount }: Facts) => `${merchant}: please pay ${amount}`,
    greeting: ({ name }: Facts) => (name ? `Hello ${name},` : 'Hello,'),
    ask: ({ merchant, amount }: Facts) => `${merchant} asks you for a payment of ${amount}.`,
    what: ({ description }: Facts) => `For: ${description}`,
    pay: 'Pay now',
    until: ({ until }: Facts) => `You can pay until ${until}.`,
    unexpected: ({ merchant }: Facts) => `If you expect nothing from ${merchant}, ignore this message.`,
    short: ({ merchant, amount, description, until }: Facts) =>
      `${merchant} asks you to pay ${amount}${description && ` for ${description}`}${until && `, until ${until}`}:`,
  },
  ar: {
    subject: ({ merchant, amount }: Facts) => `${merchant}: يُرجى دفع ${amount}`,
    greeting: ({ name }: Facts) => (name ? `مرحبًا ${name}،` : 'مرحبًا،'),
    ask: ({ merchant, amount }: Facts) => `يطلب منك ${merchant} دفع مبلغ ${amount}.`,
    what: ({ description }: Facts) => `مقابل: ${description}`,
    pay: 'ادفع الآن',
    until: ({ until }: Facts) => `يمكنك الدفع حتى ${until}.`,
    unexpected: ({ merchant }: Facts) => `إذا لم تكن تتوقع شيئًا من ${merchant}، فتجاهل هذه الرسالة.`,
    short: ({ merchant, amount, description, until }: Facts) =>
      `يطلب منك ${merchant} دفع ${amount}${description && ` مقابل ${description}`}${until && `، حتى ${until}`}:`,
  },
} as const satisfies Record<MessageLanguage, object>

/** Kept together in a line of either direction. */
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

const momentText = (at: Date, language: MessageLanguage, timeZone: string): string =>
  new Intl.DateTimeFormat(displayLocale(language === 'en' ? 'en-GB' : language), {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
