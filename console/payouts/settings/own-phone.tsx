import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { confirmPayoutPhone, readPayoutPhone, sendPhoneCode } from '#contract/payout-approvals.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { CodeInput } from '#console/kit/auth/code-input.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './settings.module.css'

/** Whether codes can go to the user's telephone, which they confirm by a code. */
export function OwnPhone(): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readPayoutPhone, {})
  const { act, pending, error } = useAction(sendPhoneCode)
  const [sent, setSent] = useState<WireOutput<typeof sendPhoneCode> | null>(null)
  if (!data) return null
  const { phone, is_confirmed: isConfirmed } = data
  if (phone === '')
    return (
      <p className={styles['phone']}>
        {t(($) => $.payoutRules.noPhone)} <ScreenLink to="profile">{t(($) => $.payoutRules.addPhone)}</ScreenLink>
      </p>
    )
  const send = async () => {
    const outcome = await act({})
    if (outcome.ok) setSent(outcome.answer)
  }
  const number = isolatedLtr(phone)
  return (
    <>
      <p className={styles['phone']}>
        {t(($) => (isConfirmed ? $.payoutRules.phoneConfirmed : $.payoutRules.phoneNotConfirmed), { number })}
      </p>
      {!isConfirmed && (
        <>
          <FieldFailure error={error} />
          <Button size="xs" variant="default" loading={pending} onClick={() => void send()}>
            {t(($) => $.payoutRules.confirmPhone)}
          </Button>
        </>
      )}
      {sent && <Confirm sentTo={isolatedLtr(sent.sent_to)} onClose={() => setSent(null)} />}
    </>
  )
}

function Confirm({ sentTo, onClose }: { sentTo: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const callForm = useCallForm(confirmPayoutPhone, {
    initial: { otp: '' },
    toBody: ({ otp }) => ({ otp }),
    refreshes: [readPayoutPhone],
    onDone: onClose,
  })
  const { value, onChange, ...input } = callForm.form.getInputProps('otp') as {
    value: string
    onChange: (otp: string) => void
  }
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.payoutRules.confirmPhone)}
      submit={t(($) => $.payoutRules.confirm)}
      onClose={onClose}
    >
      <p>{t(($) => $.payoutRules.phoneCodeSent, { number: sentTo })}</p>
      <CodeInput label={t(($) => $.payoutRules.code)} data-autofocus value={value} onChange={onChange} {...input} />
    </FormDialogue>
  )
}
