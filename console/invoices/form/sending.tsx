import { Checkbox, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import '#console/kit/form/radio-styles.ts'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { inputOf, type FormProps } from './inputs.ts'
import styles from './invoice-editor.module.css'

interface SendingProps extends FormProps {
  /** What can be chosen: one that is there is not sent by saving it, and one that was sent stays so. */
  choices: readonly ('draft' | 'now' | 'later')[]
  template: boolean
}

/** Whether the invoice is sent, when and how. */
export function Sending({ choices, template, ...props }: SendingProps): ReactNode {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  const { form } = props
  const flag = (path: string) => inputOf(props, path, 'checkbox')
  return (
    <FormSection title={t(($) => $.invoiceForm.sending)}>
      {choices.length > 0 && (
        <Radio.Group className="wide" aria-label={t(($) => $.invoiceForm.sending)} {...form.getInputProps('sending')}>
          <div className={styles['choices']}>
            {choices.map((value) => (
              <Radio key={value} value={value} label={t(($) => $.invoiceForm.sendings[value])} />
            ))}
          </div>
        </Radio.Group>
      )}
      {choices.length > 0 && form.values.sending === 'later' && (
        <MomentInput
          className="wide"
          label={t(($) => $.invoiceForm.scheduledAt)}
          description={t(($) => $.invoiceForm.scheduledHint, { zone: isolatedLtr(timeZone) })}
          timeZone={timeZone}
          {...inputOf(props, 'scheduled_at')}
        />
      )}
      <Checkbox size="sm" label={t(($) => $.invoiceForm.byEmail)} {...flag('notify_by_email')} />
      <Checkbox size="sm" label={t(($) => $.invoiceForm.bySms)} {...flag('notify_by_phone')} />
      <Checkbox
        className="wide"
        size="sm"
        label={t(($) => $.invoiceForm.receipt)}
        {...(template ? {} : { description: t(($) => $.invoiceForm.receiptHint) })}
        {...flag('send_email_confirmation')}
      />
    </FormSection>
  )
}
