import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from '../subscriptions.module.css'
import type { FormProps } from './inputs.ts'

/** What is charged once, with the first charge: a set-up fee, a deposit. */
export function Costs({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const { additional_costs: costs, currency } = form.values
  return (
    <FormSection title={t(($) => $.subscriptionForm.costs)} folded={costs.length === 0}>
      <p className={`wide ${styles['hint']}`}>{t(($) => $.subscriptionForm.costsHint)}</p>
      {costs.map((_, at) => (
        <div key={at} className={styles['cost']}>
          <TextInput
            label={t(($) => $.subscriptionForm.costName)}
            dir="auto"
            maxLength={60}
            {...form.getInputProps(`additional_costs.${at}.key`)}
          />
          <AmountInput
            label={t(($) => $.linkForm.amount)}
            currency={currency}
            {...form.getInputProps(`additional_costs.${at}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t(($) => $.subscriptionForm.removeCost)}
            onClick={() => form.removeListItem('additional_costs', at)}
          >
            <Icon name="close" />
          </ActionIcon>
        </div>
      ))}
      {costs.length < limits.subscriptionCosts && (
        <div className="wide">
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => form.insertListItem('additional_costs', { key: '', value: '' })}
          >
            {t(($) => $.subscriptionForm.addCost)}
          </Button>
        </div>
      )}
    </FormSection>
  )
}
