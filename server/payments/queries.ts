import { sql, type AliasedRawBuilder, type Updateable } from 'kysely'
import { declines, type DeclineReason } from '#contract/declines.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import { paymentStates } from '#contract/payment-states.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import { payableFields, type PayableField } from '#contract/payables.ts'
import { countPayment } from '#server/rollups/deltas.ts'
import type { KeptFeeTerms } from '#server/db/kept-fee-terms.ts'
import type { Tables } from '#server/db/tables.ts'
import { asRow, build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { payableOf } from '#server/payables/payable.ts'
import { feeBy, noFee } from './fee.ts'
import { termsOf, type LockedPayment } from './for-channel.ts'
import { secondsToPay, traitsOf } from './traits.ts'

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
  'late',
  'refunded_minor as refunded',
  'refunding_minor as refunding',
  'created_at',
] as const

/** What a list has beside that. */
export const listedColumns = [
  'fee_minor as fee',
  'fee_tax_minor as fee_tax',
  'remit_status',
  'shopper_phone',
  'shopper_address',
  'shopper_ip',
  'device_info',
  'card_last4',
  sql<bigint>`case when status = 'Success' and not held
    then amount_minor - fee_minor - fee_tax_minor - refunded_minor - refunding_minor else 0 end`.as('net'),
] as const

/** The channel's display name; its key when the channel is no longer set up. */
export const channelName = sql<string>`coalesce((
  select c.name from (select * from payment_channels where merchant_id = any (scope_merchants())) c
  where c.merchant_id = payments.merchant_id and c.environment = payments.environment and c.channel_key = payments.channel_key
), payments.channel_key)`.as('payment_channel_name')

/** The settlement that a sale abroad is in. Index: primary key. */
const settlementRef = ({ merchantId, environment }: Owner) =>
  sql<string>`coalesce((select i.settlement_ref from remittance_items i
    where i.merchant_id = ${merchantId} and i.environment = ${environment} and i.kind = 'payment' and i.ref = payments.order_ref), '')`.as(
    'settlement_ref',
  )

/** The object that was paid, under the wire's name of its kind; the others are empty. */
export const objectFields = [...Map.groupBy(Object.entries(payableFields), ([, { row }]) => row)].map(
  ([row, kinds]) => {
    const named = sql.join(kinds.map(([kind]) => sql.lit(kind)))
    return sql<string>`case when payable_kind in (${named}) then coalesce(nullif(source_ref, ''), payable_ref) else '' end`.as(
      row,
    )
  },
) as AliasedRawBuilder<string, PayableField>[]

/** A payment with everything its page shows; undefined when absent or not the owner's. Index: primary key. */
export async function findPayment(ctx: Ctx, orderRef: string) {
  const row = await ctx.own
    .select('payments')
    .innerJoin('merchants', (join) => join.on('merchants.merchant_id', '=', ctx.owner.merchantId))
    .select([
      ...rowColumns.map((column) =>
        column === 'currency' || column === 'status' || column === 'created_at'
          ? (`payments.${column}` as const)
          : column,
      ),
      ...objectFields,
      channelName,
      'payable_kind',
      'payable_ref',
      'payments.environment',
      'fee_minor as fee',
      'fee_tax_minor as fee_tax',
      'remit_status',
      settlementRef(ctx.owner),
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
      'finish',
      'capture_by',
      'fee_terms as kept_terms',
      'payments.held as is_held',
      'routing_ref',
      'failover_from',
      'failover_next',
      termsOf(ctx.owner),
    ])
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
  if (!row) return undefined
  const late_payment: LatePayment | '' = row.late ? await lateWish(ctx, row) : ''
  const owed = row.status === 'Success' && !row.is_held
  const net = owed ? row.amount - row.fee - row.fee_tax - row.refunded - row.refunding : 0n
  const terms = row.kept_terms && shownTerms(row.kept_terms, row.amount)
  return {
    ...wireRow(row),
    net,
    late_payment,
    fee_terms: terms,
    held: shownHeld(row),
    routing_enabled: row.routing_ref !== '',
    capture_by: row.status === 'Authorized' ? row.capture_by : null,
  }
}
/** What is held of a payment, with what accepting it would book. */
function shownHeld(row: {
  is_held: boolean
  amount: bigint
  refunded: bigint
  refunding: bigint
  terms: KeptFeeTerms | null
}) {
  const amount = row.amount - row.refunded - row.refunding
  if (!row.is_held || amount === 0n) return null
  const { feeMinor: fee, taxMinor: fee_tax } = feeBy(amount, row.terms ?? noFee)
  return { amount, fee, fee_tax, net: amount - fee - fee_tax, acceptable: row.refunding === 0n }
}
/** The payable's policy for late money, of a payment that was late. */
async function lateWish(ctx: Ctx, row: { payable_kind: string; payable_ref: string }): Promise<LatePayment> {
  if (row.payable_ref === '') return 'accept'
  const standing = await payableOf(ctx, row.payable_kind).read(ctx, row.payable_ref)
  return standing?.latePayment ?? 'accept'
}
const shownTerms = (kept: KeptFeeTerms, amount: bigint) => ({
  amount: kept.amount_minor === undefined ? amount : BigInt(kept.amount_minor),
  percent_fee: kept.percent_fee,
  minimum_fee: BigInt(kept.minimum_fee_minor),
  flat_fee: BigInt(kept.flat_fee_minor),
  tax_percent: kept.tax_percent,
})
export type FoundPayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** The fields that are not stored as they travel. */
export function wireRow<R extends { status_reason: string }>(row: R) {
  const reason = row.status_reason as DeclineReason | ''
  return {
    ...row,
    status_reason: reason,
    status_code: codeOf(reason),
  }
}
export const codeOf = (reason: DeclineReason | ''): string => (reason === '' ? '' : declines[reason].code)

/** Whether an action of a payment's machine is allowed in its state. */
export const canMove = ({ status }: LockedPayment, action: keyof typeof paymentStates.actions): boolean =>
  paymentStates.can(status, action)

/**
 * Moves a payment by an action of its state machine and writes the details of the change; false when its state does not
 * allow it. The update is sent without waiting for its result: the caller holds the row's lock (`lockForChannel`), so it
 * will match.
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
    /** Merged into the stored details. */
    details: MethodDetails
    actual_payment_method: PaymentMethod
    channel_order_ref: string
    status_reason: string
    channel_text: string
    failover_next: string
    capture_by: Date
    masked_card_number: string
    card_brand: string
    payer: string
    fee_minor: bigint
    fee_tax_minor: bigint
    late: boolean
    held: boolean
    fee_terms: KeptFeeTerms | null
  }> = {},
): boolean {
  if (!canMove(payment, action)) return false
  const { from, to } = paymentStates.actions[action]
  const paid_seconds = to === 'Success' ? secondsToPay(ctx, payment) : null
  const known = to === 'Success' || to === 'Failed' || to === 'Expired'
  const moved = move({
    ...ctx.owner,
    orderRef: payment.order_ref,
    from,
    status: to,
    updated_at: ctx.now,
    ...(known && { channel_token: null }),
    ...(details && Object.keys(details).length > 0 && { method_details: JSON.stringify(details) }),
    ...(terms && { fee_terms: JSON.stringify(terms) }),
    ...facts,
    ...(paid_seconds !== null && { paid_seconds }),
  })
  ctx.write(moved)
  const { fee_minor = 0n, fee_tax_minor = 0n, held = false } = facts
  const { card_brand = payment.card_brand, status_reason = payment.status_reason, payer = payment.payer } = facts
  const method_details = { ...payment.method_details, ...details }
  countPayment(ctx, {
    ...payment,
    fee_minor,
    fee_tax_minor,
    held,
    status: to,
    traits: traitsOf({ ...payment, card_brand, status_reason, payer, method_details, paid_seconds }),
    previous_status: payment.status,
    previous_traits: traitsOf(payment),
  })
  ctx.afterCommit(() => metrics.payments.inc({ state: to }))
  return true
}

type Move = Owner & { orderRef: string; from: readonly string[] } & Updateable<Tables['payments']>
const move = statement(({ merchantId, environment, orderRef, from, method_details: more, ...facts }: Places<Move>) =>
  ownRows(build, { merchantId, environment })
    .update('payments')
    .set({
      ...asRow(facts),
      previous_status: ({ ref }) => ref('status'),
      ...(more && { method_details: sql<string>`method_details || cast(${more} as jsonb)` }),
    })
    .where('order_ref', '=', orderRef)
    .where(inState(from)),
)

/** Sets the time of a payment's last change, which the shopper's page watches. */
export async function touchPayment(ctx: Ctx, orderRef: string): Promise<void> {
  await ctx.own.update('payments').set({ updated_at: ctx.now }).where('order_ref', '=', orderRef).execute()
}
