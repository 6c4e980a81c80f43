import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'

/** Why a payout failed or came back, in the bank's words too, and what can be done. */
export function Outcome({ payout }: { payout: PayoutDetails }): ReactNode {
  const { t } = useTranslation()
  const { status, status_reason: reason, status_channel_reason: words } = payout
  if (status !== 'Failed' && status !== 'Returned') return null
  return (
    <Notice title={reason ? codeWord('payoutDeclineNames', reason) : t(($) => $.payouts.noReason)}>
      {reason && <p>{codeWord('payoutDeclines', reason)}</p>}
      {words && (
        <p>
          {t(($) => $.payouts.bankSaid)} <bdi>{words}</bdi>
        </p>
      )}
    </Notice>
  )
}
