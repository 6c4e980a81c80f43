import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  cancelSubscriptionChange,
  keepSubscription,
  resumeSubscription,
  retrySubscription,
} from '#contract/subscription-changes.ts'
import { triggerNextDeduction } from '#contract/subscription-deductions.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { ofSubscriptions } from '../calls.ts'
import type { ActDialogueProps, SureAct } from '../subscription-acts.tsx'

/** Asks before an act that needs nothing but a yes. */
export default function Sure({ subscription, act, onClose }: ActDialogueProps & { act: SureAct }): ReactNode {
  const { t } = useTranslation()
  const refreshes = { refreshes: ofSubscriptions }
  const path = { ref: subscription.order_ref }
  const retry = useAction(retrySubscription, refreshes)
  const resume = useAction(resumeSubscription, refreshes)
  const keep = useAction(keepSubscription, refreshes)
  const cancelChange = useAction(cancelSubscriptionChange, refreshes)
  const trigger = useAction(triggerNextDeduction, refreshes)
  const runs: Record<SureAct, { pending: boolean; run: () => Promise<unknown> }> = {
    retry: { pending: retry.pending, run: () => retry.act({ path, body: {} }) },
    resume: { pending: resume.pending, run: () => resume.act({ path, body: {} }) },
    keep: { pending: keep.pending, run: () => keep.act({ path, body: {} }) },
    cancelChange: { pending: cancelChange.pending, run: () => cancelChange.act({ path }) },
    trigger: {
      pending: trigger.pending,
      run: () => trigger.act({ body: { subscription_order_ref: subscription.order_ref } }),
    },
  }
  const { pending, run } = runs[act]
  return (
    <Confirm
      title={t(($) => $.subscriptions.sure[act].title)}
      confirm={t(($) => $.subscriptions.acts[act])}
      pending={pending}
      onConfirm={() => void run().then(onClose)}
      onClose={onClose}
    >
      {t(($) => $.subscriptions.sure[act].text)}
    </Confirm>
  )
}
