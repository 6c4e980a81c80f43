import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { rulesOf } from '#contract/grants.ts'
import { hasOnlyCommonScreens, menuOf } from '#contract/menu.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { screenTitle, wireWord } from '#console/kit/i18n/words.ts'
import styles from './users.module.css'

/** The menu and the rights that roles give. */
export function RoleRights({ roles }: { roles: readonly Role[] }): ReactNode {
  const { t } = useTranslation()
  const { flags } = accessOf(useUser())
  const rules = rulesOf(roles)
  if (rules.length === 0) return <p className={styles['closed']}>{t(($) => $.users.chooseRole)}</p>
  return (
    <div className={styles['may']}>
      {hasOnlyCommonScreens({ roles, flags }) && (
        <p role="status" className={styles['warning']}>
          <Icon name="warning" size={14} />
          {t(($) => $.users.onlyCommon)}
        </p>
      )}
      <h3>{t(($) => $.users.theirMenu)}</h3>
      <ul className={styles['menu']}>
        {menuOf({ roles, flags }).flatMap(({ screens }) =>
          screens.map(({ name }) => <li key={name}>{screenTitle(name)}</li>),
        )}
      </ul>
      <h3>{t(($) => $.users.theirRights)}</h3>
      <ul className={styles['chips']}>
        {rules.map((rule) => (
          <li key={rule}>{wireWord('ruleNames', rule)}</li>
        ))}
      </ul>
    </div>
  )
}
