import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { isPage } from './go-to-provider.ts'
import styles from './onboarding.module.css'
import type { OnboardingCase } from './use-onboarding.ts'

type Check = OnboardingCase['checks'][number]

/** What the provider looks at, by name, and what is to be done about each that it is not content with. */
export function Checks({ found }: { found: OnboardingCase }): ReactNode {
  const { t } = useTranslation()
  const name = isolated(found.channel_name)
  const waits = found.state === 'PENDING'
  if (found.checks.length === 0) return null
  return (
    <ul className={styles['checks']}>
      {found.checks.map(({ name: check, ok, link }) => (
        <li key={check} data-tone={ok ? 'good' : waits ? 'quiet' : 'bad'}>
          <Icon name={ok ? 'check' : waits ? 'history' : 'warning'} />
          <div>
            <strong>{t(($) => $.onboarding.checks[check].name)}</strong>
            <span className="visually-hidden">
              {' '}
              ({t(($) => (ok ? $.payChannels.checkPassed : waits ? $.onboarding.checkOpen : $.payChannels.checkFailed))}
              )
            </span>
            <p>{ok ? t(($) => $.onboarding.checks[check].ok) : t(($) => $.onboarding.checks[check].todo, { name })}</p>
            {!ok && isPage(link) && (
              <a href={link} target="_blank" rel="noreferrer">
                {t(($) => $.onboarding.mend, { name })}
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Whether the reason of a state is only what our own words for the checks say; what a provider says in its words is none. */
export const isSaidByChecks = (checks: readonly Check[], reason: string): boolean =>
  checks
    .filter(({ name, text }) => text && name !== 'charges_enabled')
    .reduce((rest, { text }) => rest.replaceAll(text, ''), reason)
    .trim() === ''
