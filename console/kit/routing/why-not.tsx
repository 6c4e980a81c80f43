import { Popover } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { denial, type RuleName } from '#contract/access.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from './why-not.module.css'
import { wireWord } from '#console/kit/i18n/words.ts'

/** Fetched when the user asks for the reason. */
const HowToGet = lazy(() => import('./how-to-get.tsx'))

/**
 * The reason why the user does not satisfy a rule and, behind 'Why?', the roles that would and the users who can
 * grant them. Draws nothing when they satisfy it.
 * @param says replaces the general text of the reason.
 */
export function WhyNot({ rule, says }: { rule: RuleName; says?: string }): ReactNode {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const denied = denial(rule, accessOf(useUser()))
  if (!denied) return null
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
