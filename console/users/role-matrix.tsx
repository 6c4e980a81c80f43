import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { conditionsOf, rolesFor } from '#contract/grants.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { roleGroups, ruleGroups, type RoleGroup } from './role-groups.ts'
import styles from './role-matrix.module.css'

const groups = Object.keys(roleGroups) as RoleGroup[]
const columns: readonly Role[] = groups.flatMap((group) => roleGroups[group])

/** The table of rules and roles, computed from the rules that the server enforces. */
export function RoleMatrix(): ReactNode {
  const { t } = useTranslation()
  const own = useUser().roles
  return (
    <div className={styles['scroll']} data-card tabIndex={0} role="region" aria-label={t(($) => $.users.matrix)}>
      <table className={styles['matrix']}>
        <caption className={styles['caption']}>{t(($) => $.users.matrix)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.users.right)}</th>
            {columns.map((role) => (
              <th key={role} scope="col" className={styles['role']} data-own={own.includes(role) || undefined}>
                <span>{wireWord('roles', role)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group}>
              <tr className={styles['group']}>
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {t(($) => $.users.groups[group])}
                </th>
              </tr>
              {ruleGroups[group].map((rule) => (
                <tr key={rule}>
                  <th scope="row" className={styles['rule']}>
                    {wireWord('ruleNames', rule)}
                    <span className={styles['condition']}>
                      {conditionsOf(rule)
                        .map((condition) => t(($) => $.users.conditions[condition]))
                        .join(' · ')}
                    </span>
                  </th>
                  {columns.map((role) => {
                    const may = rolesFor(rule).includes(role)
                    return (
                      <td key={role} data-may={may || undefined} data-own={own.includes(role) || undefined}>
                        <span aria-hidden="true">{may ? '●' : ''}</span>
                        <span className="visually-hidden">{t(($) => $.users[may ? 'yes' : 'no'])}</span>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
