import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { millionthsText } from '#contract/kit/decimal.ts'
import { toMajor, type Currency } from '#contract/kit/money.ts'
import type { InvoiceSums, SumFault, TaxGroup } from '#contract/invoice-sums.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { percentWords } from '#console/kit/i18n/names.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import type { EditedCost } from './edited-lines.ts'
import styles from './lines.module.css'

interface TotalsProps {
  sums: InvoiceSums | SumFault
  costs: readonly EditedCost[]
  currency: Currency
  /** Why it cannot be saved with these sums; told once saving was tried. */
  error: ReactNode
}

/** The steps from the lines to what is due, as the document has them. */
export function Totals({ sums, costs, currency, error }: TotalsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (typeof sums === 'string') return <Fault fault={sums} error={error} />
  const amount = (minor: bigint) => <Amount value={toMajor(minor, currency)} currency={currency} />
  const inText = (minor: bigint) => amountInText(toMajor(minor, currency), currency, language)
  const row = (key: string, label: ReactNode, value: ReactNode) => (
    <div key={key}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  const taxName = ({ category, percent }: TaxGroup) => {
    const word = codeWord('taxCategories', category)
    return percent === 0n ? word : `${word} ${percentWords(Number(millionthsText(percent)) / 100, language)}`
  }
  const costName = (cost: EditedCost) => {
    const title = isolated(cost.title.trim() || t(($) => $.invoiceForm.costKinds[cost.type]))
    return cost.percent ? t(($) => $.invoiceForm.costPercent, { title, percent: cost.amount, subTotal: inText(sums.subTotal) }) : title
  }
  return (
    <dl className={styles['sums']} aria-live="off">
      {row('sub', t(($) => $.invoiceForm.subTotal), amount(sums.subTotal))}
      {costs.map((cost, at) => row(cost.key, costName(cost), amount((sums.costs[at]?.amount ?? 0n) * (cost.type === 'CHARGE' ? 1n : -1n))))}
      {sums.groups
        .filter(({ category }) => category !== '')
        .map((group) => row(`${group.category} ${group.percent}`, t(($) => $.invoiceForm.taxOf, { tax: taxName(group), taxable: inText(group.taxable) }), amount(group.tax)))}
      <div className={styles['total']}>
        <dt>{t(($) => $.invoiceForm.total)}</dt>
        <dd>{amount(sums.amount)}</dd>
      </div>
    </dl>
  )
} // prettier-ignore

function Fault({ fault, error }: { fault: SumFault; error: ReactNode }): ReactNode {
  const { t } = useTranslation()
  // Nothing is wrong with an invoice that has just been begun.
  if (fault === 'not_positive')
    return (
      <p {...(error ? { role: 'alert', className: styles['fault'] } : { className: styles['hint'] })}>
        {t(($) => $.invoiceForm.noTotal)}
      </p>
    )
  return (
    <p role="alert" className={styles['fault']}>
      {fieldText({ reason: fault, text: fault })}
    </p>
  )
}
