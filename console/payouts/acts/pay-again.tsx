import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import { payPayoutAgain } from '#contract/payouts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { ofPayouts } from '../calls.ts'
import { Listed } from './listed.tsx'

/** Pays a payout again that failed or came back: to the account as it is now, as a new payout that people let go anew. */
export default function PayAgain({ payout, onClose }: { payout: PayoutDetails; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const environment = environmentOf(useUser())
  const { act, pending } = useAction(payPayoutAgain, { refreshes: ofPayouts })
  const run = async () => {
    const outcome = await act({ path: { ref: payout.txn_ref }, body: { environment } })
    onClose()
    if (outcome.ok) void go({ to: 'managePayouts', search: { ref: outcome.answer.txn_ref } })
  }
  return (
    <Confirm
      title={t(($) => $.payouts.payAgainTitle)}
      confirm={t(($) => $.payouts.acts.pay_again)}
      pending={pending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <Listed payouts={[payout]} />
      {payout.status_reason && <p>{codeWord('payoutDeclines', payout.status_reason)}</p>}
      <p>{t(($) => $.payouts.payAgainText)}</p>
    </Confirm>
  )
}
