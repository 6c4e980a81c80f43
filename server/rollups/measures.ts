import { paymentTraits, type PaymentTrait } from '#contract/payment-traits.ts'

/** The measures of payments: the summed columns of deltas, totals, hours and days. */
export const measures = [
  'payments',
  'amount_minor',
  'fee_minor',
  'fee_tax_minor',
  'held_minor',
  'refunded_minor',
] as const
/** The channel is summed as traits are, so that its faults and times are known too. */
export const summedTraits = [...paymentTraits, 'channel_key'] as const
export type SummedTrait = PaymentTrait | 'channel_key'
/** Those of the days of traits. */
export const traitMeasures = ['payments', 'amount_minor', 'orders', 'faults', 'timed', 'paid_seconds'] as const

type Measures = readonly string[]
const sumsIn = (names: Measures) => names.map((name) => `sum(${name}) as ${name}`).join(', ')
const someLeftIn = (names: Measures) => names.map((name) => `sum(${name}) <> 0`).join(' or ')
const addedIn = (names: Measures, table: string) =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

export const sums = sumsIn(measures)
/** Rows in which every measure is 0 are not kept. */
export const someLeft = someLeftIn(measures)
export const added = (table: string): string => addedIn(measures, table)

/**
 * Adds what is in `from` to the days of traits: rows of one merchant with `time_zone`, a moment `at`, every trait and measure, once for each
 * trait. A row of an older version has no traits.
 */
export const addTraits = (from: string): string => `
  insert into payment_trait_days (
    merchant_id, environment, time_zone, trait, day, value, currency, status, payment_method, ${traitMeasures.join(', ')}
  )
  select merchant_id, environment, time_zone, trait, (at at time zone time_zone)::date as day, value, currency, status, payment_method,
    ${sumsIn(traitMeasures)}
  from ${from} cross join lateral (values ${summedTraits.map((name) => `('${name}', ${name})`).join(', ')}) as one (trait, value)
  where source is not null
  group by merchant_id, environment, time_zone, trait, (at at time zone time_zone)::date, value, currency, status, payment_method
  having ${someLeftIn(traitMeasures)}
  order by time_zone, trait, day, value, currency, status, payment_method
  on conflict (merchant_id, environment, time_zone, trait, day, value, currency, status, payment_method)
  do update set ${addedIn(traitMeasures, 'payment_trait_days')}`
