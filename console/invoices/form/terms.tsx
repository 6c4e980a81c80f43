import { Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { dayWords } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { inputOf, type FormProps } from './inputs.ts'

interface TermsProps extends FormProps {
  /** The number that the series would give; empty where it is not known. */
  nextNumber: string
  /** The latest date of an issued invoice; empty where there is none. */
  latestDate: string
}

/** Numbers and days of the invoice, and what it is about. */
export function Terms({ nextNumber, latestDate, ...props }: TermsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { invoice_date: date } = props.form.values
  const isEarlier = date !== '' && date < latestDate && !props.fixed.has('invoice_date')
  const input = (path: string) => inputOf(props, path)
  return (
    <FormSection title={t(($) => $.invoiceForm.terms)}>
      <TextInput
        type="date"
        label={t(($) => $.invoiceForm.invoiceDate)}
        {...(isEarlier
          ? { description: t(($) => $.invoiceForm.earlierDate, { date: dayWords(latestDate, language) }) }
          : {})}
        {...input('invoice_date')}
      />
      <TextInput type="date" label={t(($) => $.invoiceForm.dueDate)} {...input('due_date')} />
      <CurrencySelect label={t(($) => $.linkForm.currency)} {...input('currency')} />
      <TextInput
        label={t(($) => $.invoiceForm.number)}
        description={
          nextNumber
            ? t(($) => $.invoiceForm.numberNext, { number: isolatedLtr(nextNumber) })
            : t(($) => $.invoiceForm.numberHint)
        }
        dir="ltr"
        autoComplete="off"
        maxLength={limits.invoiceNumberLength}
        {...input('invoice_number')}
      />
      <TextInput
        className="wide"
        label={t(($) => $.invoiceForm.reference)}
        description={t(($) => $.invoiceForm.referenceHint)}
        dir="ltr"
        autoComplete="off"
        maxLength={100}
        {...input('merchant_invoice_ref')}
      />
      <Description {...props} />
      <Delivery {...props} />
    </FormSection>
  )
}

/** What the invoice is about, above its lines. */
export function Description(props: FormProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Textarea
      className="wide"
      label={t(($) => $.linkForm.description)}
      description={t(($) => $.invoiceForm.descriptionHint)}
      dir="auto"
      autosize
      minRows={1}
      maxRows={6}
      maxLength={500}
      {...inputOf(props, 'description')}
    />
  )
}

/** When what is invoiced was delivered: tax offices and accounting ask for it. */
function Delivery(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form, fixed } = props
  const { delivered } = form.values
  return (
    <>
      <Select
        className="wide"
        label={t(($) => $.invoiceForm.delivered)}
        allowDeselect={false}
        data={(['', 'day', 'period'] as const).map((value) => ({
          value,
          label: t(($) => $.invoiceForm.deliveredWhen[value || 'none']),
        }))}
        {...form.getInputProps('delivered')}
        disabled={fixed.has('delivery_date')}
      />
      {delivered === 'day' && (
        <TextInput
          className="wide"
          type="date"
          label={t(($) => $.invoiceForm.deliveryDate)}
          {...inputOf(props, 'delivery_date')}
        />
      )}
      {delivered === 'period' && (
        <>
          <TextInput type="date" label={t(($) => $.invoiceForm.periodFrom)} {...inputOf(props, 'period.from')} />
          <TextInput type="date" label={t(($) => $.invoiceForm.periodTo)} {...inputOf(props, 'period.to')} />
        </>
      )}
    </>
  )
}
