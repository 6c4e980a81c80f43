import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { rejectPayouts } from '#contract/payout-approvals.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofPayouts } from '../calls.ts'
import type { ActDialogueProps } from './act-dialogue.tsx'
import { Listed } from './listed.tsx'

/** Ends payouts that are not approved, with a remark for their makers. */
export default function RejectPayouts({ payouts, onDone, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const callForm = useCallForm(rejectPayouts, {
    initial: { remark: '' },
    toBody: ({ remark }) => ({ environment, remark, txn_refs: payouts.map(({ txn_ref: ref }) => ref) }),
    refreshes: ofPayouts,
    onDone,
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.payouts.rejectTitle, { count: payouts.length })}
      submit={t(($) => $.payouts.severalActs.reject, { count: payouts.length })}
      danger
      onClose={onClose}
    >
      <Listed payouts={payouts} />
      <Textarea
        label={t(($) => $.payouts.remark)}
        description={t(($) => $.payouts.remarkHint)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={limits.payoutReasonLength}
        {...callForm.form.getInputProps('remark')}
      />
    </FormDialogue>
  )
}
