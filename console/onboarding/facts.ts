import i18next from 'i18next'
import type { OnboardingFact } from '#contract/onboarding.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The facts that are handed in. The country is the merchant's own and not changed here. */
export const givenFacts = [
  'legal_name', 'registration_number', 'address', 'city', 'contact_name', 'contact_phone', 'contact_email', 'website_url',
  'business',
] as const satisfies readonly OnboardingFact[] // prettier-ignore

export const shownFacts: readonly OnboardingFact[] = givenFacts.flatMap((fact) =>
  fact === 'city' ? [fact, 'country'] : [fact],
)

/** A fact of the KYC has the KYC's own word. */
export function factWord(fact: OnboardingFact): string {
  if (fact === 'country') return wireWord('columns', 'country')
  return fact === 'contact_email' ? i18next.t(($) => $.onboarding.contactEmail) : wireWord('kycFields', fact)
}
