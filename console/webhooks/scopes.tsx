import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayGive } from '#contract/given-scopes.ts'
import { covers, keyGroups, type KeyGroup, type KeyScope } from '#contract/kit/key-scopes.ts'
import type { ServerKey } from '#contract/server-keys.ts'
import { useUser } from '#console/kit/auth/session.ts'
import styles from './webhooks.module.css'

type Level = 'none' | 'read' | 'write'

const levelOf = (scopes: readonly KeyScope[], group: KeyGroup): Level =>
  scopes.includes(`${group}:write`) ? 'write' : scopes.includes(`${group}:read`) ? 'read' : 'none'

/** For each group of calls nothing, reading, or reading and writing; what the user may not give is not offered. */
export function ScopeFields(props: {
  value: readonly KeyScope[]
  /** What the key has already may stay. */
  held?: readonly KeyScope[]
  error?: ReactNode
  onChange: (scopes: KeyScope[]) => void
}): ReactNode {
  const { t } = useTranslation()
  const { roles } = useUser()
  const { value, held = [], error, onChange } = props
  const change = (group: KeyGroup, level: Level) => {
    const others = value.filter((scope) => !scope.startsWith(`${group}:`))
    onChange(level === 'none' ? others : [...others, `${group}:${level}`])
  }
  const offered = (group: KeyGroup, level: 'read' | 'write') =>
    mayGive(roles, `${group}:${level}`) || covers(held, `${group}:${level}`)
  return (
    <fieldset className={styles['scopes']}>
      <legend>{t(($) => $.serverKeys.scopes)}</legend>
      <p className={styles['note']}>{t(($) => $.serverKeys.scopesHint)}</p>
      {keyGroups.map((group) => (
        <Select
          key={group}
          label={t(($) => $.serverKeys.groups[group])}
          allowDeselect={false}
          value={levelOf(value, group)}
          onChange={(level) => change(group, (level ?? 'none') as Level)}
          data={[
            { value: 'none', label: t(($) => $.serverKeys.levels.none) },
            { value: 'read', label: t(($) => $.serverKeys.levels.read), disabled: !offered(group, 'read') },
            { value: 'write', label: t(($) => $.serverKeys.levels.write), disabled: !offered(group, 'write') },
          ]}
        />
      ))}
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The scopes of a key in words; those that its maker's rights no longer leave it are struck out. */
export function ScopeList({ of }: { of: ServerKey }): ReactNode {
  const { t } = useTranslation()
  const lost = of.scopes.some((scope) => !covers(of.scopes_in_force, scope))
  return (
    <span>
      {of.scopes.map((scope) => {
        const [group, level] = scope.split(':') as [KeyGroup, 'read' | 'write']
        const words = `${t(($) => $.serverKeys.groups[group])}: ${t(($) => $.serverKeys.levels[level])}`
        const line = covers(of.scopes_in_force, scope) ? words : <s>{words}</s>
        return (
          <span key={scope} className={styles['line']}>
            {line}
          </span>
        )
      })}
      {lost && <span className={styles['middle']}>{t(($) => $.serverKeys.lost, { maker: of.maker })}</span>}
    </span>
  )
}
