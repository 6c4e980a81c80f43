import { sql, type Updateable } from 'kysely'
import { declines, type DeclineReason } from '#contract/declines.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import { paymentStates } from '#contract/payments.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import { countPayment } from '#server/analytics/deltas.ts'
import type { KeptFeeTerms, Tables } from '#server/db/tables.ts'
import { asRow, build, statementFor, type Places } from '#server/kit/build.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/in-state.ts'
import type { Db } from '#server/kit/db.ts'
import { metrics } from '#server/kit/metrics.ts'
import type { LockedPayment } from './for-channel.ts'

/** A row's columns under their wire names. */
export const rowColumns = [
  'order_ref',
  'merchant_order_ref',
  'channel_order_ref',
  'amount_minor as amount',
  'currency',
  'status',
  'status_reason',
  'payment_method',
  'payment_sub_type',
  'actual_payment_method',
  'masked_card_number',
  'card_brand',
  'channel_key',
  'shopper_name',
  'shopper_email',
  'link_ref',
  'late',
  'refunded_minor as refunded',
  'refunding_minor as refunding',
  'created_at',
] as const

/** What the channel is called where people read it; its key when it is no longer set up. */
export const channelName = sql<string>`coalesce((
  select c.name from payment_channels c
  where c.merchant_id = payments.merchant_id and c.environment = payments.environment and c.channel_key = payments.channel_key
), payments.channel_key)`.as('payment_channel_name')

/** What the payment's link asks for with money that comes late. */
const lateWish = sql<LatePayment>`coalesce((
  select l.late_payment from payment_links l
  where l.merchant_id = payments.merchant_id and l.environment = payments.environment and l.link_ref = payments.link_ref
), 'accept')`.as('late_wish')

export const ofOwner = (db: Db, owner: Owner | Places<Owner>) =>
  db
    .selectFrom('payments')
    .where('payments.merchant_id', '=', owner.merchantId)
    .where('payments.environment', '=', owner.environment)

/** A payment with everything its page shows; undefined when absent or not the owner's. Index: primary key. */
export async function findPayment(ctx: Ctx, orderRef: string) {
  const row = await ofOwner(ctx.db, ctx.owner)
    .innerJoin('merchants', 'merchants.merchant_id', 'payments.merchant_id')
    .select([
      ...rowColumns.map((column) =>
        column === 'currency' || column === 'status' || column === 'created_at'
          ? (`payments.${column}` as const)
          : column,
      ),
      channelName,
      'payments.environment',
      'fee_minor as fee',
      'fee_tax_minor as fee_tax',
      'description',
      'merchants.email as merchant_email',
      'shopper_phone',
      'shopper_address',
      'shopper_ip',
      'device_info',
      'channel_text',
      'source',
      'updated_at',
      'method_details',
      'payments.expires_at',
      'cancel_asked_at',
      'fee_terms as kept_terms',
      lateWish,
    ])
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
  if (!row) return undefined
  const late_payment: LatePayment | '' = row.late ? row.late_wish : ''
  const owed = row.status === 'Success' && (late_payment === '' || late_payment === 'accept')
  const net = owed ? row.amount - row.fee - row.fee_tax - row.refunded - row.refunding : 0n
  return { ...wireRow(row), net, late_payment, fee_terms: shownTerms(row.kept_terms), routing_enabled: false }
}
const shownTerms = (kept: KeptFeeTerms | null) =>
  kept && {
    percent_fee: kept.percent_fee,
    minimum_fee: BigInt(kept.minimum_fee_minor),
    flat_fee: BigInt(kept.flat_fee_minor),
    tax_percent: kept.tax_percent,
  }
export type FoundPayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** The fields that are not stored as they travel. */
export function wireRow<R extends { status_reason: string }>(row: R) {
  const reason = row.status_reason as DeclineReason | ''
  return {
    ...row,
    status_reason: reason,
    status_code: reason === '' ? '' : declines[reason].code,
  }
}

/**
 * Moves a payment by an action of its machine and writes what came with it; false when its state does not allow it.
 * It is sent later (`tx.flush`): whoever holds its row, as `lockForChannel` gives it, knows that it will move.
 */
export function movePayment(
  ctx: Ctx,
  payment: LockedPayment,
  action: keyof typeof paymentStates.actions,
  {
    details,
    fee_terms: terms,
    ...facts
  }: Partial<{
    /** Added to what is kept already. */
    details: MethodDetails
    actual_payment_method: PaymentMethod
    channel_order_ref: string
    status_reason: string
    channel_text: string
    masked_card_number: string
    card_brand: string
    fee_minor: bigint
    fee_tax_minor: bigint
    late: boolean
    held: boolean
    fee_terms: KeptFeeTerms | null
  }> = {},
): boolean {
  if (!paymentStates.can(payment.status, action)) return false
  const { from, to } = paymentStates.actions[action]
  const known = to === 'Success' || to === 'Failed' || to === 'Expired'
  ctx.tx.later(
    move({
      ...ctx.owner,
      orderRef: payment.order_ref,
      from,
      status: to,
      updated_at: ctx.now,
      ...(known && { channel_token: null }),
      ...(details && Object.keys(details).length > 0 && { method_details: JSON.stringify(details) }),
      ...(terms && { fee_terms: JSON.stringify(terms) }),
      ...facts,
    }),
  )
  const { fee_minor = 0n, fee_tax_minor = 0n, late = false } = facts
  countPayment(ctx, { ...payment, fee_minor, fee_tax_minor, late, status: to, previous_status: payment.status })
  ctx.tx.afterCommit(() => metrics.payments.inc({ state: to }))
  return true
}

type Move = Owner & { orderRef: string; from: readonly string[] } & Updateable<Tables['payments']>
const move = statementFor(({ merchantId, environment, orderRef, from, method_details: more, ...facts }: Places<Move>) =>
  build
    .updateTable('payments')
    .set({
      ...asRow(facts),
      previous_status: ({ ref }) => ref('status'),
      ...(more && { method_details: sql<string>`method_details || cast(${more} as jsonb)` }),
    })
    .where('merchant_id', '=', merchantId)
    .where('environment', '=', environment)
    .where('order_ref', '=', orderRef)
    .where(inState(from)),
)

/** Notes that something about a payment has changed, so that whoever watches it looks again. */
export async function touchPayment(ctx: Ctx, orderRef: string): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ updated_at: ctx.now })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('order_ref', '=', orderRef)
    .execute()
}
