import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './banners.module.css'
import { changeTo } from './environment-menu.tsx'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { maintenanceAt } from './maintenance.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { readInstallation } from '#contract/registration.ts'
import { useKept } from '#console/kit/api/kept.ts'
import { useCall } from '#console/kit/api/use-call.ts'

const ViewingBar = lazy(withTexts(() => import('./viewing-bar.tsx')))

/** The banners above every screen: viewed roles, test mode and announced maintenance. */
export function Banners(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const maintenance = maintenanceAt(new Date())
  const installation = useCall(readInstallation, {}, { enabled: user.is_live_mode })
  return (
    <>
      {user.viewing_as && (
        <Suspense>
          <ViewingBar roles={user.viewing_as} />
        </Suspense>
      )}
      {maintenance && (
        <div className={styles['banner']} role="status">
          <Icon name="warning" />
          <span>{t(($) => $.maintenance[maintenance.text])}</span>
        </div>
      )}
      {user.is_live_mode && installation.data?.is_live_simulated && (
        <div className={styles['banner']} role="status">
          <span>{t(($) => $.shell.simulatedLive)}</span>
        </div>
      )}
      {!user.is_live_mode && <TestMode />}
    </>
  )
}

/** The users to whom this page has shown it: a shell that is mounted anew on the way to the first screen shows it again. */
const shownTo = new Set<string>()

/** Shown on the first visit after a sign-in; from then on its sentence is in the menu of the modes. */
function TestMode(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const [seen, setSeen] = useKept('test-mode-seen')
  const [firstSight] = useState(!seen || shownTo.has(user.subUserUuid))
  useEffect(() => {
    if (firstSight) shownTo.add(user.subUserUuid)
    setSeen(true)
  }, [firstSight, setSeen, user.subUserUuid])
  if (!firstSight) return null
  return (
    <div className={styles['banner']} role="status">
      <span>{t(($) => $.shell.testMode)}</span>
      {user.onboarding_completed && (
        <button type="button" onClick={() => void changeTo('live')}>
          {t(($) => $.shell.switchToLive)}
        </button>
      )}
    </div>
  )
}
