import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#console/kit/auth/session.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Notice } from '#console/kit/ui/notice.tsx'

/** Whether the user may do something with payouts once a second factor is set up. */
export function useNeedsFactor(): boolean {
  const { is_2fa_enabled: has } = useUser()
  const may = [useDenied('payoutMakers'), useDenied('payoutCheckers'), useDenied('payoutApprovers')].includes(null)
  return may && !has
}

/** Leads who lacks a second factor to set one up, and back to this screen. */
export function NeedsFactor(): ReactNode {
  const { t } = useTranslation()
  if (!useNeedsFactor()) return null
  return (
    <Notice title={t(($) => $.payouts.factorTitle)}>
      <p>
        {t(($) => $.payouts.factorText)}{' '}
        <ScreenLink to="setUpTwoStep" search={{ redirectFrom: location.pathname + location.search }}>
          {t(($) => $.payouts.factorSetUp)}
        </ScreenLink>
      </p>
    </Notice>
  )
}
