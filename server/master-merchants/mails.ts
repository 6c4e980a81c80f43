import { limits } from '#contract/limits.ts'
import type { MerchantType } from '#contract/invites.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'

/** Carries the link of an invite. */
export function inviteMail(
  language: Language,
  { master, link, type }: { master: string; link: string; type: MerchantType },
): Mail {
  const { inviteOwned, inviteManaged } = mailTexts[language].masterMerchants
  const text = type === 'OWNED' ? inviteOwned : inviteManaged
  return mailOf(language, text, { master, link, days: limits.inviteLinkDays })
}

/** The mail to a user who has registered by an invite and has nothing to confirm. */
export const welcomeMail = (language: Language, values: { master: string; link: string }): Mail =>
  mailOf(language, mailTexts[language].masterMerchants.welcome, values)

/** The mail to a merchant that its master has let go or taken back. */
export const tieMail = (language: Language, what: 'letGo' | 'takenBack', master: string): Mail =>
  mailOf(language, mailTexts[language].masterMerchants[what], { master })
