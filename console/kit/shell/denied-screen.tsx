import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { denial } from '#contract/access.ts'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'
import HowToGet from '#console/kit/routing/how-to-get.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import styles from '#console/kit/routing/why-not.module.css'
import { screenTitle, wireWord } from '#console/kit/i18n/words.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** The reason why another screen was denied, and how to get access, for a user who was redirected here. */
export function DeniedScreen({ name }: { name: string }): ReactNode {
  const { t } = useTranslation()
  const user = accessOf(useUser())
  const screen: Screen | undefined = Object.hasOwn(screens, name) ? screens[name as ScreenName] : undefined
  const rule = screen?.access
  if (!screen || !rule || rule === 'open' || rule === 'signedOut') return null
  const denied = denial(rule, user)
  if (!denied) return null
  return (
    <section className={styles['denied']} role="status">
      <Icon name="lock" />
      <div className={styles['card']}>
        <h2>{t(($) => $.users.deniedTitle, { screen: isolated(screenTitle(name as ScreenName)) })}</h2>
        <p>{wireWord('denials', denied)}</p>
        {denied === 'role' && <HowToGet rule={rule} />}
      </div>
    </section>
  )
}
