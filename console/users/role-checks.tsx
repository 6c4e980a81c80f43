import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { mayGrant, rulesOf } from '#contract/grants.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { roleGroups, type RoleGroup } from './role-groups.ts'
import styles from './users.module.css'

interface RoleChecksProps {
  value: readonly Role[]
  /** The roles that the user has already; an editor who may not grant them can keep them. */
  held?: readonly Role[]
  /** The reason why the roles cannot be changed. */
  closed?: string
  onChange: (roles: Role[]) => void
}

/** All roles, each with its purpose and the rights that it adds; roles that the editor may not grant show the reason. */
export function RoleChecks({ value, held = [], closed = '', onChange }: RoleChecksProps): ReactNode {
  const { t } = useTranslation()
  const whyNot = useWhyNotGrant(held)
  const toggle = (role: Role) => onChange(value.includes(role) ? value.filter((one) => one !== role) : [...value, role])
  return (
    <div className={styles['checks']}>
      {(Object.keys(roleGroups) as RoleGroup[]).map((group) => (
        <div key={group} role="group" aria-label={t(($) => $.users.groups[group])} className={styles['pickerGroup']}>
          <h3 aria-hidden="true">{t(($) => $.users.groups[group])}</h3>
          {roleGroups[group].map((role) => {
            const why = closed || whyNot([role])
            return (
              <Checkbox
                key={role}
                size="sm"
                checked={value.includes(role)}
                disabled={why !== ''}
                onChange={() => toggle(role)}
                label={wireWord('roles', role)}
                description={
                  closed ? wireWord('roleTexts', role) : <Description role={role} chosen={value} why={why} />
                }
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The reason why the signed-in user may not grant roles; empty when they may, or when the other user has them. */
export function useWhyNotGrant(held: readonly Role[]): (roles: readonly Role[]) => string {
  const { t } = useTranslation()
  const own = useUser().roles
  return (roles) => {
    const beyond = roles.find((role) => !held.includes(role) && !mayGrant(own, role))
    return beyond ? t(($) => $.reasons[beyond === 'admin' ? 'USER_ABOVE_YOU' : 'GRANT_NOT_HELD']) : ''
  }
}

function Description({ role, chosen, why }: { role: Role; chosen: readonly Role[]; why: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const others = rulesOf(chosen.filter((one) => one !== role))
  const added = rulesOf([role]).filter((rule) => !others.includes(rule))
  const names = added.slice(0, 3).map((rule) => wireWord('ruleNames', rule))
  const more = added.length - names.length
  const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names)
  return (
    <>
      {wireWord('roleTexts', role)}
      <span className={styles['adds']}>
        {added.length === 0
          ? t(($) => $.users.addsNothing)
          : more > 0
            ? t(($) => $.users.addsMore, { rules: list, count: more })
            : t(($) => $.users.adds, { rules: list })}
      </span>
      {why && <span className={styles['why']}>{why}</span>}
    </>
  )
}
