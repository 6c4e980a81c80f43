import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { Costs } from './costs.tsx'
import { Customer } from './customer.tsx'
import type { FormProps } from './inputs.ts'
import { PriceSelect } from './price-select.tsx'
import { Rest } from './rest.tsx'
import { When } from './when.tsx'

/** The fields of a subscription; groups of rarely used fields start folded. */
export function SubscriptionInputs({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const isRegular = form.values.subscription_type === 'REGULAR'
  return (
    <>
      <FormSection title={t(($) => $.subscriptions.price)}>
        <PriceSelect form={form} />
        {isRegular ? (
          <DecimalInput label={t(($) => $.subscriptions.quantity)} decimals={0} {...form.getInputProps('quantity')} />
        ) : (
          <>
            <AmountInput
              label={t(($) => $.subscriptionForm.initialAmount)}
              description={t(($) => $.subscriptionForm.initialAmountHint)}
              currency={form.values.currency}
              {...form.getInputProps('initial_amount')}
            />
            <AmountInput
              label={t(($) => $.subscriptionForm.maxAmount)}
              description={t(($) => $.subscriptionForm.maxAmountHint)}
              currency={form.values.currency}
              {...form.getInputProps('max_amount')}
            />
          </>
        )}
        <TextInput
          className="wide"
          label={t(($) => $.linkForm.description)}
          description={t(($) => $.linkForm.descriptionHint)}
          dir="auto"
          maxLength={500}
          {...form.getInputProps('description')}
        />
      </FormSection>
      <Customer form={form} />
      {isRegular && <When form={form} />}
      <Costs form={form} />
      <Rest form={form} />
    </>
  )
}
