import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './banners.module.css'
import { changeTo } from './environment-menu.tsx'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { maintenanceAt } from './maintenance.ts'
import { useUser } from '#console/kit/auth/session.ts'

const ViewingBar = lazy(withTexts(() => import('./viewing-bar.tsx')))

/** The banners above every screen: viewed roles, test mode and announced maintenance. */
export function Banners(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const maintenance = maintenanceAt(new Date())
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
      {!user.is_live_mode && (
        <div className={styles['banner']} role="status">
          <span>{t(($) => $.shell.testMode)}</span>
          {user.onboarding_completed && (
            <button type="button" onClick={() => void changeTo('live')}>
              {t(($) => $.shell.switchToLive)}
            </button>
          )}
        </div>
      )}
    </>
  )
}
