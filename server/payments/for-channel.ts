import { sql } from 'kysely'
import { inFlightStates } from '#contract/payment-states.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { KeptFeeTerms } from '#server/db/kept-fee-terms.ts'
import { chargedTerms } from '#server/fee-plan-store/charged.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { Asked } from '#server/providers/provider.ts'
import { traitColumns, type TraitRow } from './traits.ts'

/** The columns of a payment that a worker needs; undefined when there is none. */
export async function readForChannel(ctx: Ctx, orderRef: string) {
  const [row] = (await ctx.db.executeQuery(forChannel({ ...ctx.owner, orderRef }))).rows
  return row
}
/**
 * The same with its row locked until the commit, and its channel's fee terms. The caller has locked the row of its payable
 * before (`lockPayable`).
 */
export async function lockForChannel(ctx: Ctx, orderRef: string): Promise<LockedPayment | undefined> {
  const [row] = (await ctx.db.executeQuery(lockedForChannel({ ...ctx.owner, orderRef }))).rows
  return row as LockedPayment | undefined
}
/** Only from `lockForChannel`: the state of a row that was read without a lock may change before it is moved. */
export type LockedPayment = ReadPayment &
  TraitRow & {
    /** The terms of the plan that fits the payment, as they are now; null where there is none, and no fee is charged. */
    terms: KeptFeeTerms | null
    readonly [locked]: true
  }
declare const locked: unique symbol
/** The channel's fee terms of a payment, as they are now. */
export const termsOf = (owner: Places<Owner> | Owner) => chargedTerms(owner).as('terms')
const forChannelBy = (given: Places<Owner & { orderRef: string }>, db: Db = build) =>
  ownRows(db, given)
    .select('payments')
    .select([
      'order_ref',
      'merchant_order_ref',
      'payable_kind',
      'payable_ref',
      'payable_part',
      'amount_minor',
      'currency',
      'status',
      'channel_key',
      'channel_token',
      'channel_order_ref',
      'channel_asked_at',
      'approved_at',
      'complete_asked_at',
      'confirms',
      'authorises_only',
      'finish',
      'finish_asked_at',
      'tries_channel',
      'country',
      'description',
      'created_at',
      'payment_method',
      'payment_sub_type',
      'method_details',
      'expires_at',
      'cancel_asked_at',
      'shopper_name',
      'shopper_email',
      'shopper_gave_email',
      'mandate_ref',
      'simulated_at',
    ])
    .where('order_ref', '=', given.orderRef)
const forChannel = statement((given: Places<Owner & { orderRef: string }>) => forChannelBy(given))
const lockedForChannel = statement((given: Places<Owner & { orderRef: string }>) =>
  forChannelBy(given)
    .select([...traitColumns, termsOf(given)])
    .forNoKeyUpdate(),
)

/** A payment as its provider is asked about it. */
export const askedOf = (ctx: Ctx, payment: ReadPayment): Asked => ({
  kind: 'payment',
  key: payment.order_ref,
  providerRef: payment.channel_order_ref,
  firstAskedAt: payment.channel_asked_at ?? ctx.now,
  amountMinor: payment.amount_minor,
  currency: payment.currency,
  method: { type: payment.payment_method as OfferedMethod, subType: payment.payment_sub_type },
  completing: payment.complete_asked_at !== null,
  ...(payment.method_details.refused_funds && { refusedFunds: payment.method_details.refused_funds }),
})
export type ReadPayment = NonNullable<Awaited<ReturnType<typeof readForChannel>>>

/**
 * Records a request to the provider before it is sent. Returns the payment as it was, and whether this is the first
 * request; of a payment that has ended it is not.
 */
export async function markAsked(ctx: Ctx, orderRef: string) {
  const [row] = (await ctx.db.executeQuery(markAndRead({ ...ctx.owner, orderRef, now: ctx.now }))).rows
  return row
}
const mark = (given: Places<Owner & { orderRef: string; now: Date }>) =>
  ownRows(build, given)
    .update('payments')
    .set({ channel_asked_at: given.now })
    .where('order_ref', '=', given.orderRef)
    .where('channel_asked_at', 'is', null)
    .where(inState(inFlightStates))
    .returning('order_ref')
const markAndRead = statement((given: Places<Owner & { orderRef: string; now: Date }>) => {
  const marking = build.with('marked', () => mark(given))
  return forChannelBy(given, marking as unknown as Db).select(sql<boolean>`exists (select 1 from marked)`.as('first'))
})
