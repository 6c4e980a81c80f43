import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateFeeConfigMetadata } from '#contract/recon-intake.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { intakeReads, useIntakeOf, type Intake } from './use-intake.ts'

/** Whose mails are taken without a decision. Saving it makes the channel's address where there is none yet. */
export function SenderForm({ intake, onClose }: { intake: Intake; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { path, environment } = useIntakeOf(intake.channel_key)
  const isNew = intake.metadata.recon_email === ''
  const callForm = useCallForm(updateFeeConfigMetadata, {
    initial: { sender: intake.metadata.merchant_psp_email },
    toBody: ({ sender }) => ({
      environment,
      update_action: 'UPDATE_MERCHANT_PSP_EMAIL',
      config_data: { merchant_psp_email: sender.trim() },
    }),
    blanks: 'sent',
    path,
    fieldOf: (name) => name.replace('config_data.merchant_psp_email', 'sender'),
    refreshes: intakeReads,
    onDone: onClose,
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => (isNew ? $.reconIntake.setUpMail : $.reconIntake.editSender))}
      submit={t(($) => (isNew ? $.reconIntake.makeAddress : $.settings.save))}
      onClose={onClose}
    >
      <p>{t(($) => $.reconIntake.senderText)}</p>
      <TextInput
        type="email"
        label={t(($) => $.reconIntake.sender)}
        description={t(($) => $.reconIntake.senderHint)}
        placeholder="settlements@provider.com"
        dir="ltr"
        autoComplete="off"
        data-autofocus
        {...callForm.form.getInputProps('sender')}
      />
    </FormDialogue>
  )
}
