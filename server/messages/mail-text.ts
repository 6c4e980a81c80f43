import { fill, type Values } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'

/** A mail as `sendMessage` takes it. */
export interface Mail {
  language: Language
  subject: string
  text: string
}

/** The words of all mails and short messages, by language (`i18n/<tag>/mail.json`). */
export const mailTexts = textsOf('mail')

/**
 * A mail of its paragraphs; one that is empty when it is filled in is left out.
 * @throws RangeError for a name without a value.
 */
export const mailOf = (
  language: Language,
  { subject, text }: { subject: string; text: readonly string[] },
  values: Values = {},
): Mail => ({
  language,
  subject: fill(subject, values),
  text: text
    .map((paragraph) => fill(paragraph, values))
    .filter(Boolean)
    .join('\n\n'),
})

/** Isolates a text in a line of either direction (U+2068 and U+2069). */
export const apart = (text: string): string => `\u2068${text}\u2069`

/** A foreign text on one line of at most so many characters, which turns no word around it; empty of an empty one. */
export function quoted(text: string, most: number): string {
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

/** A foreign text on one line. It must not begin a line of its own, where a mail makes buttons of addresses. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
