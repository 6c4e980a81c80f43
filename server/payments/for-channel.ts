import { sql } from 'kysely'
import { inFlightStates } from '#contract/payments.ts'
import type { KeptFeeTerms } from '#server/db/tables.ts'
import { build, statement, type Places } from '#server/kit/build.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db.ts'
import { inState } from '#server/kit/in-state.ts'
import { ofOwner } from './queries.ts'

/** What a worker needs to act on a payment; undefined when there is none. */
export async function readForChannel(ctx: Ctx, orderRef: string) {
  const [row] = await ctx.tx.rows(forChannel({ ...ctx.owner, orderRef }))
  return row
}
/**
 * The same with its row locked until the commit, and what its channel takes for it; the row of its link comes first
 * (`lockLinkOfPayment`).
 */
export async function lockForChannel(ctx: Ctx, orderRef: string): Promise<LockedPayment | undefined> {
  const [row] = await ctx.tx.rows(lockedForChannel({ ...ctx.owner, orderRef }))
  return row as LockedPayment | undefined
}
/** A row that was only read is none: its state may be another by the time it is moved. */
export type LockedPayment = NonNullable<Awaited<ReturnType<typeof readForChannel>>> & {
  /** The terms of its channel in its currency, as they are now; null where none are kept, and nothing is taken. */
  terms: KeptFeeTerms | null
  readonly [locked]: true
}
declare const locked: unique symbol
const terms = sql<KeptFeeTerms | null>`(
  select jsonb_build_object('percent_fee', f.percent_fee::text, 'minimum_fee_minor', f.minimum_fee_minor::text,
    'flat_fee_minor', f.flat_fee_minor::text, 'tax_percent', f.tax_percent::text)
  from channel_fees f
  where f.merchant_id = payments.merchant_id and f.environment = payments.environment
    and f.channel_key = payments.channel_key and f.currency = payments.currency
)`.as('terms')
const forChannelBy = (given: Places<Owner & { orderRef: string }>, db: Db = build) =>
  ofOwner(db, given)
    .select([
      'order_ref',
      'merchant_order_ref',
      'link_ref',
      'amount_minor',
      'currency',
      'status',
      'channel_key',
      'channel_token',
      'channel_asked_at',
      'description',
      'created_at',
      'payment_method',
      'payment_sub_type',
      'method_details',
      'expires_at',
      'cancel_asked_at',
      'shopper_name',
    ])
    .where('order_ref', '=', given.orderRef)
const forChannel = statement((given: Places<Owner & { orderRef: string }>) => forChannelBy(given))
const lockedForChannel = statement((given: Places<Owner & { orderRef: string }>) =>
  forChannelBy(given).select(terms).forNoKeyUpdate(),
)

/**
 * Notes that the provider is being asked, before it is, and gives what that needs: the payment as it was, and whether it is
 * asked for the first time, which it is not when it has ended either.
 */
export async function markAsked(ctx: Ctx, orderRef: string) {
  const [row] = await ctx.tx.rows(markAndRead({ ...ctx.owner, orderRef, now: ctx.now }))
  return row
}
const mark = (given: Places<Owner & { orderRef: string; now: Date }>) =>
  build
    .updateTable('payments')
    .set({ channel_asked_at: given.now })
    .where('merchant_id', '=', given.merchantId)
    .where('environment', '=', given.environment)
    .where('order_ref', '=', given.orderRef)
    .where('channel_asked_at', 'is', null)
    .where(inState(inFlightStates))
    .returning('order_ref')
const markAndRead = statement((given: Places<Owner & { orderRef: string; now: Date }>) => {
  const marking = build.with('marked', () => mark(given))
  return forChannelBy(given, marking as unknown as Db).select(sql<boolean>`exists (select from marked)`.as('first'))
})
