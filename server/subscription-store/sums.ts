import { sql } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import type { Period } from '#contract/subscription-periods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { monthlyRevenue, type Recurring } from './monthly.ts'

/**
 * The subscriptions of a price in the statement of its list, to be joined: what is added up and what is not yet, so always exact.
 * Indexes: primary key, subscription_deltas_of_price.
 */
const ofPrice = (alias: string) =>
  sql.raw(`${alias}.merchant_id = prices.merchant_id and ${alias}.environment = prices.environment
    and ${alias}.price_ref = prices.price_ref`)
export const sumsOfPrice = sql<Record<'active_subscriptions' | 'past_due_subscriptions', bigint>>`(
  select coalesce(sum(active), 0)::bigint as active_subscriptions, coalesce(sum(past_due), 0)::bigint as past_due_subscriptions
  from (
    select s.active, s.past_due from subscription_sums s where ${ofPrice('s')}
    union all select d.active, d.past_due from subscription_deltas d where ${ofPrice('d')}
  ) as parts)`.as('sums')

/** What subscriptions come to, for each price and rhythm. */
interface Book {
  currency: Currency
  period: Period | ''
  frequency: number
  subscriptions: bigint
  active: bigint
  past_due: bigint
  past_due_minor: bigint
  recurring_minor: bigint
  collected_minor: bigint
}
type Counted = Exclude<keyof Book, 'currency' | 'period' | 'frequency'>
const counted = [
  'subscriptions', 'active', 'past_due', 'past_due_minor', 'recurring_minor', 'collected_minor',
] as const satisfies readonly Counted[] // prettier-ignore

/** The books of all prices, or of one, by currency and rhythm. */
export async function readBooks(
  { db, owner: { merchantId, environment } }: Ctx,
  priceRef: string | null = null,
): Promise<Book[]> {
  const names = sql.raw(counted.join(', '))
  const whose = sql`merchant_id = ${merchantId} and environment = ${environment}
    and (${priceRef}::text is null or price_ref = ${priceRef})`
  const { rows } = await sql<Pick<Book, 'currency' | 'period' | 'frequency'> & Record<Counted, string>>`
    select currency, period, frequency, ${sql.raw(counted.map((name) => `sum(${name})::numeric as ${name}`).join(', '))} from (
      select currency, period, frequency, ${names} from subscription_sums where ${whose}
      union all select currency, period, frequency, ${names} from subscription_deltas where ${whose}
    ) as parts group by currency, period, frequency`.execute(db)
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(counted.map((name) => [name, BigInt(row[name])])) as Record<Counted, bigint>),
  }))
}

/** The monthly revenue of books by currency: each rhythm's exact fraction, rounded once. */
export const monthlyOf = (books: readonly Book[]): Map<Currency, bigint> =>
  monthlyRevenue(
    books.flatMap(({ currency, period, frequency, recurring_minor: amount }): Recurring[] =>
      period === '' ? [] : [{ currency, period, frequency, amount }],
    ),
  )
