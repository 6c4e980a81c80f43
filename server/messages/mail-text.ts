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

/** A foreign text on one line. It must not begin a line of its own, where a mail makes buttons of addresses. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
