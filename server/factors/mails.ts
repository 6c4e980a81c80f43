import type { Areas } from '#i18n/areas.ts'
import { fill } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'

/** The kinds of mail about a user's second factors. */
export type FactorNews = keyof Areas['mail']['factors']['news']

/** The mail about a change of factors. Its reader may not have made the change, so it says what to do then. */
export function factorMail(language: Language, news: FactorNews, { detail, link }: FactorValues): Mail {
  const { text, news: all } = mailTexts[language].factors
  const { subject, said } = all[news]
  const what = subject.charAt(0).toLocaleLowerCase(language) + subject.slice(1)
  return mailOf(language, { subject, text }, { what, said: fill(said, { detail }), link })
}

interface FactorValues {
  /** The detail of the change: the factor's name, its author, its place, or the number of codes left. */
  detail: string
  link: string
}
