import { Popover } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleName } from '#contract/access.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from './why-not.module.css'
import { wireWord } from '#console/kit/i18n/words.ts'
import { useDenied } from './use-denied.ts'
import { ViewOnly } from './view-only.tsx'

/** Fetched when the user asks for the reason. */
const HowToGet = lazy(() => import('./how-to-get.tsx'))

/**
 * The reason why the user does not satisfy a rule and, behind 'Why?', the roles that would and the users who can
 * grant them; of a master that may only look, who has not let it. Draws nothing when the user may.
 * @param says replaces the general text of the reason.
 */
export function WhyNot({ rule, says }: { rule: RuleName; says?: string }): ReactNode {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const denied = useDenied(rule)
  if (!denied || denied === 'unknown') return null
  if (denied === 'view_only') return <ViewOnly />
  return (
    <span className={styles['why']}>
      {says ?? wireWord('denials', denied)}
      {denied === 'role' && (
        <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" trapFocus withRoles>
          <Popover.Target>
            <button type="button" className={styles['ask']} onClick={() => setOpened(!opened)}>
              {t(($) => $.users.why)}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <div className={styles['card']} tabIndex={-1} data-autofocus>
              <Suspense fallback={<LinesSkeleton lines={3} />}>
                <HowToGet rule={rule} />
              </Suspense>
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  )
}

/** The acts of a screen for a user who may do them, and the reason for any other. */
export function Offered({ rule, children }: { rule: RuleName; children: ReactNode }): ReactNode {
  return useDenied(rule) === null ? children : <WhyNot rule={rule} />
}
