import type { Areas } from '#i18n/areas.ts'
import { fill } from '#i18n/fill.ts'
import { notificationKinds, type NotificationKind } from './notifications.ts'

/** What is said of each kind, in one language (`i18n/<tag>/notices.json`). */
type NoticeTexts = Areas['notices']

/** What the console and mails say of a notification: what kind of thing happened, and what just did. */
export function wordsOf(
  kind: string,
  facts: Readonly<Record<string, string>>,
  texts: NoticeTexts,
): { name: string; text: string } {
  if (!isKind(kind)) return { name: kind, text: '' }
  const words: Words = texts[kind]
  const told = Object.fromEntries(notificationKinds[kind].facts.map((fact) => [fact, apart(facts[fact] ?? '')]))
  const text = words.text_off !== undefined && !isOn(facts['access'] ?? '') ? words.text_off : words.text
  return { name: words.name, text: fill(text, told) }
}

interface Words {
  name: string
  text: string
  /** In place of `text` where `access` was switched off. */
  text_off?: string
}

/** What a kind is called, where one chooses how to be told of it. */
export const nameOfKind = (kind: NotificationKind, texts: NoticeTexts): string => texts[kind].name

export const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind)

/** Kept together in a line of either direction, and on one line. */
const apart = (text: string) =>
  `\u2068${text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 200)}\u2069`

/** A fact that is a switch. */
const isOn = (fact: string) => fact.includes('on')
