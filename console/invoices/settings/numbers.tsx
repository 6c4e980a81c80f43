import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoiceSettings, updateInvoiceSettings, type InvoiceSettings } from '#contract/invoice-settings.ts'
import { defaultPatterns } from '#contract/invoice-numbers.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import type { SettingsProps } from './seller.tsx'
import styles from './settings.module.css'

interface NumbersProps extends SettingsProps {
  settings: InvoiceSettings
  mayEdit: boolean
  onJumped: (settings: InvoiceSettings) => void
}

/** The series of invoices and of credit notes: the form of their numbers, and the next one. */
export function Numbers({ form, settings, mayEdit, onJumped }: NumbersProps): ReactNode {
  const { t } = useTranslation()
  const [jumping, setJumping] = useState(false)
  const pattern = (name: 'number_pattern' | 'credit_note_pattern', next: string) => (
    <TextInput
      label={t(($) => $.invoiceSettings.patterns[name])}
      description={t(($) => $.invoiceSettings.nextNumber, { number: isolatedLtr(next) })}
      dir="ltr"
      autoComplete="off"
      maxLength={40}
      placeholder={defaultPatterns[name === 'number_pattern' ? 'invoice' : 'credit_note']}
      {...form.getInputProps(name)}
    />
  )
  return (
    <FormSection title={t(($) => $.invoiceSettings.numbers)}>
      {pattern('number_pattern', settings.next_number)}
      {pattern('credit_note_pattern', settings.next_credit_note_number)}
      <p className={`wide ${styles['hint']}`}>{t(($) => $.invoiceSettings.patternHint)}</p>
      {mayEdit && (
        <div className="wide">
          <Button size="xs" variant="default" onClick={() => setJumping(true)}>
            {t(($) => $.invoiceSettings.jump)}
          </Button>
        </div>
      )}
      <div className="wide">
        <Switch
          label={t(($) => $.invoiceSettings.creditRefunds)}
          description={t(($) => $.invoiceSettings.creditRefundsHint)}
          {...form.getInputProps('credit_refunds', { type: 'checkbox' })}
        />
      </div>
      {jumping && <Jump settings={settings} onJumped={onJumped} onClose={() => setJumping(false)} />}
    </FormSection>
  )
}

/** The dialogue that goes ahead in a series: the numbers between are declared as a gap, with its reason. */
function Jump(props: {
  settings: InvoiceSettings
  onJumped: (settings: InvoiceSettings) => void
  onClose: () => void
}): ReactNode {
  const { settings, onJumped, onClose } = props
  const { t } = useTranslation()
  const callForm = useCallForm(updateInvoiceSettings, {
    initial: { series: 'invoice' as 'invoice' | 'credit_note', counter: '', reason: '' },
    toBody: ({ series, counter, reason }) => ({
      revision: settings.revision,
      next_counter: { series, counter: amountNumber(counter), reason },
    }),
    fieldOf: (path) => path.replace('next_counter.', ''),
    refreshes: [readInvoiceSettings],
    onDone: ({ answer }) => {
      onJumped(answer)
      onClose()
    },
  })
  const { form } = callForm
  const next = form.values.series === 'invoice' ? settings.next_number : settings.next_credit_note_number
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.invoiceSettings.jumpTitle)}
      submit={t(($) => $.invoiceSettings.jump)}
      onClose={onClose}
    >
      <p>{t(($) => $.invoiceSettings.jumpText)}</p>
      <NativeSelect
        label={t(($) => $.invoiceSettings.series)}
        data={(['invoice', 'credit_note'] as const).map((value) => ({
          value,
          label: t(($) => $.invoiceSettings.seriesKinds[value]),
        }))}
        {...form.getInputProps('series')}
      />
      <TextInput
        label={t(($) => $.invoiceSettings.counter)}
        description={t(($) => $.invoiceSettings.nextNumber, { number: isolatedLtr(next) })}
        inputMode="numeric"
        dir="ltr"
        {...form.getInputProps('counter')}
      />
      <TextInput
        label={t(($) => $.invoiceSettings.jumpReason)}
        dir="auto"
        maxLength={200}
        required
        {...form.getInputProps('reason')}
      />
    </FormDialogue>
  )
}
