import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import type { RefundsOfPayment } from '#contract/refunds.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

/** What the form of a refund keeps of the units that the payment bought. */
export interface UnitsBackValues {
  units_back: boolean
  return_units: string
}
type Units = RefundsOfPayment['units']

export const noUnitsBack = (units: Units): UnitsBackValues => ({
  units_back: false,
  return_units: String(units?.sold ?? ''),
})

/** What of it is sent. */
export const unitsBackBody = ({ units_back, return_units }: UnitsBackValues): object =>
  units_back ? { return_units: amountNumber(return_units) ?? Number.NaN } : {}

/** The offer to put the units of a page's payment back for sale, as refunds do not do it by themselves. */
export function UnitsBack<Values extends UnitsBackValues>({
  units,
  form,
}: {
  units: Units
  form: UseFormReturnType<Values>
}): ReactNode {
  const { t } = useTranslation()
  if (!units?.to_stock) return null
  const { sold, returned } = units
  if (returned > 0) return <p className="wide">{t(($) => $.refunds.unitsCameBack, { returned, sold })}</p>
  return (
    <>
      <Checkbox
        className="wide"
        size="sm"
        label={t(($) => $.refunds.unitsBack, { count: sold })}
        description={t(($) => $.refunds.unitsBackHint)}
        {...form.getInputProps('units_back', { type: 'checkbox' })}
      />
      {form.values.units_back && sold > 1 && (
        <DecimalInput
          label={t(($) => $.refunds.unitsHowMany, { sold })}
          decimals={0}
          {...form.getInputProps('return_units')}
        />
      )}
    </>
  )
}
