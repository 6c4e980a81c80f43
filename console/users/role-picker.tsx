import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { mayGrant, rulesOf } from '#contract/grants.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { roleGroups, type RoleGroup } from './role-groups.ts'
import styles from './users.module.css'

interface RolePickerProps {
  label: string
  value: readonly Role[]
  /** The roles that the user has already; an editor who may not grant them can keep them. */
  held?: readonly Role[]
  /** The reason why the roles cannot be changed. */
  closed?: string
  error?: ReactNode
  /** The form's field, for focus. */
  path: string | undefined
  onChange: (roles: Role[]) => void
}

/**
 * The choice of roles, each with its purpose and the rights that it adds; roles that the editor may not grant show
 * the reason.
 */
export function RolePicker({ label, value, held = [], closed, error, path, onChange }: RolePickerProps): ReactNode {
  const { t } = useTranslation()
  const own = useUser().roles
  const toggle = (role: Role) => onChange(value.includes(role) ? value.filter((one) => one !== role) : [...value, role])
  const why = (role: Role): string => {
    if (closed) return closed
    if (held.includes(role) || mayGrant(own, role)) return ''
    return t(($) => $.reasons[role === 'admin' ? 'USER_ABOVE_YOU' : 'GRANT_NOT_HELD'])
  }
  return (
    <fieldset
      className={styles['picker']}
      data-path={path}
      tabIndex={-1}
      aria-describedby={error ? 'roles-error' : undefined}
    >
      <legend className="visually-hidden">{label}</legend>
      {closed && <p className={styles['closed']}>{closed}</p>}
      {error && (
        <p id="roles-error" className={styles['error']} role="alert">
          {error}
        </p>
      )}
      {(Object.keys(roleGroups) as RoleGroup[]).map((group) => (
        <div key={group} role="group" aria-label={t(($) => $.users.groups[group])} className={styles['pickerGroup']}>
          <h3 aria-hidden="true">{t(($) => $.users.groups[group])}</h3>
          {roleGroups[group].map((role) => (
            <Checkbox
              key={role}
              size="sm"
              checked={value.includes(role)}
              disabled={why(role) !== ''}
              onChange={() => toggle(role)}
              label={wireWord('roles', role)}
              description={
                closed ? wireWord('roleTexts', role) : <Description role={role} chosen={value} why={why(role)} />
              }
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
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
      {wireWord('roleTexts', role)}{' '}
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
