import '#console/kit/form/radio-styles.ts'
import { Radio } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { jobNames, jobOf, jobs, type Job } from './jobs.ts'
import { RoleChecks, useWhyNotGrant } from './role-checks.tsx'
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

/** The choice of a user's roles: by their job, or under Custom one by one. */
export function RolePicker({
  label,
  value,
  held = [],
  closed = '',
  error,
  path,
  onChange,
}: RolePickerProps): ReactNode {
  const { t } = useTranslation()
  const whyNot = useWhyNotGrant(held)
  const [custom, setCustom] = useState(value.length > 0 && jobOf(value) === undefined)
  const choose = (chosen: string) => {
    setCustom(chosen === 'custom')
    if (chosen !== 'custom') onChange([...jobs[chosen as Job]])
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
      <Radio.Group aria-label={label} value={custom ? 'custom' : (jobOf(value) ?? null)} onChange={choose}>
        <div className={styles['jobs']}>
          {jobNames.map((job) => {
            const why = closed || whyNot(jobs[job])
            return (
              <Radio
                key={job}
                value={job}
                disabled={why !== ''}
                label={t(($) => $.users.jobs[job])}
                description={
                  <>
                    {t(($) => $.users.jobTexts[job])}
                    {!closed && why && <span className={styles['why']}>{why}</span>}
                  </>
                }
              />
            )
          })}
          <Radio
            value="custom"
            disabled={closed !== ''}
            label={t(($) => $.users.custom)}
            description={t(($) => $.users.customText)}
          />
        </div>
      </Radio.Group>
      {custom && <RoleChecks value={value} held={held} closed={closed} onChange={onChange} />}
    </fieldset>
  )
}
