import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { changePageStock } from '#contract/page-orders.ts'
import '#console/kit/form/radio-styles.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { ofPages, type ActedPage } from './acted-page.ts'
import styles from './payment-pages.module.css'
import { changeOf, stockOf, type StockChange } from './stock.ts'
import { StockMeter } from './stock-meter.tsx'

/** Adds units to a page or takes free ones away, and shows what will be left before it does. */
export function StockDialogue({ page, onClose }: { page: ActedPage; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const stock = stockOf(page)
  const { form, ...rest } = useCallForm(changePageStock, {
    initial: { way: 'add', units: '' } as StockChange,
    path: { ref: page.page_ref },
    toBody: (values) => ({ change: changeOf(values) }),
    fieldOf: (path) => (path === 'change' ? 'units' : path),
    check: (values) =>
      (changeOf(values) ?? 0) + stock.free < 0
        ? [{ path: 'change', reason: 'more_than_free', params: { most: stock.free }, text: '' }]
        : [],
    refreshes: ofPages,
    onDone: ({ answer }) => {
      toastSuccess(t(($) => $.paymentPages.stockChanged, { count: answer.available }))
      onClose()
    },
  })
  const change = changeOf(form.values) ?? 0
  const free = stock.free + change
  return (
    <FormDialogue
      title={t(($) => $.paymentPages.stockTitle)}
      submit={t(($) => $.paymentPages.stockSubmit)}
      onClose={onClose}
      {...rest}
    >
      <Radio.Group label={t(($) => $.paymentPages.stockWay)} {...form.getInputProps('way')}>
        <div className={styles['choices']}>
          <Radio value="add" label={t(($) => $.paymentPages.stockAdd)} />
          <Radio value="take" label={t(($) => $.paymentPages.stockTake)} />
        </div>
      </Radio.Group>
      <DecimalInput
        label={t(($) => $.paymentPages.units)}
        decimals={0}
        data-autofocus
        {...form.getInputProps('units')}
      />
      <p role="status" className={styles['foreseen']}>
        {change !== 0 && free >= 0
          ? t(($) => $.paymentPages.stockWillBe, {
              before: numberText(stock.free, language),
              after: numberText(free, language),
            })
          : t(($) => $.paymentPages.stockIs, { before: numberText(stock.free, language) })}
      </p>
      <StockMeter stock={free >= 0 ? { ...stock, free } : stock} />
    </FormDialogue>
  )
}
