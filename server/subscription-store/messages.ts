import { sql, type Selectable, type SqlBool } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { subscriptionMessageKinds, type SubscriptionMessageKind } from '#contract/subscription-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { SubscriptionRow } from './queries.ts'

/** Those that say what is to come, and nothing that has happened: an end makes them untrue. */
export const messagesAhead = [
  'link', 'trial_ends', 'price_changes', 'failed', 'confirm', 'last_notice', 'method_expires', 'method_link',
] as const satisfies readonly SubscriptionMessageKind[] // prettier-ignore

/** The job that sends what is due to the customer of a subscription, by its name and data; the domain of the messages does the work. */
export const sendMessagesJob = {
  name: 'send-subscription-messages',
  data: z.object({ merchantId: z.uuid(), environment, orderRef: z.string() }),
}

interface NewMessage {
  kind: SubscriptionMessageKind
  /** What it is about: of a kind there is one for each. */
  once: string
  at?: Date
  facts?: Record<string, string>
}

/**
 * Plans a message to the customer, once for each `once` of a kind; now, unless a moment is said. What is due within the hour has its job;
 * the sweep makes that of a later one, and a test clock sends its own as it comes to them.
 */
export function planMessage(
  ctx: Ctx,
  { order_ref, clock_ref }: Pick<SubscriptionRow, 'order_ref' | 'clock_ref'>,
  { kind, once, at = ctx.now, facts = {} }: NewMessage,
): void {
  ctx.write(
    ctx.own
      .insert('subscription_messages', {
        order_ref,
        kind,
        once,
        at,
        state: 'planned',
        message_id: null,
        facts: JSON.stringify(facts),
        sent_at: null,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
  if (at <= ctx.now) return ctx.enqueue(sendMessagesJob, { orderRef: order_ref })
  const soon = at.getTime() <= ctx.now.getTime() + soonMs
  if (clock_ref === '' && soon) ctx.enqueue(sendMessagesJob, { orderRef: order_ref }, { after: at })
}
const soonMs = 3_600_000

/**
 * Plans the notice, 30 days ahead, that the method of a mandate ends; once for each moment at which it would. One that ends sooner is
 * told of now.
 */
export function planMethodExpires(
  ctx: Ctx,
  subscription: Pick<SubscriptionRow, 'order_ref' | 'clock_ref'>,
  { mandate_ref, expires_at }: { mandate_ref: string; expires_at: Date | null },
): void {
  if (!expires_at) return
  const told = new Date(expires_at.getTime() - methodToldMs)
  const once = `${mandate_ref} ${expires_at.toISOString()}`
  planMessage(ctx, subscription, {
    kind: 'method_expires',
    once,
    at: told > ctx.now ? told : ctx.now,
    facts: { mandate_ref, expires_at: expires_at.toISOString() },
  })
}
const methodToldMs = 30 * 86_400_000

/** A message that is planned, under the names of its row. */
export type PlannedMessage = Pick<Selectable<Tables['subscription_messages']>, 'once' | 'at' | 'facts'> & {
  kind: SubscriptionMessageKind
}

/** The messages of a subscription that are due by a moment, in the order to send them, locked until the commit. Index: primary key. */
export async function lockDueMessages(ctx: Ctx, orderRef: string, by: Date): Promise<PlannedMessage[]> {
  const due = await ctx.own
    .select('subscription_messages')
    .select(['kind', 'once', 'at', 'facts'])
    .where('order_ref', '=', orderRef)
    .where('state', '=', 'planned')
    .where('at', '<=', by)
    .orderBy('once')
    .forUpdate()
    .$castTo<PlannedMessage>()
    .execute()
  const place = ({ kind }: PlannedMessage) => subscriptionMessageKinds.indexOf(kind)
  return due.toSorted((a, b) => a.at.getTime() - b.at.getTime() || place(a) - place(b))
}

/** Notes what became of a message that the caller has locked: the mail or short message, or why there is none. */
export const settleMessage = (
  ctx: Ctx,
  orderRef: string,
  { kind, once }: Pick<PlannedMessage, 'kind' | 'once'>,
  outcome: { messageId: string } | { reason: string },
): void =>
  ctx.write(
    ctx.own
      .update('subscription_messages')
      .set(
        'messageId' in outcome
          ? { state: 'sent', message_id: outcome.messageId, sent_at: ctx.now }
          : { state: 'skipped', reason: outcome.reason },
      )
      .where('order_ref', '=', orderRef)
      .where('kind', '=', kind)
      .where('once', '=', once),
  )

/** The subscriptions by real time of which something had come due before a moment. Index: subscription_messages_planned. */
export async function listDueMessages(ctx: Ctx, since: Date): Promise<{ orderRef: string }[]> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.own
    .select('subscription_messages')
    .select('order_ref')
    .distinct()
    .where('state', '=', sql.lit('planned'))
    .where('at', '<', since)
    .where(
      sql<SqlBool>`exists (select 1 from subscriptions s where s.merchant_id = ${merchantId} and s.environment = ${environment}
        and s.order_ref = subscription_messages.order_ref and s.clock_ref = '')`,
    )
    .limit(500)
    .execute()
  return rows.map(({ order_ref: orderRef }) => ({ orderRef }))
}

/** Leaves what is planned of some kinds unsent. */
export const skipMessages = (
  ctx: Ctx,
  { order_ref }: Pick<SubscriptionRow, 'order_ref'>,
  kinds: readonly SubscriptionMessageKind[],
  reason: string,
): void =>
  ctx.write(
    ctx.own
      .update('subscription_messages')
      .set({ state: 'skipped', reason })
      .where('order_ref', '=', order_ref)
      .where('state', '=', 'planned')
      .where('kind', 'in', kinds),
  )
