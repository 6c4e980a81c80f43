import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, oneLine, type Mail } from '#server/messages/mail-text.ts'

/** The mail with the link by which an invited user chooses a password. */
export const invitationMail = (
  language: Language,
  { merchant, inviter, name, link }: { merchant: string; inviter: string; name: string; link: string },
): Mail =>
  mailOf(language, mailTexts[language].users.invitation, {
    merchant: oneLine(merchant),
    inviter: oneLine(inviter),
    name: oneLine(name),
    link,
    days: limits.invitationDays,
  })

/** The mail to the old address after a user's address has changed. */
export const addressChangedMail = (language: Language, changedBy: string): Mail =>
  mailOf(language, mailTexts[language].users.addressChanged, { changedBy: oneLine(changedBy) })
