import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { priceFields } from '#contract/price-fields.ts'
import type { Price } from '#contract/prices.ts'
import { isFrequency, periods, type Period } from '#contract/subscription-periods.ts'
import { toMinor } from '#contract/kit/money.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { emptyForm, formBody, formLike, type FormValues } from '#console/kit/form/fields.ts'

/** The values of the form; amounts and numbers are texts as typed. */
export type PriceValues = FormValues<typeof priceFields> & {
  currency: Currency
  period: Period
  /** A moment at which a customer might set it up, for the dates beside the form; never sent. */
  from: string
}

/** An empty form, with a reference that is made from the time and may be overwritten. */
export const emptyPrice = ({ currency, now }: { currency: Currency; now: Date }): PriceValues => ({
  ...emptyForm(priceFields),
  currency,
  period: 'M',
  frequency: '1',
  merchant_order_ref: newReference(now),
  from: '',
})

/** The form filled from another price, with a new reference. */
export const priceLike = (price: Price, now: Date): PriceValues => ({
  ...formLike(priceFields, price),
  currency: price.currency,
  period: price.period ?? 'M',
  frequency: String(price.frequency ?? 1),
  merchant_order_ref: newReference(now),
  from: '',
})
const newReference = (now: Date) => `PRICE${now.getTime()}`

/** The request's body of the form. A price on demand has neither amount nor rhythm. */
export function priceBody(
  { from: _, ...values }: PriceValues,
  { merchantKey, environment }: { merchantKey: string; environment: Environment },
): object {
  const { amount, frequency, period, ...body } = formBody(priceFields, values)
  return {
    ...body,
    ...(values.plan_type === 'REGULAR' ? { amount, frequency, period } : {}),
    currency: values.currency,
    chaipay_key: merchantKey,
    environment,
    source: 'checkout',
  }
}

/** What the dates beside the form are asked with; null while what is typed makes no rhythm, or there is none. */
export function previewBody(values: PriceValues) {
  const { plan_type: type, period, currency, from } = values
  const frequency = amountNumber(values.frequency) ?? 0
  if (type === 'ONDEMAND' || !isFrequency(frequency, period)) return null
  const amount = amountNumber(values.amount) ?? 0
  const minor = toMinor(amount, currency)
  const isAmount = typeof minor === 'bigint' && minor > 0n
  return { currency, frequency, period, ...(isAmount ? { amount } : {}), ...(from ? { from } : {}) }
}

/** The periods that a price may have: hours are for trying out. */
export const periodsOf = (environment: Environment): readonly Period[] =>
  environment === 'live' ? periods.filter((period) => period !== 'H') : periods
