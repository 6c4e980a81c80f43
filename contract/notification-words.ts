import type { Areas } from '#i18n/areas.ts'
import { fill } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import { amountText, isCurrency } from './kit/money.ts'
import { notificationKinds, type NotificationKind } from './notifications.ts'

/** The texts of every kind in one language (`i18n/<tag>/notices.json`). */
type NoticeTexts = Areas['notices']

/** The name and text of a notification, for the console and mails. */
export function wordsOf(
  kind: string,
  facts: Readonly<Record<string, string>>,
  texts: NoticeTexts,
  language: Language,
): { name: string; text: string } {
  if (!isKind(kind)) return { name: kind, text: '' }
  const words: Words = texts[kind]
  const told = Object.fromEntries(
    notificationKinds[kind].facts.map((fact) => [
      fact,
      isolated(wordedFact(fact, amountIn(onOneLine(facts[fact] ?? ''), language), words)),
    ]),
  )
  const text = words.text_off !== undefined && !isOn(facts['access'] ?? '') ? words.text_off : words.text
  return { name: words.name, text: fill(text, told) }
}

interface Words {
  name: string
  text: string
  /** Replaces `text` when the fact `access` is off. */
  text_off?: string
  /** The words for the codes of the fact `changed`, which blanks separate. */
  changes?: Readonly<Record<string, string>>
  /** The sentences for the codes of the fact `reason`, which blanks separate. */
  reasons?: Readonly<Record<string, string>>
}

/** A fact as it is told; one without words as it is. */
function wordedFact(fact: string, value: string, { changes, reasons }: Words): string {
  const worded = (codes: Readonly<Record<string, string>>) => value.split(' ').map((code) => codes[code] ?? code)
  if (fact === 'changed' && changes) return worded(changes).join(' · ')
  if (fact === 'reason' && reasons) return worded(reasons).join(' ')
  return value
}

/** An amount as readers of the language write it; facts are recorded as English writes it: '1,234.50 SGD'. */
function amountIn(fact: string, language: Language): string {
  const [, number, currency] = /^(-?[\d,]+(?:\.\d+)?) ([A-Z]{3})$/.exec(fact) ?? []
  if (number === undefined || !isCurrency(currency)) return fact
  const minor = BigInt(number.replaceAll(/[.,]/g, ''))
  return `${amountText(minor, currency, language)} ${currency}`
}

/** The name of a kind, for the preferences. */
export const nameOfKind = (kind: NotificationKind, texts: NoticeTexts): string => texts[kind].name

export const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind)

const onOneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 200)
/** Isolates a fact from the text's direction (Unicode UAX #9). */
const isolated = (text: string) => `\u2068${text}\u2069`

/** Whether a fact that is a switch is on. */
const isOn = (fact: string) => fact.includes('on')
