import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { frequencyMost } from '#contract/subscription-periods.ts'
import { subscriptionTypes } from '#contract/subscription-states.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { periodsOf, type PriceValues } from './price-form.ts'

/** The fields of a price: what it is called, what it takes, and how often. */
export function PriceInputs({ form }: { form: UseFormReturnType<PriceValues> }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t(($) => $.prices.what)}>
        <TextInput
          className="wide"
          label={t(($) => $.prices.name)}
          description={t(($) => $.prices.nameHint)}
          dir="auto"
          maxLength={100}
          autoFocus
          {...form.getInputProps('name')}
        />
        <Textarea
          className="wide"
          label={t(($) => $.linkForm.description)}
          dir="auto"
          rows={1}
          autosize
          maxLength={100}
          {...form.getInputProps('description')}
        />
        <TextInput
          className="wide"
          label={t(($) => $.linkForm.orderId)}
          description={t(($) => $.linkForm.orderIdHint)}
          dir="ltr"
          maxLength={100}
          {...form.getInputProps('merchant_order_ref')}
        />
      </FormSection>
      <FormSection title={t(($) => $.prices.howMuch)}>
        <RadioChoices
          className="wide"
          label={t(($) => $.prices.type)}
          choices={subscriptionTypes.map((type) => ({
            value: type,
            label: codeWord('subscriptionTypes', type),
            description: t(($) => $.prices.typeTexts[type]),
          }))}
          {...form.getInputProps('plan_type')}
        />
        {form.values.plan_type === 'REGULAR' && (
          <AmountInput
            label={t(($) => $.linkForm.amount)}
            currency={form.values.currency}
            {...form.getInputProps('amount')}
          />
        )}
        <CurrencySelect label={t(($) => $.linkForm.currency)} {...form.getInputProps('currency')} />
        {form.values.plan_type === 'REGULAR' && <Rhythm form={form} />}
      </FormSection>
    </>
  )
}

function Rhythm({ form }: { form: UseFormReturnType<PriceValues> }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { period } = form.values
  return (
    <>
      <TextInput
        label={t(($) => $.prices.frequency)}
        description={t(($) => $.prices.frequencyHint, { most: frequencyMost[period] })}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('frequency')}
      />
      <NativeSelect
        label={t(($) => $.prices.period)}
        description={t(($) => $.prices.periodHint)}
        data={periodsOf(environment).map((value) => ({ value, label: codeWord('periods', value) }))}
        {...form.getInputProps('period')}
      />
    </>
  )
}
