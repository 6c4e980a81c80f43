import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { cancelPayout } from '#contract/payouts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { ofPayouts } from '../calls.ts'
import type { ActDialogueProps } from './act-dialogue.tsx'
import { Listed } from './listed.tsx'

/** Cancels payouts one by one. One that has left meanwhile says so, and the others go on. */
export default function CancelPayouts({ payouts, onDone, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [reason, setReason] = useState('')
  const { act, pending } = useAction(cancelPayout, { refreshes: ofPayouts })
  const run = async () => {
    for (const { txn_ref: ref } of payouts) await act({ path: { ref }, body: { environment, ...(reason && { reason }) } })
    onDone()
  }
  return (
    <Confirm
      title={t(($) => $.payouts.cancelTitle, { count: payouts.length })}
      confirm={t(($) => $.payouts.severalActs.cancel, { count: payouts.length })}
      keep={t(($) => $.payouts.keep, { count: payouts.length })}
      danger
      pending={pending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <Listed payouts={payouts} />
      <p>{t(($) => $.payouts.cancelText)}</p>
      <TextInput
        label={t(($) => $.payouts.cancelReason)}
        maxLength={limits.payoutReasonLength}
        dir="auto"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
} // prettier-ignore
