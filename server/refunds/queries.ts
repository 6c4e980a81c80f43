import { refundStates, type RefundType } from '#contract/refunds.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import { ownUserId } from '#server/notifications/notify.ts'

const columns = [
  'refund_id', 'psp_refund_id', 'order_ref', 'created_at as refund_date', 'amount_minor as amount', 'currency', 'status as refund_status',
  'type as refund_type', 'reason as refund_reason', 'note', 'fail_reason', 'channel_text', 'created_by', 'manual', 'updated_at',
] as const // prettier-ignore

/** A refund in its wire form; undefined when absent or not the owner's. Index: primary key. */
export const findRefund = (ctx: Ctx, refundId: string) =>
  ctx.own.select('refunds').select(columns).where('refund_id', '=', refundId).executeTakeFirst()

/** The refunds of a payment, newest first. Index: refunds_by_payment. */
export const listRefundsOf = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('refunds')
    .select(columns)
    .where('order_ref', '=', orderRef)
    .orderBy('created_at', 'desc')
    .orderBy('refund_id', 'desc')
    .limit(1_000)
    .execute()

/** The references of a payment's refunds, oldest first; the payment's page finds their webhooks and postings by them. */
export async function listRefundIds(ctx: Ctx, orderRef: string): Promise<string[]> {
  const rows = await ctx.own
    .select('refunds')
    .select('refund_id')
    .where('order_ref', '=', orderRef)
    .orderBy('created_at')
    .limit(1_000)
    .execute()
  return rows.map(({ refund_id }) => refund_id)
}

export interface NewRefund {
  refundId: string
  orderRef: string
  amountMinor: bigint
  currency: Currency
  type: RefundType
  reason: string
  note: string
  manual: boolean
  fromSuspense: boolean
  /** A settlement of sales abroad takes it. */
  isTaken: boolean
  channelKey: string
}

export function insertRefund(ctx: Ctx, refund: NewRefund): void {
  ctx.write(
    ctx.own.insert('refunds', {
      refund_id: refund.refundId,
      order_ref: refund.orderRef,
      amount_minor: refund.amountMinor,
      currency: refund.currency,
      status: 'PENDING',
      type: refund.type,
      reason: refund.reason,
      note: refund.note,
      manual: refund.manual,
      from_suspense: refund.fromSuspense,
      remit_status: refund.isTaken ? 'WAITING' : '',
      channel_key: refund.channelKey,
      channel_asked_at: null,
      created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
      asked_by_id: ownUserId(ctx),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
}

/**
 * Moves a refund by an action of its machine; undefined when its state does not allow it. Guarantee: one guarded
 * update, so of many outcomes at once one is taken.
 */
export async function moveRefund(
  ctx: Ctx,
  refundId: string,
  action: keyof typeof refundStates.actions,
  facts: { psp_refund_id?: string; fail_reason?: DeclineReason; channel_text?: string },
) {
  const { from, to } = refundStates.actions[action]
  return ctx.own
    .update('refunds')
    .set({ status: to, updated_at: ctx.now, ...facts })
    .where('refund_id', '=', refundId)
    .where(inState(from))
    .returning(['refund_id', 'order_ref', 'amount_minor', 'currency', 'channel_key', 'from_suspense', 'asked_by_id'])
    .executeTakeFirst()
}

/** The columns of a refund that a worker needs, and of its payment; undefined when there is none. */
export const readForChannel = (ctx: Ctx, refundId: string) =>
  ctx.own
    .select('refunds')
    .innerJoin('payments', (join) =>
      join
        .on('payments.merchant_id', '=', ctx.owner.merchantId)
        .on('payments.environment', '=', ctx.owner.environment)
        .onRef('payments.order_ref', '=', 'refunds.order_ref'),
    )
    .select([
      'refund_id',
      'refunds.order_ref',
      'refunds.amount_minor',
      'refunds.currency',
      'refunds.status',
      'manual',
      'refunds.channel_key',
      'refunds.channel_asked_at',
      'psp_refund_id',
      'refunds.created_at',
      'channel_order_ref',
      'payment_method',
      'payment_sub_type',
      'payable_kind',
      'payable_ref',
    ])
    .where('refund_id', '=', refundId)
    .executeTakeFirst()

/** The references of pending refunds at a provider that have not changed since a moment. Index: refunds_under_way. */
export async function listUnderWay(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('refunds')
    .select('refund_id')
    .where('status', '=', 'PENDING')
    .where('manual', '=', false)
    .where('updated_at', '<', since)
    .orderBy('created_at')
    .limit(500)
    .execute()
  return rows.map(({ refund_id }) => refund_id)
}

/** Stores the provider's reference of a refund that is still pending there; true when it was not known before. */
export async function noteProviderRef(ctx: Ctx, refundId: string, providerRef: string): Promise<boolean> {
  const noted = await ctx.own
    .update('refunds')
    .set({ psp_refund_id: providerRef, updated_at: ctx.now })
    .where('refund_id', '=', refundId)
    .where('status', '=', 'PENDING')
    .where('psp_refund_id', '=', '')
    .returning('refund_id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Records a request to the provider, before it is sent. */
export async function markAsked(ctx: Ctx, refundId: string): Promise<void> {
  await ctx.own
    .update('refunds')
    .set({ channel_asked_at: ctx.now })
    .where('refund_id', '=', refundId)
    .where('channel_asked_at', 'is', null)
    .execute()
}
