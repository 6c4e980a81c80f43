import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { kycStates, readMerchant } from '#contract/merchants.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { CallError } from '#console/kit/api/send-call.ts'
import { accessOf, environmentOf, switchEnvironment, useUser } from '#console/kit/auth/session.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import styles from './top-bar.module.css'
import { failureText } from '#console/kit/i18n/words.ts'

/** Shows and switches the environment; live is disabled until onboarding is complete, and what is missing is linked. */
export function EnvironmentMenu(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const current = environmentOf(user)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles['environment']} data-environment={current}>
          <span>{t(($) => $.environments[current])}</span>
          <Icon name="down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {current === 'sandbox' && <p className={styles['hint']}>{t(($) => $.shell.testMode)}</p>}
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
            </Menu.Item>
          )
        })}
        {!user.onboarding_completed && <WhatIsMissing />}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the merchant needs to go live, with a link to it. */
function WhatIsMissing(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { data } = useCall(readMerchant, {})
  if (!data) return null
  const verifies = kycStates.can(data.kyc_status, 'submit') || data.kyc_status === 'SUBMITTED'
  const connects = data.kyc_status === 'APPROVED' && allowed('paymentChannels', accessOf(user))
  const to = verifies ? 'generalSettings' : connects ? 'paymentChannels' : 'support'
  return (
    <Menu.Item className={styles['missing']} renderRoot={(root: object) => <ScreenLink {...root} to={to} />}>
      {t(($) => $.shell.goLive[data.kyc_status])}
    </Menu.Item>
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
