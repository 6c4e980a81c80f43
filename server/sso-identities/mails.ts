import { limits } from '#contract/limits.ts'
import { fill } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, oneLine, type Mail } from '#server/messages/mail-text.ts'

/** Carries the link that confirms that an identity at the provider is this user's. */
export function linkMail(
  language: Language,
  { company, providerEmail, link }: { company: string; providerEmail: string; link: string },
): Mail {
  const text = mailTexts[language].singleSignOn.link
  const by = byEmail(text.by, providerEmail)
  return mailOf(language, text, { company: oneLine(company), by, link, minutes: limits.ssoProofMinutes })
}

/** Tells a user that an identity was linked. */
export function linkedMail(language: Language, { providerEmail, link }: { providerEmail: string; link: string }): Mail {
  const text = mailTexts[language].singleSignOn.linked
  return mailOf(language, text, { by: byEmail(text.by, providerEmail), link })
}

/** Tells an administrator that single sign-on was set up, changed or removed. */
export const changedMail = (language: Language, { actor, link }: { actor: string; link: string }): Mail =>
  mailOf(language, mailTexts[language].singleSignOn.changed, { actor: oneLine(actor), link })

/** In place of a link to choose a password, for who has nothing from one. */
export const insteadOfResetMail = (language: Language, { company, link }: { company: string; link: string }): Mail =>
  mailOf(language, mailTexts[language].singleSignOn.insteadOfReset, { company: oneLine(company), link })

/** Not every provider tells an address. */
const byEmail = (text: string, email: string) => (email === '' ? '' : fill(text, { email: oneLine(email) }))
