import { allowed, type RuleName } from '#contract/access.ts'
import type * as contract from '#contract/search.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { findLinks, findPayments, findWebhooks, objectOfEvent, type Hit } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async search(ctx, { query }) {
    const wanted = query.q ?? ''
    if (wanted.length < shortest) return []
    // A webhook's id stands for what it told of.
    const event = await objectOfEvent(ctx, wanted)
    const found = await Promise.all([
      may(ctx, 'transactionDetails') && (event ? event.type === 'payment' : true) ? findPayments(ctx, event?.ref ?? wanted) : [],
      may(ctx, 'paymentLinks') && (event ? event.type === 'payment_link' : true) ? findLinks(ctx, event?.ref ?? wanted) : [],
      may(ctx, 'webhooks') && !event ? findWebhooks(ctx, wanted) : [],
    ]) // prettier-ignore
    return found.flat().toSorted(byFit(wanted)).slice(0, most)
  },
}
/** The least length of a search; a user with one letter is still typing. */
const shortest = 2
const most = 12

const may = (ctx: Ctx, rule: RuleName): boolean => ctx.user !== null && allowed(rule, ctx.user)

/** The order of the results: exact matches first, then the newest. */
const byFit = (wanted: string) => (a: Hit, b: Hit) =>
  Number([b.ref, b.title].includes(wanted)) - Number([a.ref, a.title].includes(wanted)) ||
  b.created_at.getTime() - a.created_at.getTime()
