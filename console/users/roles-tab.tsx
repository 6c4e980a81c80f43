import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { roleGroups, ruleGroups, type RoleGroup } from './role-groups.ts'
import { RoleMatrix } from './role-matrix.tsx'
import { RoleChecks } from './role-checks.tsx'
import styles from './users.module.css'
import { ViewAsButton } from './view-as-button.tsx'

const groups = Object.keys(roleGroups) as RoleGroup[]

/** The printable table of roles and rights, and the button to view the console as another role. */
export function RolesTab(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['rolesTab']}>
      <div className={styles['intro']}>
        <p>{t(($) => $.users.matrixText)}</p>
        <Button variant="default" leftSection={<Icon name="print" />} onClick={() => window.print()}>
          {t(($) => $.users.print)}
        </Button>
      </div>
      <ViewAs />
      <RoleMatrix />
      <div className={styles['explained']}>
        <section data-card>
          <h2>{t(($) => $.users.rolesExplained)}</h2>
          <dl>
            {groups.flatMap((group) =>
              roleGroups[group].map((role) => (
                <div key={role}>
                  <dt>{wireWord('roles', role)}</dt>
                  <dd>{wireWord('roleTexts', role)}</dd>
                </div>
              )),
            )}
          </dl>
        </section>
        <section data-card>
          <h2>{t(($) => $.users.rightsExplained)}</h2>
          <dl>
            {groups.flatMap((group) =>
              ruleGroups[group].map((rule) => (
                <div key={rule}>
                  <dt>{wireWord('ruleNames', rule)}</dt>
                  <dd>{wireWord('ruleTexts', rule)}</dd>
                </div>
              )),
            )}
          </dl>
        </section>
      </div>
    </div>
  )
}

function ViewAs(): ReactNode {
  const { t } = useTranslation()
  const { viewing_as } = useUser()
  const [chosen, setChosen] = useState<Role[]>([])
  return (
    <details className={styles['viewAs']} data-card>
      <summary>
        <Icon name="forward" size={12} />
        <h2>{t(($) => $.users.viewAsTitle)}</h2>
      </summary>
      <p>{t(($) => $.users.viewAsText)}</p>
      {viewing_as && <p className={styles['closed']}>{t(($) => $.reasons.VIEWING_AS_ROLE)}</p>}
      <RoleChecks
        value={chosen}
        onChange={setChosen}
        {...(viewing_as ? { closed: t(($) => $.reasons.VIEWING_AS_ROLE) } : {})}
      />
      <ViewAsButton roles={chosen} disabled={chosen.length === 0} />
    </details>
  )
}
