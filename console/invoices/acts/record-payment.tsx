import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { recordInvoicePayment } from '#contract/invoices.ts'
import { currencies } from '#contract/kit/money.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { ofInvoices } from '../calls.ts'
import type { ActDialogueProps } from '../invoice-acts.tsx'

const methods = recordInvoicePayment.body.shape.method.options

/** The dialogue that records money which came outside, with its evidence; the server asks for a step-up. */
export default function RecordPayment({ invoice, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const { currency, amount_due: due } = invoice
  const [initial] = useState(() => ({
    amount: due.toFixed(currencies[currency]),
    received_on: dayAt(new Date(), timeZone),
    method: 'bank_transfer' as (typeof methods)[number],
    evidence: '',
  }))
  const callForm = useCallForm(recordInvoicePayment, {
    initial,
    path: { ref: invoice.invoice_ref },
    toBody: (values) => ({ ...values, amount: amountNumber(values.amount) }),
    check: ({ amount }) => {
      const number = amountNumber(amount)
      if (number !== undefined && number <= 0) return [{ path: 'amount', reason: 'not_positive', text: '' }]
      const params = { left: due, currency }
      return number !== undefined && number > due ? [{ path: 'amount', reason: 'more_than_due', params, text: '' }] : []
    },
    refreshes: ofInvoices,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue {...callForm} title={t(($) => $.invoices.recordTitle)} submit={t(($) => $.invoices.record)} onClose={onClose}>
      <p>{t(($) => $.invoices.recordText, { amount: amountInText(due, currency, language) })}</p>
      <AmountInput label={t(($) => $.linkForm.amount)} currency={currency} {...form.getInputProps('amount')} />
      <TextInput type="date" label={t(($) => $.invoices.receivedOn)} {...form.getInputProps('received_on')} />
      <NativeSelect
        label={t(($) => $.invoices.receivedBy)}
        data={methods.map((value) => ({ value, label: wireWord('outsideMethods', value) }))}
        {...form.getInputProps('method')}
      />
      <Textarea
        label={t(($) => $.word.evidence)}
        description={t(($) => $.invoices.evidenceHint)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={limits.evidenceLength}
        required
        {...form.getInputProps('evidence')}
      />
    </FormDialogue>
  )
} // prettier-ignore
