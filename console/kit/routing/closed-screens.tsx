import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { denial, flagDenial, type RuleName } from '#contract/access.ts'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { WhyNot } from './why-not.tsx'
import styles from './why-not.module.css'
import { screenTitle } from '#console/kit/i18n/words.ts'

/** The screens that the menu leaves out for this user, each with the reason; none that no role would open here. */
export function ClosedScreens(): ReactNode {
  const { t } = useTranslation()
  const user = accessOf(useUser())
  const isClosed = (rule: RuleName) => {
    const denied = denial(rule, user)
    return denied === 'role' ? flagDenial(rule, user.flags) === null : denied !== null
  }
  const closed = (Object.entries(screens) as [ScreenName, Screen][]).flatMap(([name, { access, menu }]) =>
    menu && access !== 'open' && access !== 'signedOut' && isClosed(access) ? [{ name, rule: access }] : [],
  )
  if (closed.length === 0) return null
  return (
    <Section title={t(($) => $.users.closedScreens)}>
      <dl className={styles['closed']}>
        {closed.map(({ name, rule }) => (
          <div key={name}>
            <dt>{screenTitle(name)}</dt>
            <dd>
              <WhyNot rule={rule} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
