import type { PayMethod } from '#contract/channel-shapes.ts'
import type { FieldError } from '#contract/faults.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

/** The bounds in one currency, as they are typed; empty for the provider's own. */
export interface LimitRow {
  currency: Currency
  minimum: string
  maximum: string
}

/** The bounds that the merchant has set itself: those that differ from the provider's. */
export const ownLimits = ({ limits, channel_limits: provider }: Pick<PayMethod, 'limits' | 'channel_limits'>) =>
  limits.flatMap(({ currency, minimum, maximum }): LimitRow[] => {
    const bound = provider.find((one) => one.currency === currency)
    const typed = (value: number | null, given: number | null | undefined) =>
      value === null || value === given ? '' : value.toFixed(currencies[currency])
    const row = { currency, minimum: typed(minimum, bound?.minimum), maximum: typed(maximum, bound?.maximum) }
    return row.minimum || row.maximum ? [row] : []
  })

/** The bounds as they are sent; a row without any says nothing. */
export const limitsBody = (rows: readonly LimitRow[]) =>
  rows.map(({ currency, minimum, maximum }) => ({
    currency,
    minimum: amountNumber(minimum) ?? null,
    maximum: amountNumber(maximum) ?? null,
  }))

/** A smallest amount above the largest one, which no payment could have. */
export const limitsErrors = (rows: readonly LimitRow[]): FieldError[] =>
  rows.flatMap((row, index) => {
    const [minimum, maximum] = [amountNumber(row.minimum), amountNumber(row.maximum)]
    return minimum !== undefined && maximum !== undefined && minimum > maximum
      ? [{ path: `limits.${index}.maximum`, reason: 'below_minimum', text: 'below the minimum' }]
      : []
  })
