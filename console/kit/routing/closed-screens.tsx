import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed, type RuleName } from '#contract/access.ts'
import { screens, type Screen } from '#contract/screens.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { WhyNot } from './why-not.tsx'
import styles from './why-not.module.css'
import { screenTitle } from '#console/kit/i18n/words.ts'

/** What the menu leaves out for this user, each with the reason. */
export function ClosedScreens(): ReactNode {
  const { t } = useTranslation()
  const user = accessOf(useUser())
  const closed = Object.values(screens).flatMap(({ title, access, menu }: Screen) =>
    menu && access !== 'open' && access !== 'signedOut' && !allowed(access, user) ? [{ title, rule: access }] : [],
  )
  if (closed.length === 0) return null
  return (
    <Section title={t(($) => $.users.closedScreens)}>
      <dl className={styles['closed']}>
        {closed.map(({ title, rule }: { title: string; rule: RuleName }) => (
          <div key={title}>
            <dt>{screenTitle(title)}</dt>
            <dd>
              <WhyNot rule={rule} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
