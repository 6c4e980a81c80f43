import type { DeclineReason } from '#contract/declines.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { existingInvoice } from '#server/invoice-store/queries.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { applyOutcome } from '#server/payments/apply-outcome.ts'
import { insertPayment } from '#server/payments/insert.ts'
import type { PastPayment } from '#server/providers/simulator/past.ts'
import { endRefund } from '#server/refunds/apply-outcome.ts'
import { startRefund } from '#server/refunds/start.ts'
import type { Chance } from './chance.ts'
import { channelOfMethod } from './profiles.ts'

/** An attempt of a customer to pay an invoice, as it was begun. */
interface Begun {
  orderRef: string
  amountMinor: bigint
  currency: InvoiceRow['currency']
  card: { masked: string; brand: string } | null
}

/** Begins an attempt to pay all that is due, or a part of it. */
export async function beginAttempt(
  ctx: Ctx,
  ref: string,
  { share, method }: { share: number; method: PaymentMethod },
  chance: Chance,
): Promise<Begun> {
  const invoice = await existingInvoice(ctx, ref, { lock: true })
  const { currency, due_minor } = invoice
  const amountMinor = share === 1 ? due_minor : (due_minor * BigInt(Math.round(share * 100))) / 100n
  const orderRef = newReference(ctx.now, chance.bytes(16))
  insertPayment(ctx, {
    orderRef,
    payable: { kind: 'invoice', ref, part: invoice.parts + 1, sourceRef: '' },
    merchantOrderRef: invoice.merchant_invoice_ref,
    amountMinor,
    currency,
    country: invoice.country,
    channelKey: channelOfMethod(method),
    channelToken: null,
    method: method as 'CARD',
    subType: '',
    details: {},
    expiresAt: new Date(ctx.now.getTime() + 1_800_000),
    shopper: {
      name: invoice.customer_name,
      email: invoice.email,
      gaveEmail: false,
      phone: invoice.phone,
      address: invoice.content.billing_address.city ?? '',
    },
    description: invoice.content.description || invoice.merchant_invoice_ref,
    source: 'invoice',
    confirms: false,
  })
  addTimelineEntry(ctx, 'payment', orderRef, 'initiated')
  addTimelineEntry(ctx, 'invoice', ref, 'attempt_initiated', { order_ref: orderRef })
  const last = 1_000 + Math.floor(9_000 * chance.next())
  const card = method === 'CARD' ? { masked: `424242******${last}`, brand: 'visa' } : null
  return { orderRef, amountMinor, currency, card }
}

/** Ends an attempt: the money is taken, unless it was declined. What was taken is noted for the provider. */
export async function endAttempt(
  ctx: Ctx,
  { orderRef, amountMinor, currency, card }: Begun,
  { declined, taken }: { declined?: DeclineReason; taken: PastPayment[] },
): Promise<void> {
  const facts = { providerRef: `pay_${orderRef}`, ...(card && { card }) }
  if (declined) await applyOutcome(ctx, orderRef, { kind: 'declined', reason: declined, providerText: '', ...facts })
  else await applyOutcome(ctx, orderRef, { kind: 'captured', ...facts })
  if (!declined) taken.push({ key: orderRef, ref: facts.providerRef, at: ctx.now, amountMinor, currency, card })
}

/** Refunds what was paid of an invoice, or a share of it. */
export async function refundPayment(ctx: Ctx, ref: string, share: number): Promise<void> {
  const [payment] = await ctx.own
    .select('payments')
    .select(['order_ref', 'amount_minor'])
    .where('payable_kind', '=', 'invoice')
    .where('payable_ref', '=', ref)
    .where('status', '=', 'Success')
    .execute()
  if (!payment) return
  const part = share < 1 ? (payment.amount_minor * BigInt(Math.round(share * 100))) / 100n : undefined
  const wish = part ? { type: 'partial' as const, amount: part } : { type: 'full' as const }
  const refundId = await startRefund(ctx, { orderRef: payment.order_ref, reason: 'goods returned', note: '', ...wish })
  const later = ctx.with({ now: new Date(ctx.now.getTime() + 60_000) })
  await endRefund(later, refundId, { end: 'succeed', providerRef: `ref_${refundId}` })
}
