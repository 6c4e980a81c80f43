import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { feeBases } from '#contract/fee-shapes.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './fees-tab.module.css'
import { UnitInput } from './inputs.tsx'
import { emptyPart, type PlanValues } from './plan-values.ts'

/** So many components a plan has at most. */
const most = 10

/** The components of a plan, each of a base of its own. */
export function PartFields({ form }: { form: UseFormReturnType<PlanValues> }): ReactNode {
  const { t } = useTranslation()
  const { components, currency } = form.values
  return (
    <section className={styles['partList']}>
      <h2>{t(($) => $.reconFees.parts)}</h2>
      <p className={styles['hint']}>{t(($) => $.reconFees.partsHint)}</p>
      {components.map((_, at) => {
        const path = `components.${at}` as const
        const number = at + 1
        return (
          // oxlint-disable-next-line react/no-array-index-key -- components have no name of their own until one is typed
          <fieldset key={at} className={styles['part']}>
            <legend>
              {t(($) => $.reconFees.part, { number })}
              {components.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  aria-label={t(($) => $.reconFees.removePart, { number })}
                  onClick={() => form.removeListItem('components', at)}
                >
                  <Icon name="close" />
                </ActionIcon>
              )}
            </legend>
            <div className={styles['row']}>
              <TextInput
                label={t(($) => $.reconFees.partName)}
                required
                maxLength={60}
                dir="auto"
                {...form.getInputProps(`${path}.name`)}
              />
              <NativeSelect
                label={t(($) => $.reconFees.base)}
                data={feeBases.map((value) => ({ value, label: t(($) => $.reconFees.bases[value]) }))}
                {...form.getInputProps(`${path}.base`)}
              />
              <UnitInput
                label={t(($) => $.reconFees.fields.percent_fee)}
                unit="%"
                {...form.getInputProps(`${path}.percent_fee`)}
              />
              <UnitInput
                label={t(($) => $.reconFees.fields.flat_fee)}
                unit={currency}
                {...form.getInputProps(`${path}.flat_fee`)}
              />
              <UnitInput
                label={t(($) => $.reconFees.fields.tax_percentage)}
                unit="%"
                {...form.getInputProps(`${path}.tax_percentage`)}
              />
            </div>
          </fieldset>
        )
      })}
      <Button
        variant="default"
        disabled={components.length >= most}
        onClick={() => form.insertListItem('components', emptyPart)}
      >
        {t(($) => $.reconFees.addPart)}
      </Button>
    </section>
  )
}
