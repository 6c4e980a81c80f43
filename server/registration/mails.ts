import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'

/** Carries the link that confirms an address. */
export const verifyMail = (language: Language, link: string): Mail =>
  mailOf(language, mailTexts[language].registration.verify, { link, hours: limits.verifyLinkHours })

/** The mail to an address that is registered already. Only its owner learns that. */
export const knownMail = (language: Language, links: { signInLink: string; resetLink: string }): Mail =>
  mailOf(language, mailTexts[language].registration.known, links)
