import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { openAnything, unavailableTo } from '#contract/availability.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './users.module.css'

/** The areas of roles that this version does not have yet; nothing where it has all of them. */
export function Unavailable({ roles }: { roles: readonly Role[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const missing = unavailableTo(roles)
  // Of an administrator's many rights, those that are missing would drown the meaning.
  if (missing.length === 0 || roles.some((role) => role === 'admin' || role === 'sub-admin')) return null
  const names = missing.map((rule) => wireWord('ruleNames', rule))
  const areas = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names)
  return (
    <span className={styles['unavailable']}>
      {openAnything(roles) ? t(($) => $.users.partlyUnavailable, { areas }) : t(($) => $.users.notAvailableYet)}
    </span>
  )
}
