import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import styles from './banners.module.css'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { leaveView } from '#console/kit/auth/session.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The bar while the user views the console as other roles, with a button back to their own. */
export default function ViewingBar({ roles }: { roles: readonly Role[] }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const names = roles.map((role) => wireWord('roles', role)).join(t(($) => $.app.comma))
  const leave = async () => {
    await leaveView()
    await go({ to: 'accounts', search: { tab: 'roles' } as never })
  }
  return (
    <div className={styles['banner']} data-strong role="status">
      <Icon name="eye" />
      <span>
        <strong>{t(($) => $.users.viewingAs, { roles: names })}</strong> {t(($) => $.users.viewingHint)}
      </span>
      <button type="button" onClick={() => void leave()}>
        {t(($) => $.users.leaveView)}
      </button>
    </div>
  )
}
