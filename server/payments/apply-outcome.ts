import type { DeclineReason } from '#contract/declines.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Known } from '#server/providers/provider.ts'
import { endRest } from '#server/routing/rests.ts'
import { noteApproved } from './approval.ts'
import { capture } from './capture.ts'
import { captureBy, toldAt, warnOfLapse } from './lapse.ts'
import { askBeforeCapture, refusalOf } from './ask-before-capture.ts'
import { lockToEnd, recordChange, type Locked } from './lock.ts'
import { movePayment } from './queries.ts'

/**
 * Applies a provider's outcome to a payment, in the caller's transaction: the payment's state, its payable, the ledger and
 * the webhooks. True when it changed anything; an outcome that is repeated, late or out of order changes nothing.
 */
export async function applyOutcome(ctx: Ctx, orderRef: string, outcome: Known): Promise<boolean> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked) return false
  const changed = await applyTo(ctx, locked, outcome)
  const { payment } = locked
  if (changed && payment.tries_channel) {
    const type = payment.payment_method as OfferedMethod
    await endRest(ctx, { channelKey: payment.channel_key, type, subType: payment.payment_sub_type })
  }
  return changed
}

async function applyTo(ctx: Ctx, locked: Locked, outcome: Known): Promise<boolean> {
  const facts = {
    channel_order_ref: outcome.providerRef,
    ...(outcome.card && { masked_card_number: outcome.card.masked, card_brand: outcome.card.brand }),
    ...(outcome.paidBy && { actual_payment_method: outcome.paidBy.type }),
    details: detailsIn(outcome),
  }
  switch (outcome.kind) {
    case 'captured':
      await noteMandate(ctx, locked, outcome)
      return capture(ctx, locked, { action: 'capture', facts, providerFeeMinor: outcome.feeMinor })
    case 'declined': {
      const { providerText } = outcome
      const refusal = await refusalOf(ctx, locked.payment)
      const reason = reasonOf(locked, outcome.reason, refusal)
      const why = {
        ...facts,
        status_reason: reason,
        channel_text: providerText.slice(0, 300),
        details: { ...facts.details, ...(refusal && { refusal }) },
      }
      return fail(ctx, locked, { action: 'decline', facts: why, entryFacts: { reason } })
    }
    case 'expired':
      return fail(ctx, locked, { action: 'expire', facts: { ...facts, status_reason: 'TRANSACTION_EXPIRED' } })
    case 'approved': {
      const waits = movePayment(ctx, locked.payment, 'wait', facts)
      if (waits) await recordChange(ctx, locked, 'pending')
      const approved = await noteApproved(ctx, locked.payment.order_ref)
      if (approved) addTimelineEntry(ctx, 'payment', locked.payment.order_ref, 'approved')
      return waits || approved
    }
    case 'pending': {
      const changed = movePayment(ctx, locked.payment, 'wait', facts)
      if (changed) await recordChange(ctx, locked, 'pending')
      return changed
    }
    case 'authorised': {
      const by = captureBy(ctx, locked.payment, outcome.lapsesAt)
      const changed = movePayment(ctx, locked.payment, 'authorise', { ...facts, ...(by && { capture_by: by }) })
      if (!changed) return false
      await recordChange(ctx, locked, 'authorised')
      await askBeforeCapture(ctx, locked.payment)
      if (by) ctx.enqueue(warnOfLapse, { orderRef: locked.payment.order_ref }, { after: toldAt(by) })
      return true
    }
  }
}

/** Has the payable keep the mandate that a payment has set up. */
async function noteMandate(ctx: Ctx, { payment, payable }: Locked, { mandate, providerRef }: Known): Promise<void> {
  if (mandate) await payable?.of.noteMandate?.(ctx, payable.standing, payment, { facts: mandate, providerRef })
}

/** The merchant's server or a user has released the authorisation: that is the reason, whatever the provider calls it. */
function reasonOf({ payment }: Locked, told: DeclineReason, refusal: string | null): DeclineReason {
  if (refusal !== null) return 'MERCHANT_REFUSED_TRANSACTION'
  return payment.finish === 'void' ? 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' : told
}

/**
 * Applies a manual outcome, with its evidence, to a payment that no provider confirms: the same states, postings and
 * webhooks as of a provider's outcome. False when the payment has ended or is authorised.
 */
export async function applyManualOutcome(
  ctx: Ctx,
  orderRef: string,
  { paid, evidence }: { paid: boolean; evidence: string },
): Promise<boolean> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked) return false
  const entryFacts = { evidence }
  return paid
    ? capture(ctx, locked, { action: 'confirm', entryFacts })
    : fail(ctx, locked, { action: 'reject', entryFacts })
}

/** Expires a payment whose end stayed unknown for too long. */
export async function giveUp(ctx: Ctx, orderRef: string): Promise<boolean> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked) return false
  return fail(ctx, locked, { action: 'expire', facts: { status_reason: 'TRANSACTION_EXPIRED' } })
}

/** Ends a payment that was approved and is not completed: the provider takes money only when it is told to. */
export async function letLapse(ctx: Ctx, orderRef: string, why: 'shopper' | 'time'): Promise<boolean> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked || locked.payment.complete_asked_at) return false
  const status_reason: DeclineReason =
    why === 'time' ? 'TRANSACTION_EXPIRED' : 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR'
  return fail(ctx, locked, { action: why === 'time' ? 'expire' : 'decline', facts: { status_reason } })
}

interface Failure {
  action: 'decline' | 'expire' | 'reject'
  facts?: Parameters<typeof movePayment>[3]
  /** Facts of the timeline entry beside the event. */
  entryFacts?: Record<string, string>
}

/** Ends an attempt without money: another attempt may pay its payable. */
async function fail(ctx: Ctx, locked: Locked, { action, facts, entryFacts = {} }: Failure): Promise<boolean> {
  const { payment, payable } = locked
  if (!movePayment(ctx, payment, action, facts)) return false
  if (payable) await payable.of.end(ctx, payable.standing, payment)
  await recordChange(ctx, locked, action === 'expire' ? 'expired' : 'declined', entryFacts)
  return true
}

/** The outcome's details of the method. */
function detailsIn(outcome: Known): MethodDetails {
  return {
    ...(outcome.kind === 'pending' && outcome.action && { action: outcome.action }),
    ...(outcome.paidBy?.payer && { payer: outcome.paidBy.payer }),
    ...(outcome.authentication && { authentication: outcome.authentication }),
  }
}
