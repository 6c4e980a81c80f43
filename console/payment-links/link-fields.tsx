import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { latePayments } from '#contract/late-payments.ts'
import { languages, languageTags } from '#i18n/languages.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { CountrySelect, CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import type { LinkValues } from './link-form.ts'

type Props = { form: UseFormReturnType<LinkValues> }

/** The fields of a payment link; groups of rarely used fields start folded. */
export function LinkFields({ form }: Props): ReactNode {
  return (
    <>
      <Order form={form} />
      <Customer form={form} />
      <Validity form={form} />
      <Addresses form={form} />
      <PageLook form={form} />
      <Billing form={form} />
      <OwnFields form={form} />
    </>
  )
}

function Order({ form }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.linkForm.order)}>
      <AmountInput
        label={t(($) => $.linkForm.amount)}
        autoFocus
        currency={form.values.currency}
        {...form.getInputProps('amount')}
      />
      <CurrencySelect label={t(($) => $.linkForm.currency)} {...form.getInputProps('currency')} />
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.description)}
        description={t(($) => $.linkForm.descriptionHint)}
        dir="auto"
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.orderId)}
        description={t(($) => $.linkForm.orderIdHint)}
        dir="ltr"
        maxLength={100}
        {...form.getInputProps('merchant_order_id')}
      />
    </FormSection>
  )
}

function Customer({ form }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.linkForm.customer)}>
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.customerName)}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('customer_name')}
      />
      <TextInput
        label={t(($) => $.linkForm.email)}
        type="email"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t(($) => $.linkForm.phone)}
        type="tel"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
      <CountrySelect className="wide" label={t(($) => $.linkForm.country)} {...form.getInputProps('country')} />
      <Notify form={form} />
    </FormSection>
  )
}

/** The checkboxes that send the link when it is created; each is enabled when the form has the address. */
function Notify({ form }: Props): ReactNode {
  const { t } = useTranslation()
  const [email, phone] = [form.values.email.trim() !== '', form.values.phone.trim() !== '']
  if (!email && !phone) return null
  const { notify_by_email: byEmail, notify_by_phone: byPhone } = form.values
  return (
    <>
      {email && (
        <Checkbox
          className="wide"
          size="sm"
          label={t(($) => $.linkForm.notifyByEmail)}
          {...form.getInputProps('notify_by_email', { type: 'checkbox' })}
        />
      )}
      {phone && (
        <Checkbox
          className="wide"
          size="sm"
          label={t(($) => $.linkForm.notifyByPhone)}
          {...form.getInputProps('notify_by_phone', { type: 'checkbox' })}
        />
      )}
      {((email && byEmail) || (phone && byPhone)) && (
        <Select
          label={t(($) => $.linkForm.language)}
          allowDeselect={false}
          data={languageTags.map((value) => ({ value, label: languages[value].name }))}
          {...form.getInputProps('language')}
        />
      )}
    </>
  )
}

function Validity({ form }: Props): ReactNode {
  const { t } = useTranslation()
  const hours = Math.trunc(amountNumber(form.values.expiry_hours) ?? 0)
  return (
    <FormSection title={t(($) => $.linkForm.validity)} folded>
      <TextInput
        label={t(($) => $.linkForm.expiryHours)}
        description={
          hours > 0 ? t(($) => $.linkForm.expiresIn, { count: hours }) : t(($) => $.linkForm.expiryHoursHint)
        }
        inputMode="numeric"
        dir="ltr"
        {...form.getInputProps('expiry_hours')}
      />
      <Select
        label={t(($) => $.linkForm.latePayment)}
        description={t(($) => $.linkForm.latePaymentHint)}
        allowDeselect={false}
        data={latePayments.map((value) => ({ value, label: wireWord('latePayments', value) }))}
        {...form.getInputProps('late_payment')}
      />
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.source)}
        description={t(($) => $.linkForm.sourceHint)}
        dir="auto"
        maxLength={40}
        {...form.getInputProps('source')}
      />
    </FormSection>
  )
}

const urls = ['success_url', 'failure_url', 'merchant_back_url'] as const
function Addresses({ form }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.linkForm.addresses)} folded>
      {urls.map((name) => (
        <TextInput
          key={name}
          className="wide"
          type="url"
          dir="ltr"
          label={t(($) => $.linkForm.urls[name])}
          placeholder="https://"
          {...form.getInputProps(name)}
        />
      ))}
    </FormSection>
  )
}

function PageLook({ form }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.linkForm.page)} folded>
      <TextInput
        label={t(($) => $.linkForm.merchantName)}
        description={t(($) => $.linkForm.merchantNameHint)}
        dir="auto"
        maxLength={120}
        {...form.getInputProps('merchant_details.name')}
      />
      <TextInput
        label={t(($) => $.linkForm.logo)}
        description={t(($) => $.linkForm.logoHint)}
        type="url"
        dir="ltr"
        placeholder="https://"
        {...form.getInputProps('merchant_details.logo')}
      />
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.promoCode)}
        dir="ltr"
        maxLength={40}
        {...form.getInputProps('merchant_details.promo_code')}
      />
      <AmountInput
        label={t(($) => $.linkForm.promoDiscount)}
        description={t(($) => $.linkForm.includedHint)}
        currency={form.values.currency}
        {...form.getInputProps('merchant_details.promo_discount')}
      />
      <AmountInput
        label={t(($) => $.linkForm.shipping)}
        description={t(($) => $.linkForm.includedHint)}
        currency={form.values.currency}
        {...form.getInputProps('merchant_details.shipping_charges')}
      />
    </FormSection>
  )
}

function Billing({ form }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.linkForm.billing)} folded>
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.line1)}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('billing_address.line_1')}
      />
      <TextInput
        className="wide"
        label={t(($) => $.linkForm.line2)}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('billing_address.line_2')}
      />
      <TextInput
        label={t(($) => $.linkForm.city)}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('billing_address.city')}
      />
      <CountrySelect label={t(($) => $.linkForm.country)} {...form.getInputProps('billing_address.country_code')} />
    </FormSection>
  )
}

const ownFields = [1, 2, 3, 4, 5] as const
function OwnFields({ form }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.linkForm.ownFields)} folded>
      {ownFields.map((number) => (
        <Textarea
          key={number}
          className="wide"
          label={t(($) => $.linkForm.ownField, { number })}
          dir="auto"
          rows={1}
          maxLength={200}
          {...form.getInputProps(`user_configured_field${number}`)}
        />
      ))}
    </FormSection>
  )
}
