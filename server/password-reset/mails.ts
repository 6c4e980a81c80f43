import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'

/** Carries the link to choose a new password. */
export const resetMail = (language: Language, link: string): Mail =>
  mailOf(language, mailTexts[language].passwordReset.reset, { link, minutes: limits.resetLinkMinutes })

/** The mail about a changed password, also for a user who has not changed it. */
export const changedMail = (language: Language, link: string): Mail =>
  mailOf(language, mailTexts[language].passwordReset.changed, { link })
