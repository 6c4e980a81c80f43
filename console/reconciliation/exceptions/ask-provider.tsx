import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { askProvider, readReconException } from '#contract/recon-exceptions.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import type { ChosenExceptions } from './sums-list.tsx'
import styles from './exceptions.module.css'

interface AskProps {
  of: ChosenExceptions
  onDone: () => void
  onClose: () => void
}
/** Mails the provider what is known of exceptions. */
export function AskProvider({ of: { rows, found }, onDone, onClose }: AskProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const callForm = useCallForm(askProvider, {
    initial: { to: '', message: '' },
    toBody: (values) => ({
      environment: environmentOf(user),
      ...(found ? found.asked : { record_refs: rows.map(({ record_ref }) => record_ref) }),
      ...values,
    }),
    // Without a filter, all are found: that has to be said.
    blanks: 'sent',
    refreshes: [readReconException],
    onDone,
  })
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconExceptions.ask)} submit={t(($) => $.reconExceptions.send)} onClose={onClose}>
      <p className={styles['hint']}>
        {t(($) => $.reconExceptions.askText, { address: user.email_address.email, count: found?.total ?? rows.length })}
      </p>
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
