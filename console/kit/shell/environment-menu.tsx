import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { CallError } from '#console/kit/api/send-call.ts'
import { environmentOf, switchEnvironment, useUser } from '#console/kit/auth/session.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import styles from './top-bar.module.css'
import { failureText } from '#console/kit/i18n/words.ts'

/** Shows and switches the environment; live is disabled until onboarding is complete, with the reason. */
export function EnvironmentMenu(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const current = environmentOf(user)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles['environment']}>
          <span>{t(($) => $.environments[current])}</span>
          <Icon name="down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {environments.map((environment) => {
          const closed = environment === 'live' && !user.onboarding_completed
          return (
            <Menu.Item
              key={environment}
              disabled={closed}
              rightSection={environment === current && <Icon name="check" />}
              aria-current={environment === current}
              onClick={() => void changeTo(environment)}
            >
              {t(($) => $.environments[environment])}
              {closed && <div className={styles['reason']}>{t(($) => $.denials.not_onboarded)}</div>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Switches the session's environment, and shows a failure. */
export async function changeTo(environment: Environment): Promise<void> {
  try {
    await switchEnvironment(environment)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toastFailure(failureText(error), error.requestId)
  }
}
