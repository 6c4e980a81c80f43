import { priceFields } from '#contract/price-fields.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { shownOf } from '#server/kit/db/fields.ts'
import { existingPrice, type PriceRow } from '#server/subscription-store/prices.ts'
import { monthlyOf, readBooks } from '#server/subscription-store/sums.ts'

/** A price as the calls that change it answer it. */
export async function shownPrice(ctx: Ctx, price: PriceRow) {
  const { active, past_due } = totalOf(await readBooks(ctx, price.price_ref))
  return { ...fieldsOf(price), active_subscriptions: Number(active), past_due_subscriptions: Number(past_due) }
}

/** A price with the sums of its subscriptions and its timeline. Throws `priceUnknown`. */
export async function wholePrice(ctx: Ctx, priceRef: string) {
  const [price, books, timeline] = await Promise.all([
    existingPrice(ctx, priceRef),
    readBooks(ctx, priceRef),
    readTimeline(ctx, 'price', priceRef),
  ])
  const { subscriptions, active, past_due, collected_minor } = totalOf(books)
  return {
    ...fieldsOf(price),
    active_subscriptions: Number(active),
    past_due_subscriptions: Number(past_due),
    subscriptions: Number(subscriptions),
    monthly_revenue: monthlyOf(books).get(price.currency) ?? 0n,
    collected_amount: collected_minor,
    timeline,
  }
}

const fieldsOf = (price: PriceRow) => ({ ...shownOf(priceFields, price), period: price.period, notes: price.notes })

type Books = Awaited<ReturnType<typeof readBooks>>
/** What all rhythms of a price come to: a change of rhythm leaves what was collected where it was. */
const totalOf = (books: Books) => {
  const sum = (of: 'subscriptions' | 'active' | 'past_due' | 'collected_minor') =>
    books.reduce((total, book) => total + book[of], 0n)
  return {
    subscriptions: sum('subscriptions'),
    active: sum('active'),
    past_due: sum('past_due'),
    collected_minor: sum('collected_minor'),
  }
}
