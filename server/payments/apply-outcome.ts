import type { MethodDetails } from '#contract/method-details.ts'
import { feeOf, type FeeTerms } from '#contract/kit/money.ts'
import { tell } from '#server/kit/audit.ts'
import type { KeptFeeTerms } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { announcePaymentLink } from '#server/payment-links/announce.ts'
import { lockLinkOfPayment, sendLinkMove } from '#server/payment-links/queries.ts'
import { isWanted } from '#server/notifications/notify.ts'
import type { Known } from '#server/providers/provider.ts'
import { startRefund } from '#server/refunds/start.ts'
import { listReceivers } from '#server/webhooks/queries.ts'
import { notifyOfPayment } from './notify.ts'
import { announcePayment } from './announce.ts'
import { lockForChannel, type LockedPayment } from './for-channel.ts'
import { movePayment } from './queries.ts'

/**
 * Makes what a provider says true here: the payment's state, its link, the ledger and the webhooks, in the caller's
 * transaction. True when it changed anything; an outcome that comes again, late or out of order changes nothing.
 */
export async function applyOutcome(ctx: Ctx, orderRef: string, outcome: Known): Promise<boolean> {
  const [link, payment] = await lockToSettle(ctx, orderRef)
  if (!payment) return false
  const facts = {
    channel_order_ref: outcome.providerRef,
    ...(outcome.card && { masked_card_number: outcome.card.masked, card_brand: outcome.card.brand }),
    ...(outcome.paidBy && { actual_payment_method: outcome.paidBy.type }),
    details: detailsIn(outcome),
  }
  switch (outcome.kind) {
    case 'captured':
      return capture(ctx, { payment, link, facts, action: 'capture', told: {} })
    case 'declined': {
      const changed = movePayment(ctx, payment, 'decline', {
        ...facts,
        status_reason: outcome.reason,
        channel_text: outcome.providerText.slice(0, 300),
      })
      if (changed) await note(ctx, payment, 'declined', { reason: outcome.reason })
      return changed
    }
    case 'expired': {
      const changed = movePayment(ctx, payment, 'expire', { ...facts, status_reason: 'TRANSACTION_EXPIRED' })
      if (changed) await note(ctx, payment, 'expired')
      return changed
    }
    case 'pending':
    case 'authorised': {
      const changed = movePayment(ctx, payment, outcome.kind === 'pending' ? 'wait' : 'authorise', facts)
      if (changed) await note(ctx, payment, outcome.kind)
      return changed
    }
  }
}

interface Capture {
  payment: LockedPayment
  link: { status: string; late_payment: string; created_by_id: string | null } | undefined
  facts: Parameters<typeof movePayment>[3]
  action: 'capture' | 'confirm'
  /** What the timeline tells beside the event. */
  told: Record<string, string>
}
/**
 * What a payment's end depends on. Always the link before the payment: whoever starts an attempt locks in that order too.
 * Who is to be told is read ahead, so that nothing has to be waited for after it but the commit.
 */
const lockToSettle = (ctx: Ctx, orderRef: string) =>
  Promise.all([
    lockLinkOfPayment(ctx, orderRef),
    lockForChannel(ctx, orderRef),
    listReceivers(ctx),
    isWanted(ctx, 'payment_received'),
  ])

/** The money is there: it is booked once, and pays the link unless that is over; then it is late. */
async function capture(ctx: Ctx, { payment, link, facts, action, told }: Capture): Promise<boolean> {
  const late = link !== undefined && link.status !== 'processing'
  const held = late && link.late_payment !== 'accept'
  const amount = payment.amount_minor
  // Kept with the payment, as what its fee was made by, whatever they become later.
  const kept = payment.terms ?? free
  const { feeMinor, taxMinor } = held ? { feeMinor: 0n, taxMinor: 0n } : feeOf(amount, termsIn(kept))
  const changed = movePayment(ctx, payment, action, {
    ...facts,
    status_reason: '',
    channel_text: '',
    fee_minor: feeMinor,
    fee_tax_minor: taxMinor,
    late,
    held,
    fee_terms: held ? null : kept,
  })
  if (!changed) return false

  post(ctx, {
    kind: 'payment.captured',
    businessKey: `payment:${payment.order_ref}:captured`,
    objectType: 'payment',
    objectRef: payment.order_ref,
    currency: payment.currency,
    lines: [
      { account: accounts.pspReceivable(payment.channel_key), amountMinor: amount },
      { account: held ? accounts.lateSuspense : accounts.merchantPending, amountMinor: feeMinor + taxMinor - amount },
      { account: accounts.feeIncome, amountMinor: -feeMinor },
      { account: accounts.feeTaxPayable, amountMinor: -taxMinor },
    ],
  })
  const noted = note(ctx, payment, late ? 'captured_late' : 'captured', told)
  const notified = notifyOfPayment(
    ctx,
    payment,
    late ? { late: link.late_payment } : { to: link?.created_by_id ?? null },
  )
  await Promise.all([noted, notified, link && !late && payLink(ctx, payment)])
  if (!held || link.late_payment !== 'refund') return true
  ctx.tx.flush()
  await startRefund(ctx, { orderRef: payment.order_ref, type: 'full', reason: 'late payment', note: '' })
  return true
}

/**
 * Makes true what somebody says of a payment that no provider confirms, with their evidence: the same states, postings
 * and webhooks as by a provider's word. False when it has ended or is authorised.
 */
export async function applyWord(
  ctx: Ctx,
  orderRef: string,
  { paid, evidence }: { paid: boolean; evidence: string },
): Promise<boolean> {
  const [link, payment] = await lockToSettle(ctx, orderRef)
  if (!payment) return false
  const told = { evidence }
  if (paid) return capture(ctx, { payment, link, facts: {}, action: 'confirm', told })
  const changed = movePayment(ctx, payment, 'reject')
  if (changed) await note(ctx, payment, 'declined', told)
  return changed
}

const free: KeptFeeTerms = { percent_fee: '0', minimum_fee_minor: '0', flat_fee_minor: '0', tax_percent: '0' }
const termsIn = (kept: KeptFeeTerms): FeeTerms => ({
  percentFee: kept.percent_fee,
  minimumFeeMinor: BigInt(kept.minimum_fee_minor),
  flatFeeMinor: BigInt(kept.flat_fee_minor),
  taxPercent: kept.tax_percent,
})

/** What the outcome says about the method alone. */
function detailsIn(outcome: Known): MethodDetails {
  return {
    ...(outcome.kind === 'pending' && outcome.action && { action: outcome.action }),
    ...(outcome.paidBy?.payer && { payer: outcome.paidBy.payer }),
    ...(outcome.authentication && { authentication: outcome.authentication }),
  }
}

async function payLink(ctx: Ctx, { link_ref, order_ref }: LockedPayment): Promise<void> {
  tell(ctx, 'payment_link', link_ref, 'paid', { order_ref })
  sendLinkMove(ctx, link_ref, 'pay')
  await announcePaymentLink(ctx, link_ref)
}

async function note(
  ctx: Ctx,
  payment: LockedPayment,
  event: string,
  facts: Record<string, string> = {},
): Promise<void> {
  tell(ctx, 'payment', payment.order_ref, event, facts)
  if (payment.link_ref && event !== 'captured')
    tell(ctx, 'payment_link', payment.link_ref, `attempt_${event}`, { order_ref: payment.order_ref, ...facts })
  await announcePayment(ctx, payment.order_ref)
}
