import type { DeclineReason } from '#contract/declines.ts'
import { amountText, recordedAmount } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { countRefund } from '#server/rollups/deltas.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { notify } from '#server/notifications/notify.ts'
import { lockPayable, payableOf } from '#server/payables/payable.ts'
import type { Known } from '#server/providers/provider.ts'
import { sendReceipt } from '#server/receipts/job.ts'
import { publishRefundWebhook } from './publish-webhook.ts'
import { moveRefund, noteProviderRef, readForChannel } from './queries.ts'
import { lockPayment, releaseReserved } from './reserve.ts'

/**
 * Applies a provider's outcome to a refund, in the caller's transaction. True when it changed anything; an outcome that
 * is repeated, late, out of order or about no refund of the owner's changes nothing.
 */
export async function applyRefundOutcome(ctx: Ctx, refundId: string, outcome: Known): Promise<boolean> {
  const { providerRef } = outcome
  switch (outcome.kind) {
    case 'captured':
      return endRefund(ctx, refundId, { end: 'succeed', providerRef })
    case 'declined': {
      const { reason, providerText } = outcome
      return endRefund(ctx, refundId, { end: 'fail', providerRef, reason, text: providerText.slice(0, 300) })
    }
    case 'expired':
      return endRefund(ctx, refundId, { end: 'fail', providerRef, reason: 'TRANSACTION_EXPIRED', text: '' })
    case 'pending':
    case 'approved':
    case 'authorised': {
      const news = await noteProviderRef(ctx, refundId, providerRef)
      if (news) addTimelineEntry(ctx, 'refund', refundId, 'refund_pending')
      return news
    }
  }
}

/** The end of a refund: an outcome of the provider or a manual outcome. */
type RefundEnd =
  | { end: 'succeed'; providerRef?: string; evidence?: string }
  | { end: 'fail'; providerRef?: string; reason?: DeclineReason; text?: string; evidence?: string }

/**
 * Ends a refund that is pending: its state, the payment's refund sums, the ledger and the webhooks. False, and nothing is
 * changed, when the refund has ended before. The payable is locked before the payment, and that before the refund, in the same
 * order as everywhere.
 */
export async function endRefund(ctx: Ctx, refundId: string, ending: RefundEnd): Promise<boolean> {
  const known = await readForChannel(ctx, refundId)
  if (!known || known.status !== 'PENDING') return false
  const [, payment] = await Promise.all([
    lockPayable(ctx, { kind: known.payable_kind, ref: known.payable_ref }),
    lockPayment(ctx, known.order_ref),
  ])
  if (!payment) throw new Error(`no payment ${known.order_ref}`)
  const refund = await moveRefund(ctx, refundId, ending.end, {
    ...(ending.providerRef && { psp_refund_id: ending.providerRef }),
    ...(ending.end === 'fail' && ending.reason && { fail_reason: ending.reason }),
    ...(ending.end === 'fail' && ending.text && { channel_text: ending.text }),
  })
  if (!refund) return false
  const { order_ref: orderRef, amount_minor: amountMinor, currency } = refund
  const gone = ending.end === 'succeed'
  const source = refund.from_suspense ? accounts.lateSuspense : accounts.merchantPending
  await releaseReserved(ctx, refund, gone ? 'refunded' : 'kept')
  post(ctx, {
    kind: gone ? 'refund.succeeded' : 'refund.failed',
    businessKey: `refund:${refundId}:${gone ? 'succeeded' : 'failed'}`,
    objectType: 'refund',
    objectRef: refundId,
    currency,
    lines: [
      { account: accounts.refundClearing, amountMinor },
      { account: gone ? accounts.pspReceivable(refund.channel_key) : source, amountMinor: -amountMinor },
    ],
  })
  if (gone) countRefund(ctx, payment, amountMinor)
  // Money that was held apart was never counted.
  if (gone && !refund.from_suspense && payment.payable_ref !== '')
    await payableOf(ctx, payment.payable_kind).countMoney?.(ctx, payment.payable_ref, {
      orderRef,
      capturedMinor: 0n,
      refundedMinor: amountMinor,
      refundId,
    })
  const event = gone ? 'refund_succeeded' : 'refund_failed'
  const why = {
    ...(ending.end === 'fail' && ending.reason && { reason: ending.reason }),
    ...(ending.evidence && { evidence: ending.evidence }),
  }
  addTimelineEntry(ctx, 'refund', refundId, event, why)
  const amount = recordedAmount(amountMinor, currency)
  addTimelineEntry(ctx, 'payment', orderRef, event, { refund_id: refundId, amount, ...why })
  await publishRefundWebhook(ctx, refundId)
  const facts = { order_ref: orderRef, amount: `${amountText(amountMinor, currency, defaultLanguage)} ${currency}` }
  await notify(ctx, gone ? 'refund_succeeded' : 'refund_failed', facts, { to: refund.asked_by_id })
  if (gone && payment.shopper_gave_email) {
    const refunded = String(payment.refunded_minor + amountMinor)
    ctx.enqueue(sendReceipt, { orderRef, refund: { id: refundId, amount: String(amountMinor), refunded } })
  }
  return true
}
