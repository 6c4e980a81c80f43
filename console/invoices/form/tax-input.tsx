import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { taxCategories } from '#contract/invoice-parts.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { isTaxed } from './edited-lines.ts'
import styles from './lines.module.css'

interface TaxInputProps {
  /** What the tax is of, such as line 2, for who does not see where the input stands. */
  of: string
  category: string
  percent: string
  /** What a cost without a category says. */
  none: string
  disabled: boolean
  /** Of the category, and of the percentage. */
  errors: readonly [category: ReactNode, percent: ReactNode]
  /** The path of the part of the form that it belongs to. */
  path: string
  onCategory: (category: string) => void
  onPercent: (percent: string) => void
}

/** The tax category of a line or of a cost, and its percentage where the category has one. */
export function TaxInput(props: TaxInputProps): ReactNode {
  const { of, category, percent, none, disabled, errors, path, onCategory, onPercent } = props
  const { t } = useTranslation()
  return (
    <div className={styles['tax']} data-title={t(($) => $.invoiceForm.tax)}>
      <NativeSelect
        aria-label={`${t(($) => $.invoiceForm.tax)}, ${of}`}
        disabled={disabled}
        data-path={`${path}.tax_category`}
        value={category}
        error={errors[0]}
        onChange={(event) => onCategory(event.currentTarget.value)}
        data={[
          { value: '', label: none },
          ...taxCategories.map((value) => ({ value, label: codeWord('taxCategories', value) })),
        ]}
      />
      {isTaxed(category) && (
        <DecimalInput
          className={styles['percent']}
          aria-label={`${t(($) => $.invoiceForm.taxPercent)}, ${of}`}
          data-column="tax_percent"
          rightSection={<span aria-hidden="true">%</span>}
          disabled={disabled}
          value={percent}
          data-path={`${path}.tax_percent`}
          error={errors[1]}
          onChange={onPercent}
        />
      )}
    </div>
  )
}
