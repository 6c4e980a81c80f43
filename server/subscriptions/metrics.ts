import { sql } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, dayAt, startOfDay, type Day } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { monthlyOf, readBooks } from '#server/subscription-store/sums.ts'

/**
 * What subscriptions come to, by currency, and what became of them in the days that end today: what is added up and what is not yet, so
 * always exact. Indexes: primary keys.
 */
export async function readSubscriptionMetrics(ctx: Ctx, days: number) {
  const { time_zone } = await merchantOf(ctx)
  const today = dayAt(ctx.now, time_zone)
  const first = dayAfter(today, 1 - days)
  const [books, moves] = await Promise.all([readBooks(ctx), movesIn(ctx, { first, last: today })])
  const monthly = monthlyOf(books)
  const currencies = [...new Set([...books, ...moves].map(({ currency }) => currency))].toSorted()
  return {
    from: startOfDay(first, time_zone),
    currencies: currencies.map((currency) => {
      const own = books.filter((book) => book.currency === currency)
      const sum = (of: 'active' | 'past_due' | 'past_due_minor') => own.reduce((total, book) => total + book[of], 0n)
      const moved = moves.find((one) => one.currency === currency)
      return {
        currency,
        active: Number(sum('active')),
        past_due: Number(sum('past_due')),
        past_due_amount: sum('past_due_minor'),
        monthly_revenue: monthly.get(currency) ?? 0n,
        began: Number(moved?.began ?? 0),
        lost: Number(moved?.lost ?? 0),
        recovered: Number(moved?.recovered ?? 0),
        recovered_amount: BigInt(moved?.recovered_minor ?? 0),
      }
    }),
  }
}

/** Days after the last are those of test clocks. */
async function movesIn({ db, owner: { merchantId, environment } }: Ctx, { first, last }: { first: Day; last: Day }) {
  const those = sql`merchant_id = ${merchantId} and environment = ${environment} and day between ${first} and ${last}`
  const { rows } = await sql<
    { currency: Currency } & Record<'began' | 'lost' | 'recovered' | 'recovered_minor', string>
  >`
    select currency, sum(began)::text as began, sum(lost)::text as lost, sum(recovered)::text as recovered,
      sum(recovered_minor)::text as recovered_minor
    from (
      select currency, began, lost, recovered, recovered_minor from subscription_days where ${those}
      union all select currency, began, lost, recovered, recovered_minor from subscription_deltas where ${those}
    ) as parts group by currency`.execute(db)
  return rows
}
