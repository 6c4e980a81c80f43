import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { amountsOf, exact, summedLine } from '#contract/invoice-amounts.ts'
import type { createCreditNote as declaration } from '#contract/credit-notes.ts'
import { creditAmount, creditOfLines, type Credited } from '#contract/credit-sums.ts'
import { issuedInvoiceStates } from '#contract/invoice-states.ts'
import { decimalText, recordedAmount, toMinor } from '#contract/kit/money.ts'
import type { CreditedLine } from '#server/db/kept-invoice.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeInvoice, wrongState } from '#server/invoice-store/change.ts'
import { listCreditNotes } from '#server/invoice-store/credit-notes.ts'
import { drawNumber } from '#server/invoice-store/numbers.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { today } from '#server/invoice-store/settings.ts'
import { hasAttemptInFlight } from '#server/payments/attempts.ts'
import { lowerDue } from './settle.ts'

type Body = Input<typeof declaration>['body']

/**
 * Credits an issued invoice: by lines, by an amount, or all that is left. It lowers what is due first; beyond that it is about money
 * that was refunded and has no credit note yet. Throws `notFound`, `wrongState` for one that was not issued or is voided, `inFlight`,
 * and `invalidAmount` for more than can be credited.
 */
export async function createCreditNote(ctx: Ctx, invoiceRef: string, body: Body): Promise<void> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  if (!(issuedInvoiceStates as readonly string[]).includes(invoice.status)) throw wrongState(invoice)
  if (await hasAttemptInFlight(ctx, { kind: 'invoice', ref: invoiceRef })) throw new Fault('inFlight')
  const most = creditableMinor(invoice)
  const { amountMinor, lines } = await wished(ctx, invoice, body, most)
  if (amountMinor <= 0n || amountMinor > most) throw moreThanCreditable(invoice, most)
  const appliedMinor = amountMinor < invoice.due_minor ? amountMinor : invoice.due_minor
  const wish = { amountMinor, appliedMinor, lines, reason: body.reason, refundId: '' }
  const number = await writeCreditNote(ctx, invoice, wish)
  ctx.auditSubject(
    invoiceRef,
    madeAs({ credit_note_number: number, amount: decimalText(amountMinor, invoice.currency), reason: body.reason }),
  )
}

/** What can be credited by hand: what is due, and what was refunded without a credit note. */
const creditableMinor = ({ due_minor, refunded_minor, credited_minor, applied_minor }: InvoiceRow): bigint =>
  due_minor + refunded_minor - (credited_minor - applied_minor)

interface CreditWish {
  amountMinor: bigint
  /** What of it lowers what is due. */
  appliedMinor: bigint
  lines: CreditedLine[] | null
  reason: string
  /** The refund that it is made with, or empty. */
  refundId: string
}

/** Writes a credit note for an invoice that the caller has locked, and returns its number. */
export async function writeCreditNote(ctx: Ctx, invoice: InvoiceRow, wish: CreditWish): Promise<string> {
  const { amountMinor, appliedMinor, lines, reason, refundId } = wish
  const columns = { credited_minor: invoice.credited_minor + amountMinor }
  if (appliedMinor > 0n) await lowerDue(ctx, invoice, { appliedMinor, since: ctx.now, columns })
  else changeInvoice(ctx, invoice, columns)
  const { number, stem, counter, at } = await drawNumber(ctx, 'credit_note', await today(ctx))
  ctx.write(
    ctx.own.insert('credit_notes', {
      credit_note_ref: newReference(ctx.now),
      invoice_ref: invoice.invoice_ref,
      credit_note_number: number,
      stem,
      counter,
      currency: invoice.currency,
      amount_minor: amountMinor,
      applied_minor: appliedMinor,
      lines: lines && JSON.stringify(lines),
      reason,
      refund_id: refundId,
      created_at: at,
      created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
    }),
  )
  const amount = recordedAmount(amountMinor, invoice.currency)
  addTimelineEntry(ctx, 'invoice', invoice.invoice_ref, 'credited', { number, amount })
  return number
}

/** What the request asks to be credited. */
async function wished(
  ctx: Ctx,
  invoice: InvoiceRow,
  { lines, amount }: Body,
  most: bigint,
): Promise<Pick<CreditWish, 'amountMinor' | 'lines'>> {
  if (lines && amount !== undefined)
    throw fieldFault('invalidRequest', 'amount', 'contradicts', 'Name the lines or the amount.')
  if (lines) return { lines, amountMinor: await amountOfLines(ctx, invoice, lines) }
  if (amount === undefined) return { lines: null, amountMinor: most }
  const minor = toMinor(amount, invoice.currency)
  if (typeof minor === 'string') throw fieldFault('invalidAmount', 'amount', minor)
  return { lines: null, amountMinor: minor }
}

/** What lines of the invoice come to with their share of costs and taxes; no line is credited beyond its quantity. */
async function amountOfLines(ctx: Ctx, invoice: InvoiceRow, lines: readonly CreditedLine[]): Promise<bigint> {
  const { content, currency } = invoice
  const sums = amountsOf(content, currency)
  if (Array.isArray(sums)) throw new Error(`the lines of ${invoice.invoice_ref} make no sum`)
  const before = (await listCreditNotes(ctx, invoice.invoice_ref)).flatMap((note) => note.lines ?? [])
  const all = content.line_items.map(summedLine)
  const credited = lines.map(({ line, quantity }): Credited => ({ line, quantity: exact(quantity) }))
  for (const [at, { line, quantity }] of credited.entries()) {
    const whole = all[line]?.quantity
    if (whole === undefined) throw fieldFault('invalidRequest', `lines.${at}.line`, 'not_a_choice', 'No such line.')
    const gone = [...before.map((one) => ({ ...one, quantity: exact(one.quantity) })), ...credited.slice(0, at)]
      .filter((one) => one.line === line)
      .reduce((sum, one) => sum + one.quantity, 0n)
    if (quantity === 0n || gone + quantity > whole)
      throw fieldFault('invalidAmount', `lines.${at}.quantity`, 'more_than_line', 'That much of the line is not left.')
  }
  return creditAmount(creditOfLines(sums, all, credited, currency))
}

const moreThanCreditable = ({ currency }: InvoiceRow, most: bigint): Fault =>
  new Fault('invalidAmount', {
    errors: [
      {
        path: 'amount',
        reason: 'more_than_creditable',
        params: { left: recordedAmount(most, currency) },
        text: `${recordedAmount(most, currency)} can be credited.`,
      },
    ],
  })
