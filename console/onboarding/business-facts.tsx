import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { factWord, shownFacts } from './facts.ts'
import type { OnboardingCase } from './use-onboarding.ts'

/** What the provider was told about the business. */
export function BusinessFacts({ facts }: Pick<OnboardingCase, 'facts'>): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Section title={t(($) => $.onboarding.facts)} folded>
      <Facts
        facts={shownFacts.map((fact) => {
          const value = facts[fact]
          return [
            factWord(fact),
            fact === 'country' && value ? countryName(value, language) : value && <bdi key={fact}>{value}</bdi>,
          ]
        })}
      />
    </Section>
  )
}
