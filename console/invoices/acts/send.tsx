import { Checkbox, NativeSelect, Radio, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoice } from '#contract/invoices.ts'
import { sendInvoice } from '#contract/invoice-messages.ts'
import { invoiceStates } from '#contract/invoice-states.ts'
import { limits } from '#contract/limits.ts'
import { messageWays, type MessageWay } from '#contract/messages.ts'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import type { FieldError } from '#contract/faults.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import '#console/kit/form/radio-styles.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { ofInvoices } from '../calls.ts'
import { Missings } from '../missings.tsx'
import type { ActDialogueProps } from '../invoice-acts.tsx'
import styles from '../invoices.module.css'

/** The dialogue that sends an invoice to its customer, now or at a moment. */
export default function SendInvoice({ invoice, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  const whole = useCall(readInvoice, { body: { invoice_ref: invoice.invoice_ref } })
  const { email, phone } = invoice
  const planned = invoiceStates.can(invoice.status, 'schedule')
  const callForm = useCallForm(sendInvoice, {
    initial: {
      ways: (email ? ['email'] : phone ? ['sms'] : []) as MessageWay[],
      language: '' as Language | '',
      recipients: '',
      when: 'now' as 'now' | 'later',
      scheduled_at: '',
    },
    path: { ref: invoice.invoice_ref },
    toBody: ({ ways, language, recipients, when, scheduled_at }) => ({
      ways,
      language,
      ...(ways.includes('email') && addresses(recipients).length > 0 ? { recipients: addresses(recipients) } : {}),
      ...(when === 'later' ? { scheduled_at } : {}),
    }),
    fieldOf: (path) => path.replace(/^recipients\..*/, 'recipients'),
    check: ({ ways, when, scheduled_at }): FieldError[] => [
      ...(ways.length === 0 ? [{ path: 'ways', reason: 'required', text: '' }] : []),
      ...(when === 'later' && !scheduled_at ? [{ path: 'scheduled_at', reason: 'required', text: '' }] : []),
    ],
    refreshes: ofInvoices,
    onDone: onClose,
  })
  const { form } = callForm
  const to: Record<MessageWay, string> = { email, sms: phone }
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.invoices.sendTitle)}
      submit={t(($) => (form.values.when === 'later' ? $.invoices.schedule : $.invoices.acts.send))}
      onClose={onClose}
    >
      {whole.data ? <Missings invoice={whole.data} of="document" /> : <LinesSkeleton lines={1} />}
      {planned && <p>{t(($) => $.invoices.sendIssues)}</p>}
      <Checkbox.Group label={t(($) => $.invoices.sendBy)} {...form.getInputProps('ways')}>
        <div className={styles['choices']}>
          {messageWays.map((way) => (
            <Checkbox
              key={way}
              size="sm"
              value={way}
              disabled={to[way] === ''}
              label={
                to[way]
                  ? t(($) => (way === 'email' ? $.share.byEmail : $.share.bySms), { to: isolatedLtr(to[way]) })
                  : t(($) => $.invoices.noAddress[way])
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      {form.values.ways.includes('email') && (
        <Textarea
          label={t(($) => $.invoices.recipients)}
          description={t(($) => $.invoices.recipientsHint, { count: limits.invoiceRecipients })}
          dir="ltr"
          autosize
          minRows={1}
          {...form.getInputProps('recipients')}
        />
      )}
      <NativeSelect
        label={t(($) => $.linkForm.language)}
        data={[
          { value: '', label: t(($) => $.invoices.ownLanguage) },
          ...languageTags.map((value) => ({ value, label: languages[value].name })),
        ]}
        {...form.getInputProps('language')}
      />
      {planned && (
        <Radio.Group label={t(($) => $.invoices.sendWhen)} {...form.getInputProps('when')}>
          <div className={styles['choices']}>
            <Radio value="now" label={t(($) => $.invoices.now)} />
            <Radio value="later" label={t(($) => $.invoices.later)} />
          </div>
        </Radio.Group>
      )}
      {form.values.when === 'later' && (
        <MomentInput
          label={t(($) => $.invoiceForm.scheduledAt)}
          description={t(($) => $.invoiceForm.scheduledHint, { zone: isolatedLtr(timeZone) })}
          timeZone={timeZone}
          {...form.getInputProps('scheduled_at')}
        />
      )}
      <p className={styles['hint']}>{t(($) => $.share.onceAMinute)}</p>
      <OutboxHint />
    </FormDialogue>
  )
}

/** The addresses of a text, between commas, semicolons or lines. */
const addresses = (text: string) =>
  text
    .split(/[\s,;،]+/)
    .map((one) => one.trim())
    .filter(Boolean)
