import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { mailOf, mailTexts, type Mail } from '#server/messages/mail-text.ts'

/** Carries the link to a merchant's KYC. */
export const kycLinkMail = (language: Language, values: { name: string; link: string }): Mail =>
  mailOf(language, mailTexts[language].kyc.link, { ...values, days: limits.kycLinkDays })

interface Decided {
  name: string
  /** The reviewer's note, or empty. */
  note: string
  papers: readonly { name: string; reason: string }[]
  link: string
}

/** The mail about the decision on a merchant's KYC. */
export const kycDecisionMail = (
  language: Language,
  decision: 'approve' | 'reject' | 'ask_again',
  { name, note, papers, link }: Decided,
): Mail =>
  mailOf(language, mailTexts[language].kyc[decision], {
    name,
    note,
    papers: papers.map((paper) => `- ${paper.name}: ${paper.reason}`).join('\n'),
    link,
  })
