import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { pageTypes } from '#contract/payment-page-states.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { MarkedText } from './marked-input.tsx'
import type { PageValues } from './page-form.ts'
import { Pictures } from './pictures.tsx'

export interface SectionProps {
  form: UseFormReturnType<PageValues>
}
interface ProductProps extends SectionProps {
  /** Type and currency stay once somebody has ordered. */
  ordered: boolean
  /** The page has a limit already: its units are changed on its own screen. */
  limited: boolean
}

/** What is sold, for how much, and how many there are. */
export function Product({ form, ordered, limited }: ProductProps): ReactNode {
  const { t } = useTranslation()
  const { page_type: type, currency, stock } = form.values
  const word = (name: string) => wireWord('pageFields', name)
  const amount = (name: string) => ({ currency, ...form.getInputProps(name) })
  return (
    <FormSection title={t(($) => $.pageEditor.product)}>
      <TextInput className="wide" label={word('title')} maxLength={80} dir="auto" data-autofocus {...form.getInputProps('title')} />
      <div className="wide">
        <MarkedText label={word('description')} {...form.getInputProps('description')} />
      </div>
      <div className="wide">
        <Pictures form={form} />
      </div>
      <NativeSelect
        className="wide"
        label={word('page_type')}
        description={ordered ? t(($) => $.pageEditor.typeStays) : codeWordOf(type)}
        disabled={ordered}
        data={pageTypes.map((value) => ({ value, label: codeWord('pageTypes', value) }))}
        {...form.getInputProps('page_type')}
      />
      <AmountInput
        label={type === 'custom_amount' ? t(($) => $.pageEditor.suggested) : word('amount')}
        {...(type === 'custom_amount' && { description: t(($) => $.pageEditor.suggestedHint) })}
        {...amount('amount')}
      />
      <CurrencySelect label={word('currency')} disabled={ordered} {...form.getInputProps('currency')} />
      {type === 'custom_amount' && (
        <>
          <AmountInput label={word('min_amount')} {...amount('min_amount')} />
          <AmountInput label={word('max_amount')} description={t(($) => $.pageEditor.noBound)} {...amount('max_amount')} />
        </>
      )}
      {type === 'fixed_with_quantity' && (
        <>
          <DecimalInput label={word('min_quantity')} decimals={0} {...form.getInputProps('min_quantity')} />
          <DecimalInput label={word('max_quantity')} decimals={0} {...form.getInputProps('max_quantity')} />
        </>
      )}
      <AmountInput label={word('promo_discount')} description={t(($) => $.pageEditor.perOrder)} {...amount('merchant_details.promo_discount')} />
      <AmountInput label={word('shipping_charges')} description={t(($) => $.pageEditor.perOrder)} {...amount('merchant_details.shipping_charges')} />
      <NativeSelect
        label={t(($) => $.paymentPages.stock)}
        data={(['unlimited', 'limited'] as const).map((value) => ({ value, label: t(($) => $.pageEditor.stocks[value]) }))}
        {...form.getInputProps('stock')}
      />
      {stock === 'limited' && !limited && (
        <DecimalInput label={t(($) => $.paymentPages.units)} decimals={0} {...form.getInputProps('stock_available')} />
      )}
      {stock === 'limited' && (
        <>
          <DecimalInput
            label={word('low_stock_at')}
            description={t(($) => $.pageEditor.lowStockHint)}
            decimals={0}
            {...form.getInputProps('low_stock_at')}
          />
          <p className="wide">{limited ? t(($) => $.pageEditor.stockElsewhere) : t(($) => $.pageEditor.heldForDays)}</p>
        </>
      )}
      <Textarea
        className="wide"
        label={word('terms')}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={5_000}
        {...form.getInputProps('terms')}
      />
    </FormSection>
  )

  function codeWordOf(one: typeof type): string {
    return t(($) => $.paymentPages.beginnings[one].text)
  }
} // prettier-ignore
