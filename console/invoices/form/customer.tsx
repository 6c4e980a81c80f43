import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, languageTags } from '#i18n/languages.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { inputOf, type FormProps } from './inputs.ts'
import { addressParts } from './invoice-form.ts'
import { SuggestInput } from './suggest-input.tsx'

/** Who the invoice is for; one who had an invoice before brings address and numbers. */
export function Customer(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form } = props
  const input = (path: string) => inputOf(props, path)
  return (
    <>
      <FormSection title={t(($) => $.invoiceForm.customer)}>
        <SuggestInput
          of="customer"
          className="wide"
          label={t(($) => $.invoiceForm.customerName)}
          maxLength={120}
          required
          withAsterisk={false}
          {...input('customer.name')}
          onTake={(used) => form.setValues(withCustomer(form.getValues(), used))}
        />
        <TextInput label={t(($) => $.linkForm.email)} type="email" dir="ltr" autoComplete="off" {...input('customer.email')} />
        <TextInput label={t(($) => $.linkForm.phone)} type="tel" dir="ltr" autoComplete="off" {...input('customer.phone')} />
        <Select
          className="wide"
          label={t(($) => $.invoiceForm.language)}
          description={t(($) => $.invoiceForm.languageHint)}
          allowDeselect={false}
          data={languageTags.map((value) => ({ value, label: languages[value].name }))}
          {...input('customer.language')}
        />
      </FormSection>
      <FormSection title={t(($) => $.invoiceForm.address)} folded>
        <Address of="billing_address" {...props} />
        <Shipping {...props} />
      </FormSection>
      <FormSection title={t(($) => $.invoiceForm.buyer)} folded>
        <TextInput label={t(($) => $.invoiceForm.taxNumber)} dir="ltr" maxLength={40} autoComplete="off" {...input('buyer.tax_number')} />
        <TextInput label={t(($) => $.invoiceForm.companyNumber)} dir="ltr" maxLength={40} autoComplete="off" {...input('buyer.company_number')} />
        <TextInput
          label={t(($) => $.invoiceForm.buyerReference)}
          description={t(($) => $.invoiceForm.buyerReferenceHint)}
          dir="auto"
          maxLength={100}
          {...input('buyer.reference')}
        />
        <TextInput
          label={t(($) => $.invoiceForm.purchaseOrder)}
          description={t(($) => $.invoiceForm.purchaseOrderHint)}
          dir="auto"
          maxLength={100}
          {...input('buyer.purchase_order')}
        />
        <TextInput
          label={t(($) => $.invoiceForm.endpointScheme)}
          description={t(($) => $.invoiceForm.endpointSchemeHint)}
          dir="ltr"
          maxLength={4}
          placeholder="0088"
          {...input('buyer.endpoint.scheme')}
        />
        <TextInput
          label={t(($) => $.invoiceForm.endpointId)}
          description={t(($) => $.invoiceForm.endpointIdHint)}
          dir="ltr"
          maxLength={100}
          {...input('buyer.endpoint.id')}
        />
      </FormSection>
    </>
  )
} // prettier-ignore

type Address = 'billing_address' | 'shipping_address'

function Address({ of, ...props }: FormProps & { of: Address }): ReactNode {
  const { t } = useTranslation()
  return addressParts.map((part) =>
    part === 'country_code' ? (
      <CountrySelect key={part} label={t(($) => $.linkForm.country)} {...inputOf(props, `${of}.${part}`)} />
    ) : (
      <TextInput
        key={part}
        {...(part.startsWith('line') ? { className: 'wide' } : {})}
        label={t(($) => $.invoiceForm.addressParts[part])}
        dir="auto"
        autoComplete="off"
        maxLength={part.startsWith('line') ? 120 : part === 'zip_code' ? 20 : 80}
        {...inputOf(props, `${of}.${part}`)}
      />
    ),
  )
}

/** Where things are sent, which most invoices need not say. */
function Shipping(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form, fixed } = props
  const given = Object.values(form.values.shipping_address).some((text) => text)
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Checkbox
        className="wide"
        size="sm"
        label={t(($) => $.invoiceForm.shipsElsewhere)}
        checked={given || asked}
        disabled={fixed.has('shipping_address')}
        onChange={(event) => {
          setAsked(event.currentTarget.checked)
          if (!event.currentTarget.checked)
            for (const part of addressParts) form.setFieldValue(`shipping_address.${part}`, '')
        }}
      />
      {(given || asked) && <Address of="shipping_address" {...props} />}
    </>
  )
}

type Values = FormProps['form']['values']
type Texts = Record<string, string>
/** The form with what is known of a customer; what is not known is taken away, since it was somebody else's. */
function withCustomer(values: Values, used: Record<string, unknown>): Values {
  const known = (name: string) => (used[name] ?? {}) as Texts
  const texts = <T extends object>(empty: T, of: Texts): T =>
    Object.fromEntries(Object.entries(empty).map(([name]) => [name, of[name] ?? ''])) as T
  const { customer, billing_address, shipping_address, buyer } = values
  const { endpoint, ...parts } = buyer
  return {
    ...values,
    customer: { ...customer, ...texts({ name: '', email: '', phone: '', time_zone: '' }, known('customer')), language: languageTags.find((tag) => tag === known('customer')['language']) ?? customer.language },
    billing_address: texts(billing_address, known('billing_address')),
    shipping_address: texts(shipping_address, known('shipping_address')),
    buyer: { ...texts(parts, known('buyer')), endpoint: texts(endpoint, (known('buyer')['endpoint'] ?? {}) as unknown as Texts) },
  }
} // prettier-ignore
