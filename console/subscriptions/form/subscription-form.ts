import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { PriceRow } from '#contract/prices.ts'
import { subscriptionFields } from '#contract/subscription-fields.ts'
import type { Period } from '#contract/subscription-periods.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { emptyForm, formBody, formPath, type FormValues } from '#console/kit/form/fields.ts'

/** The price that is subscribed to, as the form needs it. */
export type ChosenPrice = Pick<PriceRow, 'order_ref' | 'plan_type' | 'currency'>

/** The values of the form; amounts and numbers are texts as typed. */
export type SubscriptionValues = FormValues<typeof subscriptionFields> & {
  currency: Currency
  /** When it charges first. */
  begins: 'now' | 'trial' | 'later'
  trial_period: Period
  started_at: string
  ends: 'never' | 'count'
  expiry_date: string
  additional_costs: { key: string; value: string }[]
  test_clock: string
}

interface Beginning {
  price: ChosenPrice | null
  currency: Currency
  clock: string
  now: Date
}
/** An empty form, of a price where one is chosen. The suggested reference is made from the time and may be overwritten. */
export const emptySubscription = ({ price, currency, clock, now }: Beginning): SubscriptionValues => ({
  ...emptyForm(subscriptionFields),
  currency,
  ...(price ? priceValues(price) : {}),
  merchant_order_ref: `SUBSCRIPTION${now.getTime()}`,
  quantity: '1',
  begins: 'now',
  trial_frequency: '14',
  trial_period: 'D',
  started_at: '',
  ends: 'never',
  expiry_date: '',
  additional_costs: [],
  test_clock: clock,
})

/** What a price decides of the form. */
export const priceValues = (price: ChosenPrice) => ({
  price_order_ref: price.order_ref,
  subscription_type: price.plan_type,
  currency: price.currency,
})

/** What it is made of, for its preview and for itself: what its kind and its choices leave out is not sent. */
export function askedBody(values: SubscriptionValues): object {
  const { begins, ends, started_at, expiry_date, test_clock, currency, subscription_type: type } = values
  const body = formBody(subscriptionFields, values)
  const { trial_frequency, trial_period, recurrance_count, quantity, initial_amount, max_amount, allow_accumulate, ...rest } = body
  const isRegular = type === 'REGULAR'
  return {
    ...rest,
    currency,
    ...(isRegular ? { quantity, allow_accumulate } : { initial_amount, max_amount }),
    ...(isRegular && begins === 'trial' ? { trial_frequency, trial_period } : {}),
    ...(isRegular && begins === 'later' ? { started_at } : {}),
    ...(isRegular && ends === 'count' ? { recurrance_count } : {}),
    expiry_date,
    additional_costs: values.additional_costs.map(({ key, value }) => ({ key, value: amountNumber(value) })),
    test_clock,
  }
} // prettier-ignore

/** The request's body of the form; empty texts are left out when it is sent. */
export const subscriptionBody = (
  values: SubscriptionValues,
  { merchantKey, environment }: { merchantKey: string; environment: Environment },
): object => ({
  ...askedBody(values),
  chaipay_key: merchantKey,
  environment,
  source: 'checkout',
  notify_by_email: values.notify_by_email && values.customer_email_address.trim() !== '',
  notify_by_phone: values.notify_by_phone && values.customer_phone_number.trim() !== '',
})

/** What is missing before it can be sent; the server would say the same of each. */
export function missingOf(values: SubscriptionValues): { path: string; reason: string; text: string }[] {
  const isRegular = values.subscription_type === 'REGULAR'
  const needed = [
    !values.price_order_ref && 'price_order_ref',
    isRegular && !values.quantity.trim() && 'quantity',
    isRegular && values.begins === 'trial' && !values.trial_frequency.trim() && 'trial_frequency',
    isRegular && values.begins === 'later' && !values.started_at && 'started_at',
    isRegular && values.ends === 'count' && !values.recurrance_count.trim() && 'recurrance_count',
    ...values.additional_costs.flatMap(({ key, value }, at) => [
      !key.trim() && `additional_costs.${at}.key`,
      !value.trim() && `additional_costs.${at}.value`,
    ]),
  ]
  return needed.filter((path) => path !== false).map((path) => ({ path, reason: 'required', text: '' }))
}

/** The form's field for a path of the body. */
export const subscriptionField = (path: string): string => formPath(subscriptionFields, path)
