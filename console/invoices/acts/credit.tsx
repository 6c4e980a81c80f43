import { Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import type { FieldError } from '#contract/faults.ts'
import { createCreditNote } from '#contract/credit-notes.ts'
import { readInvoice } from '#contract/invoices.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import '#console/kit/form/radio-styles.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Modal } from '@mantine/core'
import { ofInvoices } from '../calls.ts'
import type { ActDialogueProps } from '../invoice-acts.tsx'
import styles from '../invoices.module.css'

/** The dialogue of a credit note: for all that is left, for some lines, or for an amount. */
export default function CreditInvoice({ invoice, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const whole = useCall(readInvoice, { body: { invoice_ref: invoice.invoice_ref } })
  if (whole.data) return <Credit invoice={whole.data} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={t(($) => $.invoices.acts.credit)} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <Unanswered query={whole} lines={4} />
    </Modal>
  )
} // prettier-ignore

const kinds = ['whole', 'lines', 'amount'] as const
interface CreditValues {
  kind: (typeof kinds)[number]
  /** Of each line, what of its quantity is credited. */
  quantities: string[]
  amount: string
  reason: string
}

function Credit({ invoice, onClose }: { invoice: Invoice; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { currency, amount_due: due } = invoice
  const sentLines = useRef<readonly { line: number }[]>([])
  const callForm = useCallForm(createCreditNote, {
    initial: { kind: 'whole', quantities: invoice.line_items.map(() => ''), amount: '', reason: '' } as CreditValues,
    path: { ref: invoice.invoice_ref },
    toBody: ({ kind, quantities, amount, reason }) => ({
      reason,
      ...(kind === 'amount' ? { amount: amountNumber(amount) } : {}),
      ...(kind === 'lines' ? { lines: (sentLines.current = creditedLines(quantities)) } : {}),
    }),
    fieldOf: (path) => quantityField(path, sentLines.current),
    check: (values) => creditErrors(values, invoice),
    refreshes: ofInvoices,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={t(($) => $.invoices.acts.credit)}
      submit={t(($) => $.invoices.createCredit)}
      onClose={onClose}
    >
      <p>
        {due > 0
          ? t(($) => $.invoices.creditText, { amount: amountInText(due, currency, language) })
          : t(($) => $.invoices.creditRefunded)}
      </p>
      <Radio.Group label={t(($) => $.invoices.creditOf)} {...form.getInputProps('kind')}>
        <div className={styles['choices']}>
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(($) => $.invoices.creditKinds[kind])} />
          ))}
        </div>
      </Radio.Group>
      {form.values.kind === 'lines' && <Quantities form={form} invoice={invoice} />}
      {form.values.kind === 'amount' && (
        <AmountInput
          label={t(($) => $.linkForm.amount)}
          description={t(($) => $.invoices.creditAmountHint)}
          currency={currency}
          {...form.getInputProps('amount')}
        />
      )}
      <TextInput
        label={t(($) => $.invoices.creditReason)}
        description={t(($) => $.invoices.creditReasonHint)}
        dir="auto"
        maxLength={200}
        required
        {...form.getInputProps('reason')}
      />
    </FormDialogue>
  )
}

function Quantities({ form, invoice }: { form: UseFormReturnType<CreditValues>; invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t(($) => $.invoices.creditKinds.lines)} className={styles['quantities']}>
      {invoice.line_items.map(({ detail, quantity }, at) => (
        <DecimalInput
          key={at}
          label={<bdi>{detail}</bdi>}
          description={t(($) => $.invoices.quantityOf, { quantity, detail: isolated(detail) })}
          {...form.getInputProps(`quantities.${at}`)}
        />
      ))}
    </div>
  )
}

/** The input of a credited line: the request names only those of which something is credited. */
function quantityField(path: string, sent: readonly { line: number }[]): string {
  const [, place] = /^lines(?:\.(\d+))?/.exec(path) ?? []
  return path.startsWith('lines') ? `quantities.${sent[Number(place)]?.line ?? 0}` : path
}

const creditedLines = (quantities: readonly string[]) =>
  quantities.flatMap((written, line) => {
    const quantity = amountNumber(written)
    return quantity === undefined || quantity === 0 ? [] : [{ line, quantity }]
  })

function creditErrors({ kind, quantities, amount }: CreditValues, { line_items: lines }: Invoice): FieldError[] {
  if (kind === 'amount') {
    const number = amountNumber(amount)
    return number === undefined || number <= 0 ? [{ path: 'amount', reason: 'not_positive', text: '' }] : []
  }
  if (kind === 'whole') return []
  if (creditedLines(quantities).length === 0) return [{ path: 'quantities.0', reason: 'required', text: '' }]
  return quantities.flatMap((written, at) =>
    (amountNumber(written) ?? 0) > (lines[at]?.quantity ?? 0)
      ? [{ path: `quantities.${at}`, reason: 'too_big', params: { limit: lines[at]?.quantity ?? 0 }, text: '' }]
      : [],
  )
} // prettier-ignore
