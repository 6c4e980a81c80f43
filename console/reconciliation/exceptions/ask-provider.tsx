import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { askProvider, readReconException } from '#contract/recon-exceptions.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import styles from './exceptions.module.css'

/** Mails the provider what is known of a record. */
export function AskProvider({ recordRef, onClose }: { recordRef: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const callForm = useCallForm(askProvider, {
    initial: { to: '', message: '' },
    toBody: (values) => ({ environment: environmentOf(user), ...values }),
    path: { record_ref: recordRef },
    refreshes: [readReconException],
    onDone: onClose,
  })
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconExceptions.ask)} submit={t(($) => $.reconExceptions.send)} onClose={onClose}>
      <p className={styles['hint']}>{t(($) => $.reconExceptions.askText, { address: user.email_address.email })}</p>
      <TextInput type="email" dir="ltr" label={t(($) => $.reconExceptions.askTo)} {...callForm.form.getInputProps('to')} />
      <Textarea
        label={t(($) => $.reconExceptions.askMessage)}
        dir="auto"
        autosize
        minRows={3}
        maxLength={2_000}
        {...callForm.form.getInputProps('message')}
      />
    </FormDialogue>
  )
} // prettier-ignore
