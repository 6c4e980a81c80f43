import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { recordedAmount } from '#contract/kit/money.ts'
import { openInvoiceStates } from '#contract/invoice-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeInvoice } from '#server/invoice-store/change.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { settingsOf } from '#server/invoice-store/settings.ts'
import type { LaterMoney } from '#server/payables/payable.ts'
import { writeCreditNote } from './credit.ts'
import { followRefunds, lowerDue } from './settle.ts'

const isOpen = ({ status }: InvoiceRow): boolean => (openInvoiceStates as readonly string[]).includes(status)

/** Money of an attempt that counts for an invoice. */
interface Counted {
  orderRef: string
  amountMinor: bigint
  /** The part that it pays in time; 0 of late money that was accepted. */
  part: number
  since: Date
}

/** Counts money for an open invoice that the caller has locked, at most what is due. */
export async function countPayment(ctx: Ctx, invoice: InvoiceRow, counted: Counted): Promise<InvoiceRow> {
  const { orderRef, amountMinor, part, since } = counted
  ctx.append('invoice_payments', {
    invoice_ref: invoice.invoice_ref,
    order_ref: orderRef,
    part,
    amount_minor: amountMinor,
    at: ctx.now,
  })
  return lowerDue(ctx, invoice, { paidMinor: amountMinor, since, ...(part > 0 && { columns: { parts: part } }) })
}

/**
 * Counts late money that was accepted: it pays what is due, if anything. What is beyond that, or came for an invoice that is voided, is
 * the merchant's and no part of the invoice.
 */
export async function countAccepted(
  ctx: Ctx,
  invoice: InvoiceRow,
  orderRef: string,
  minor: bigint,
): Promise<InvoiceRow> {
  if (!isOpen(invoice)) return invoice
  const amountMinor = minor < invoice.due_minor ? minor : invoice.due_minor
  return countPayment(ctx, invoice, { orderRef, amountMinor, part: 0, since: ctx.now })
}

/**
 * Counts money of an invoice's payments that was accepted late, or went back. A refund takes back what did not count first. Where the
 * merchant wants it so, a credit note is made with it.
 */
export async function countLater(ctx: Ctx, invoiceRef: string, money: LaterMoney): Promise<void> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  const { orderRef, capturedMinor, refundedMinor, refundId = '' } = money
  if (capturedMinor > 0n) await countAccepted(ctx, invoice, orderRef, capturedMinor)
  if (refundedMinor > 0n) await countRefund(ctx, invoice, { orderRef, refundId, refundedMinor })
}

async function countRefund(
  ctx: Ctx,
  invoice: InvoiceRow,
  { orderRef, refundId, refundedMinor }: { orderRef: string; refundId: string; refundedMinor: bigint },
): Promise<void> {
  const backMinor = await countedBack(ctx, invoice, orderRef, refundedMinor)
  if (backMinor === 0n) return
  const changed = changeInvoice(ctx, invoice, { refunded_minor: invoice.refunded_minor + backMinor })
  const amount = recordedAmount(backMinor, invoice.currency)
  addTimelineEntry(ctx, 'invoice', invoice.invoice_ref, 'refunded', {
    amount,
    order_ref: orderRef,
    refund_id: refundId,
  })
  const moved = await followRefunds(ctx, changed)
  const { credit_refunds } = await settingsOf(ctx)
  const leftMinor = moved.amount_minor - moved.credited_minor
  const amountMinor = backMinor < leftMinor ? backMinor : leftMinor
  if (credit_refunds && amountMinor > 0n)
    await writeCreditNote(ctx, moved, { amountMinor, appliedMinor: 0n, lines: null, reason: '', refundId })
}

/** What of a refund was counted for the invoice. The payment has it among its refunds already. */
async function countedBack(ctx: Ctx, invoice: InvoiceRow, orderRef: string, refundedMinor: bigint): Promise<bigint> {
  const [counted, payment] = await Promise.all([
    ctx.own
      .select('invoice_payments')
      .select('amount_minor')
      .where('invoice_ref', '=', invoice.invoice_ref)
      .where('order_ref', '=', orderRef)
      .executeTakeFirst(),
    ctx.own
      .select('payments')
      .select(['amount_minor', 'refunded_minor'])
      .where('order_ref', '=', orderRef)
      .executeTakeFirstOrThrow(),
  ])
  if (!counted) return 0n
  const beside = payment.amount_minor - counted.amount_minor
  const backAt = (refunded: bigint) => (refunded > beside ? refunded - beside : 0n)
  return backAt(payment.refunded_minor) - backAt(payment.refunded_minor - refundedMinor)
}
