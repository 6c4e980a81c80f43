import { Fault, fieldFault } from '#contract/faults.ts'
import { outsideChannel } from '#contract/channel-shapes.ts'
import type { Input } from '#contract/kit/call.ts'
import { decimalText, recordedAmount, toMinor } from '#contract/kit/money.ts'
import type { recordInvoicePayment as declaration } from '#contract/invoices.ts'
import { openInvoiceStates } from '#contract/invoice-states.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { applyManualOutcome } from '#server/payments/apply-outcome.ts'
import { attemptsSoFar } from '#server/payments/attempts.ts'
import { insertPayment } from '#server/payments/insert.ts'
import { wrongState } from '#server/invoice-store/change.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { today } from '#server/invoice-store/settings.ts'

type Body = Input<typeof declaration>['body']

/** Ways to pay that a person confirms. */
const wayOf: Readonly<Record<Body['method'], OfferedMethod>> = {
  cash: 'OTC',
  bank_transfer: 'BANK_TRANSFER',
  cheque: 'BANK_TRANSFER',
  other: 'BANK_TRANSFER',
}

/**
 * Records money that came for an open invoice past all channels: a payment that is confirmed by hand at once, with its evidence, and
 * booked like every other. Throws `notFound`, `wrongState`, `inFlight` while an attempt may
 * still take money, and `invalidAmount` for more than is due.
 */
export async function recordOutsidePayment(ctx: Ctx, invoiceRef: string, body: Body): Promise<void> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  if (!(openInvoiceStates as readonly string[]).includes(invoice.status)) throw wrongState(invoice)
  const attempts = await attemptsSoFar(ctx, { kind: 'invoice', ref: invoiceRef })
  if (attempts.inFlight !== null) throw new Fault('inFlight')
  const amountMinor = amountOf(invoice, body.amount)
  const { received_on, method, evidence } = body
  if (received_on > (await today(ctx)))
    throw fieldFault('invalidRequest', 'received_on', 'in_the_future', 'This day is yet to come.')
  const orderRef = newReference(ctx.now)
  ctx.write(
    ctx.own.insert('invoice_outside_payments', {
      invoice_ref: invoiceRef,
      order_ref: orderRef,
      received_on,
      method,
      evidence,
      created_at: ctx.now,
      created_by: ctx.actor.name,
    }),
  )
  insertPayment(ctx, {
    orderRef,
    payable: { kind: 'invoice', ref: invoiceRef, part: invoice.parts + 1, sourceRef: '' },
    merchantOrderRef: invoice.merchant_invoice_ref,
    amountMinor,
    currency: invoice.currency,
    country: invoice.country,
    channelKey: outsideChannel,
    channelToken: null,
    method: wayOf[method],
    subType: '',
    details: {},
    expiresAt: ctx.now,
    shopper: { name: invoice.customer_name, email: invoice.email, gaveEmail: false, phone: invoice.phone, address: '' },
    description: invoice.content.description || invoice.merchant_invoice_ref,
    source: 'invoice',
    confirms: false,
    follows: attempts.count > 0,
  })
  addTimelineEntry(ctx, 'payment', orderRef, 'initiated')
  const facts = { amount: recordedAmount(amountMinor, invoice.currency), outside_method: method, evidence }
  addTimelineEntry(ctx, 'invoice', invoiceRef, 'payment_recorded', { ...facts, order_ref: orderRef })
  if (!(await applyManualOutcome(ctx, orderRef, { paid: true, evidence })))
    throw new Error(`${orderRef} was not confirmed`)
  ctx.auditSubject(
    invoiceRef,
    madeAs({ order_ref: orderRef, amount: decimalText(amountMinor, invoice.currency), method, received_on, evidence }),
  )
}

function amountOf({ currency, due_minor }: InvoiceRow, major: number): bigint {
  const minor = toMinor(major, currency)
  if (typeof minor === 'string') throw fieldFault('invalidAmount', 'amount', minor)
  if (minor === 0n) throw fieldFault('invalidAmount', 'amount', 'not_positive')
  if (minor <= due_minor) return minor
  throw new Fault('invalidAmount', {
    errors: [
      {
        path: 'amount',
        reason: 'more_than_due',
        params: { left: recordedAmount(due_minor, currency) },
        text: `${recordedAmount(due_minor, currency)} is due.`,
      },
    ],
  })
}
