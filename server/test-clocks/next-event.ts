import type { Ctx } from '#server/kit/ctx.ts'
import type { ClockRow } from './queries.ts'

/** What falls to a subscription at a moment. Of one moment and subscription they come in this order. */
const kinds = ['message', 'method_expires', 'link_expires', 'act'] as const
export interface ClockEvent {
  at: Date
  orderRef: string
  kind: (typeof kinds)[number]
}

/** The next event up to a moment, in the order of (moment, subscription as they were made, kind); undefined when nothing is left. */
export async function nextEvent(ctx: Ctx, clock: ClockRow, until: Date): Promise<ClockEvent | undefined> {
  const subscriptions = await ctx.own
    .select('subscriptions')
    .select(['order_ref', 'status', 'expires_at', 'next_act_at', 'mandate_ref'])
    .where('clock_ref', '=', clock.clock_ref)
    .orderBy('created_at')
    .orderBy('order_ref')
    .execute()
  if (subscriptions.length === 0) return undefined
  const [messages, methods] = await Promise.all([
    dueMessages(
      ctx,
      subscriptions.map(({ order_ref }) => order_ref),
      until,
    ),
    endsOfMethods(
      ctx,
      subscriptions.flatMap(({ mandate_ref, next_act_at }) => (mandate_ref && next_act_at ? mandate_ref : [])),
      { clock, until },
    ),
  ])
  const events = subscriptions.flatMap(({ order_ref: orderRef, status, expires_at, next_act_at }) => {
    const moments = {
      message: messages.get(orderRef),
      method_expires: methods.get(orderRef),
      link_expires: status === 'created' ? expires_at : undefined,
      act: next_act_at,
    }
    return kinds.flatMap((kind) => {
      const at = moments[kind]
      // What was due before the clock's time is due now.
      return at ? [{ at: at > clock.time ? at : clock.time, orderRef, kind }] : []
    })
  })
  const [first] = events.filter(({ at }) => at <= until).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return first
}

/** When the first message that is planned for each is due. Index: primary key. */
async function dueMessages(ctx: Ctx, orderRefs: readonly string[], until: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.own
    .select('subscription_messages')
    .select(({ fn }) => ['order_ref', fn.min('at').as('at')])
    .where('order_ref', 'in', orderRefs)
    .where('state', '=', 'planned')
    .where('at', '<=', until)
    .groupBy('order_ref')
    .execute()
  return new Map(rows.map(({ order_ref, at }) => [order_ref, at]))
}

/** When the methods by which subscriptions are charged end, unless that was logged. Indexes: primary keys. */
async function endsOfMethods(
  ctx: Ctx,
  mandateRefs: readonly string[],
  { clock, until }: { clock: ClockRow; until: Date },
): Promise<ReadonlyMap<string, Date>> {
  if (mandateRefs.length === 0) return new Map()
  const ends = await ctx.own
    .select('mandates')
    .select(['order_ref', 'expires_at'])
    .where('mandate_ref', 'in', mandateRefs)
    .where('state', '=', 'active')
    .where('expires_at', '>=', clock.time)
    .where('expires_at', '<=', until)
    .execute()
  if (ends.length === 0) return new Map()
  const logged = await ctx.own
    .select('test_clock_events')
    .select(['order_ref', 'at'])
    .where('clock_ref', '=', clock.clock_ref)
    .where('event', '=', 'method_expires')
    .execute()
  const isLogged = (orderRef: string, end: Date) =>
    logged.some(({ order_ref, at }) => order_ref === orderRef && at.getTime() === end.getTime())
  return new Map(
    ends.flatMap(({ order_ref, expires_at: end }) => (end && !isLogged(order_ref, end) ? [[order_ref, end]] : [])),
  )
}
