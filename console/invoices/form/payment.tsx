import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { latePayments } from '#contract/late-payments.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { useOffered } from '#console/kit/form/offered.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { inputOf, type FormProps } from './inputs.ts'
import styles from './invoice-editor.module.css'

/** How the invoice can be paid: by which methods, in parts or whole, and what becomes of money beyond it. */
export function Payment(props: FormProps & { template: boolean }): ReactNode {
  const { t } = useTranslation()
  const { form, template } = props
  const flag = (path: string) => inputOf(props, path, 'checkbox')
  return (
    <FormSection title={t(($) => $.invoiceForm.payment)} folded>
      <div className="wide">
        <Methods {...props} />
      </div>
      <Checkbox className="wide" size="sm" label={t(($) => $.invoiceForm.allowPartial)} {...flag('allow_partial')} />
      {!template && form.values.allow_partial && (
        <AmountInput
          className="wide"
          label={t(($) => $.invoiceForm.leastPartial)}
          description={t(($) => $.invoiceForm.leastPartialHint)}
          currency={form.values.currency}
          {...inputOf(props, 'least_partial_amount')}
        />
      )}
      <Checkbox className="wide" size="sm" label={t(($) => $.invoiceForm.showQrCode)} {...flag('show_qr_code')} />
      {!template && (
        <>
          <NativeSelect
            className="wide"
            label={t(($) => $.linkForm.latePayment)}
            description={t(($) => $.invoiceForm.lateHint)}
            data={latePayments.map((value) => ({ value, label: wireWord('latePayments', value) }))}
            {...inputOf(props, 'late_payment')}
          />
          {(['success_url', 'failure_url'] as const).map((name) => (
            <TextInput
              key={name}
              className="wide"
              type="url"
              dir="ltr"
              label={t(($) => $.linkForm.urls[name])}
              placeholder="https://"
              {...inputOf(props, name)}
            />
          ))}
        </>
      )}
    </FormSection>
  )
}

/** All methods, or some of those that a channel takes for the currency. */
function Methods(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, fixed } = props
  const { currency, payment_methods: chosen, billing_address } = form.values
  const country = billing_address.country_code || user.country
  const offered = useOffered({ environment: environmentOf(user), currency, country })
  const types = [...new Set([...(offered ?? []).map(({ type }) => type as string), ...chosen])]
  const disabled = fixed.has('payment_methods')
  if (offered && types.length === 0)
    return <p className={styles['hint']}>{t(($) => $.pageEditor.noChannel, { currency })}</p>
  return (
    <Checkbox.Group
      label={t(($) => $.invoiceForm.methods)}
      description={t(($) => $.invoiceForm.methodsHint)}
      value={chosen}
      error={form.errors['payment_methods']}
      onChange={(next) => form.setFieldValue('payment_methods', next)}
    >
      <div className={styles['choices']}>
        {types.map((type) => (
          <Checkbox key={type} size="sm" value={type} label={wireWord('methods', type)} disabled={disabled} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
