import { allowed, type RuleName } from '#contract/access.ts'
import { searchKinds, type SearchKind } from '#contract/search.ts'
import type * as contract from '#contract/search.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import {
  findBatches, findInvoices, findLinks, findMerchants, findPages, findPayments, findPayouts, findPrices, findRefunds, findSubscriptions, findTickets, findUsers,
  findWebhooks, namesOf, objectOfEvent,
  type Hit,
} from './queries.ts' // prettier-ignore

export const handlers: Handlers<typeof contract> = {
  async search(ctx, { query }) {
    const wanted = query.q ?? ''
    if (wanted.length < shortest) return []
    // A webhook's id stands for what it told of.
    const event = await objectOfEvent(ctx, wanted)
    const kinds = Object.keys(finders) as SearchKind[]
    const found = await Promise.all(
      kinds.map(async (kind) => {
        if (!may(ctx, searchKinds[kind]) || (event && event.type !== kind)) return []
        return finders[kind](ctx, event?.ref ?? wanted)
      }),
    )
    const hits = found.flatMap((some) => some.toSorted(byFit(wanted)).map((hit, rank) => ({ hit, rank })))
    const best = hits
      .toSorted((a, b) => fits(wanted, b.hit) - fits(wanted, a.hit) || a.rank - b.rank || newest(a.hit, b.hit))
      .slice(0, most)
    return withMerchants(
      ctx,
      best.map(({ hit }) => hit),
    )
  },
}
/** The least length of a search; a user with one letter is still typing. */
const shortest = 2
const most = 12

const may = (ctx: Ctx, rule: RuleName): boolean => ctx.user !== null && allowed(rule, ctx.user)

const finders: Record<SearchKind, (ctx: Ctx, wanted: string) => Promise<Hit[]>> = {
  payment: findPayments,
  payment_link: findLinks,
  payment_page: findPages,
  invoice: findInvoices,
  subscription: findSubscriptions,
  price: findPrices,
  refund: findRefunds,
  refund_batch: findBatches,
  payout: findPayouts,
  webhook: findWebhooks,
  ticket: (ctx, wanted) => findTickets(ctx, wanted, { all: may(ctx, 'administration') }),
  user: findUsers,
  merchant: findMerchants,
}

/** The order of the results: exact matches first, then the best of each kind, and of those the newest. */
const fits = (wanted: string, { ref, title }: Hit) => Number([ref, title].includes(wanted))
const newest = (a: Hit, b: Hit) => b.created_at.getTime() - a.created_at.getTime()
const byFit = (wanted: string) => (a: Hit, b: Hit) => fits(wanted, b) - fits(wanted, a) || newest(a, b)

/** Objects of another merchant than the user's own say whose they are. */
async function withMerchants(ctx: Ctx, hits: Hit[]) {
  const others = hits.filter(({ kind, merchant_id }) => kind !== 'merchant' && merchant_id !== ctx.user?.merchantId)
  const names = await namesOf(ctx, [...new Set(others.map(({ merchant_id }) => merchant_id))])
  return hits.map(({ merchant_id, ...hit }) => {
    const { key = '', name = '' } = hit.kind === 'merchant' ? {} : (names.get(merchant_id) ?? {})
    return { ...hit, merchant_key: key, merchant_name: name }
  })
}
