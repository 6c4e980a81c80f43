import { Fault, fieldFault } from '#contract/faults.ts'
import { openInvoiceStates } from '#contract/invoice-states.ts'
import { methods, type OfferedMethod } from '#contract/methods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { waysTaken } from '#server/checkout/ways-taken.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Attempt, Payable, Standing } from '#server/payables/payable.ts'
import { signedReturn } from '#server/payables/return-address.ts'
import { factsOf, fallDueIfPast, listFallenDue } from '#server/invoice-store/fall-due.ts'
import { noteOpened } from '#server/invoice-messages/opened.ts'
import { pageDocument } from '#server/invoice-messages/page-document.ts'
import { findInvoice, isIssued, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { countAccepted, countLater, countPayment } from './payments.ts'

/**
 * An invoice as a payable, from its issue on: paid at once or in parts, each numbered. It has no end: after its due day it is overdue
 * and can still be paid. Money beyond what is due, a second payment of one part and money for a voided invoice are late.
 */
export const invoicePayable: Payable<InvoiceStanding> = {
  kind: 'invoice',
  objectType: 'invoice',
  source: 'invoice',
  finder: 'find_invoice',
  read: async (ctx, ref) => standingOf(await findInvoice(ctx, ref)),
  lock: async (ctx, ref) => standingOf(await findInvoice(ctx, ref, { lock: true })),

  async begin(ctx, standing, { amountMinor = standing.amountMinor }) {
    await checkPart(ctx, standing, amountMinor)
    return { amountMinor, part: standing.invoice.parts + 1, expiresAt: null }
  },

  async end(ctx, standing) {
    standing.invoice = await fallDueIfPast(ctx, standing.invoice)
  },

  async late(ctx, standing, attempt) {
    const { invoice, latePayment } = standing
    if (
      standing.state === 'payable' &&
      attempt.payable_part > invoice.parts &&
      attempt.amount_minor <= invoice.due_minor
    )
      return null
    if (latePayment === 'accept')
      standing.invoice = await countAccepted(ctx, invoice, attempt.order_ref, attempt.amount_minor)
    return latePayment
  },

  paidEvent: ({ invoice }, attempt) => (attempt.amount_minor < invoice.due_minor ? 'part_paid' : 'paid'),

  async pay(ctx, { invoice }, attempt) {
    const after = await countPayment(ctx, invoice, countedOf(attempt))
    if (after.due_minor > 0n) await fallDueIfPast(ctx, after)
    else await notify(ctx, 'invoice_paid', factsOf(after, after.paid_minor), { to: after.created_by_id })
  },

  countMoney: countLater,

  partFault: async (ctx, standing, amountMinor) =>
    (await leavesTooLittle(ctx, standing, amountMinor)) ? 'leaves_too_little' : null,
  readDocument: (ctx, { invoice }, language) => pageDocument(ctx, invoice, language),
  noteOpened: (ctx, { ref }) => noteOpened(ctx, ref),

  returnTo: (ctx, { invoice }, payment) =>
    signedReturn(ctx, payment.status === 'Success' ? invoice.success_url : invoice.failure_url, payment),

  async webhookFields(ctx, ref) {
    const invoice = await findInvoice(ctx, ref)
    return invoice ? { invoice_number: invoice.invoice_number } : {}
  },

  async expire(ctx, ref) {
    const invoice = await findInvoice(ctx, ref, { lock: true })
    if (invoice) await fallDueIfPast(ctx, invoice)
  },
  listOverdue: listFallenDue,
}

interface InvoiceStanding extends Standing {
  /** As it is by now: what is decided about an attempt may change it. */
  invoice: InvoiceRow
}

const countedOf = (attempt: Attempt) => ({
  orderRef: attempt.order_ref,
  amountMinor: attempt.amount_minor,
  part: attempt.payable_part,
  since: attempt.created_at,
})

/**
 * Checks the amount of a part: the first has its least amount, and what it leaves is payable by some way. Without partial payments
 * only all is a part. Throws `invalidRequest` at the amount.
 */
async function checkPart(ctx: Ctx, standing: InvoiceStanding, amountMinor: bigint): Promise<void> {
  const { amountMinor: due, leastMinor = due } = standing
  if (standing.state !== 'payable') throw new Fault('wrongState', { why: `the invoice is ${standing.invoice.status}` })
  const refused = (reason: string, text: string) => fieldFault('invalidRequest', 'amount', reason, text)
  if (amountMinor > due) throw refused('more_than_due', 'This is more than is due.')
  if (amountMinor < leastMinor) throw refused('less_than_least', 'This is less than the least part.')
  if (await leavesTooLittle(ctx, standing, amountMinor))
    throw refused('leaves_too_little', 'What would be left is less than can be paid.')
}

/** Whether no way takes what a part would leave. */
async function leavesTooLittle(ctx: Ctx, standing: InvoiceStanding, amountMinor: bigint): Promise<boolean> {
  const left = standing.amountMinor - amountMinor
  return left > 0n && waysTaken(await readChannelWays(ctx), standing, left).length === 0
}

function standingOf(invoice: InvoiceRow | undefined): InvoiceStanding | undefined {
  if (!invoice || !isIssued(invoice)) return undefined
  const { content, seller } = invoice
  const state = stateOf(invoice)
  const address = content.billing_address
  return {
    ref: invoice.invoice_ref,
    state,
    expiresAt: null,
    merchantOrderRef: invoice.merchant_invoice_ref,
    amountMinor: state === 'payable' ? invoice.due_minor : invoice.amount_minor,
    ...(state === 'payable' && invoice.allow_partial && { leastMinor: leastPart(invoice) }),
    currency: invoice.currency,
    country: invoice.country,
    methods: offered(content.payment_methods),
    description: content.description,
    shopper: {
      name: invoice.customer_name,
      email: invoice.email,
      phone: invoice.phone,
      address: [address.line_1, address.line_2, address.city, address.country_code].filter(Boolean).join(', '),
    },
    page: {
      merchant: { name: seller?.legal_name ?? '', logo: seller?.logo ?? '', backUrl: '' },
      promo: { code: '', discountMinor: 0n },
      shippingMinor: 0n,
    },
    latePayment: invoice.late_payment,
    sourceRef: '',
    invoice,
  }
}

function stateOf({ status }: InvoiceRow): Standing['state'] {
  if ((openInvoiceStates as readonly string[]).includes(status)) return 'payable'
  return status === 'voided' ? 'cancelled' : 'paid'
}

/** The least of the next part: only the first has a least amount. */
function leastPart({ parts, least_partial_minor, due_minor }: InvoiceRow): bigint {
  const least = parts === 0 && least_partial_minor > 1n ? least_partial_minor : 1n
  return least < due_minor ? least : due_minor
}

/** The methods that an invoice names; null for all of the channels. */
function offered(names: InvoiceRow['content']['payment_methods']): OfferedMethod[] | null {
  if (names.length === 0 || names.includes('ALL')) return null
  return names.filter((name): name is OfferedMethod => Object.hasOwn(methods, name))
}
