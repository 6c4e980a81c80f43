import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { limits } from '#contract/limits.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { needsReason, newCost, type EditedCost } from './edited-lines.ts'
import { inputOf, type FormProps } from './inputs.ts'
import styles from './lines.module.css'
import { TaxInput } from './tax-input.tsx'

/** Discounts and charges: an amount, or a percentage of the sub-total. */
export function Costs(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form, fixed } = props
  const costs = form.values.additional_costs
  const disabled = fixed.has('additional_costs')
  const add = (type: EditedCost['type']) => form.insertListItem('additional_costs', newCost(type))
  return (
    <div className={styles['lines']} role="group" aria-label={t(($) => $.invoiceForm.costs)}>
      {costs.map((cost, at) => (
        <Cost key={cost.key} {...props} {...{ cost, at, disabled }} />
      ))}
      {!disabled && costs.length < limits.invoiceCosts && (
        <div className={styles['addLine']}>
          {(['DISCOUNT', 'CHARGE'] as const).map((type) => (
            <Button key={type} size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={() => add(type)}>
              {t(($) => $.invoiceForm.addCost[type])}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

interface CostProps extends FormProps {
  cost: EditedCost
  at: number
  disabled: boolean
}
function Cost({ cost, at, disabled, ...props }: CostProps): ReactNode {
  const { t } = useTranslation()
  const { form } = props
  const path = `additional_costs.${at}`
  const kind = t(($) => $.invoiceForm.costKinds[cost.type])
  const name = cost.title.trim() || kind
  const label = (word: string) => `${word}, ${name}`
  return (
    <div className={styles['cost']}>
      <TextInput
        aria-label={t(($) => $.invoiceForm.costTitle)}
        placeholder={kind}
        dir="auto"
        maxLength={80}
        {...inputOf(props, `${path}.title`)}
      />
      <DecimalInput aria-label={label(t(($) => $.linkForm.amount))} {...inputOf(props, `${path}.amount`)} />
      <NativeSelect
        aria-label={label(t(($) => $.invoiceForm.costNature))}
        disabled={disabled}
        value={cost.percent ? 'percent' : 'flat'}
        onChange={(event) => form.setFieldValue(`${path}.percent`, event.currentTarget.value === 'percent')}
        data={[
          { value: 'percent', label: t(($) => $.invoiceForm.percentOfSubTotal) },
          { value: 'flat', label: form.values.currency },
        ]}
      />
      {disabled ? (
        <span />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t(($) => $.invoiceForm.removeCost, { name })}
          onClick={() => form.removeListItem('additional_costs', at)}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      )}
      <TaxInput
        of={name}
        category={cost.tax_category}
        percent={cost.tax_percent}
        none={t(($) => $.invoiceForm.taxOfLines)}
        disabled={disabled}
        errors={[form.errors[`${path}.tax_category`], form.errors[`${path}.tax_percent`]]}
        path={path}
        onCategory={(category) => form.setFieldValue(`${path}.tax_category`, category)}
        onPercent={(percent) => form.setFieldValue(`${path}.tax_percent`, percent)}
      />
      {needsReason(cost.tax_category) && (
        <TextInput
          className={styles['further']}
          label={t(($) => $.invoiceForm.taxReason)}
          dir="auto"
          maxLength={200}
          {...inputOf(props, `${path}.tax_reason`)}
        />
      )}
    </div>
  )
}
