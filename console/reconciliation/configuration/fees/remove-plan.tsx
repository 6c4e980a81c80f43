import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteFeePlan, listFeePlans } from '#contract/fee-plans.ts'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { conditionsWords, termsWords } from './plan-words.ts'

/** Deletes a plan that nothing used; one that was ends now, so that what was charged by it stays explained. */
export function RemovePlan({ plan, onClose }: { plan: FeePlan; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const { act, pending } = useAction(deleteFeePlan, { refreshes: [listFeePlans] })
  const run = async () => {
    await act({
      path: { pc: plan.payment_channel_key },
      query: { environment: environmentOf(user), uuid: plan.uuid },
    })
    onClose()
  }
  return (
    <Confirm
      title={plan.used ? t(($) => $.reconFees.endTitle) : t(($) => $.reconFees.deleteTitle)}
      confirm={plan.used ? t(($) => $.reconFees.end) : t(($) => $.reconFees.delete)}
      danger
      pending={pending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        <strong>{conditionsWords(plan, language)}</strong>: {termsWords(plan, language)}
      </p>
      <p>{plan.used ? t(($) => $.reconFees.endText) : t(($) => $.reconFees.deleteText)}</p>
    </Confirm>
  )
}
