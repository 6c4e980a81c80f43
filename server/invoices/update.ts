import type { Input } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { valueAt } from '#contract/kit/fields.ts'
import { toMinor } from '#contract/kit/money.ts'
import type { updateInvoice as declaration } from '#contract/invoices.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeInvoice, moveInvoice } from '#server/invoice-store/change.ts'
import { awaitDueDate, fallDueIfPast, overdueFrom } from '#server/invoice-store/fall-due.ts'
import { existingInvoice, isIssued, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { waysOf } from '#server/invoice-store/recipients.ts'
import { scheduleInvoice, unscheduleInvoice } from '#server/invoice-store/schedule.ts'
import { existingTemplate } from '#server/invoice-templates/queries.ts'
import { contentOf } from '#server/invoice-store/content.ts'
import { factsOf } from './create.ts'
import { changedFields, fixedFields, pathOf, requested } from './fixed.ts'
import { checkForerunner, checkNumber, checkSaid, checkTerms, sumsOf } from './rules.ts'
import { replanReminders } from '#server/invoice-messages/plan-reminders.ts'
import { markAsSent } from '#server/invoice-messages/send.ts'
import { rememberParts } from './suggestions.ts'

type Body = Input<typeof declaration>['body']

/**
 * Changes the given fields of an invoice; plans its sending, or takes that back; marks it as sent. Throws `notFound`,
 * `changedMeanwhile` for another revision than the latest, `wrongState` naming the fields that are fixed by now, and the faults of
 * creation. A request that changes nothing leaves everything as it is.
 */
export async function updateInvoice(ctx: Ctx, invoiceRef: string, body: Body): Promise<void> {
  const before = await existingInvoice(ctx, invoiceRef, { lock: true })
  if (before.revision !== body.revision) throw new Fault('changedMeanwhile')
  const after = await mergedOf(ctx, before, body)
  const changed = changedFields(before, after)
  if (changed.some((name) => name === 'replaces')) await checkForerunner(ctx, after.replaces)
  checkFixed(before, changed)
  if (changed.some((name) => name === 'invoice_number')) await checkNumber(ctx, after.invoice_number)
  const saved = changed.length > 0 ? await save(ctx, before, after, changed) : before
  const done = await actOn(ctx, saved, body)
  ctx.auditSubject(
    invoiceRef,
    changesFrom(toldOf(before), { ...toldOf(done), fields: changed.join(', ') || undefined }),
  )
}
const toldOf = (invoice: InvoiceRow) => ({
  ...factsOf(invoice),
  status: invoice.status,
  scheduled_at: invoice.scheduled_at,
})

async function save(ctx: Ctx, before: InvoiceRow, after: InvoiceRow, changed: readonly string[]): Promise<InvoiceRow> {
  checkTerms(after)
  if (after.status === 'scheduled') waysOf(after)
  const saved = changeInvoice(ctx, before, { ...after, revision: before.revision + 1 })
  if (!isIssued(saved)) rememberParts(ctx, [saved])
  addTimelineEntry(ctx, 'invoice', saved.invoice_ref, 'edited', { fields: changed.join(', ') })
  const moved = before.due_date === saved.due_date ? saved : await followDueDate(ctx, saved)
  if (changed.some((name) => remindedBy.includes(name))) await replanReminders(ctx, moved)
  return moved
}
/** The fields by which reminders have their moments. */
const remindedBy: readonly string[] = ['due_date', 'reminders', 'time_zone', 'billing_address']

/** What the request asks for beside the fields. */
async function actOn(ctx: Ctx, invoice: InvoiceRow, { scheduled_at: at, marked_as_sent }: Body): Promise<InvoiceRow> {
  if (at && marked_as_sent)
    throw fieldFault('invalidRequest', 'scheduled_at', 'contradicts', 'It is marked as sent, or sent then.')
  if (marked_as_sent) return markAsSent(ctx, invoice)
  if (at === undefined || at?.getTime() === invoice.scheduled_at?.getTime()) return invoice
  if (at === null) return unscheduleInvoice(ctx, invoice)
  waysOf(invoice)
  return scheduleInvoice(ctx, invoice, at)
}

/** An issued invoice whose due date has moved is overdue from another moment, or not any more. */
async function followDueDate(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.status === 'overdue' && ctx.now < (await overdueFrom(ctx, invoice))) {
    addTimelineEntry(ctx, 'invoice', invoice.invoice_ref, 'extended', { due_date: invoice.due_date })
    await awaitDueDate(ctx, invoice)
    return moveInvoice(ctx, invoice, 'extend')
  }
  if (invoice.status !== 'sent') return invoice
  await awaitDueDate(ctx, invoice)
  return fallDueIfPast(ctx, invoice)
}

function checkFixed(invoice: InvoiceRow, changed: ReturnType<typeof changedFields>): void {
  const fixed = fixedFields(invoice)
  const refused = changed.filter((name) => fixed.includes(name))
  if (refused.length === 0) return
  throw new Fault('wrongState', {
    why: `the invoice is ${invoice.status}`,
    errors: refused.map((name) => ({ path: pathOf(name), reason: 'fixed', text: 'This cannot be changed any more.' })),
  })
}

/** The invoice as it would be after a request; its amounts are what its lines and costs make. */
async function mergedOf(ctx: Ctx, before: InvoiceRow, body: Body): Promise<InvoiceRow> {
  const content = contentOf(body, before.content)
  const currency = body.currency ?? before.currency
  const amounts = amountsAfter(before, body, { content, currency })
  const template = await templateAfter(ctx, before, body)
  const merged = { ...before, ...saidColumns(body), ...template, ...amounts, content, currency }
  return {
    ...merged,
    merchant_invoice_ref: merged.merchant_invoice_ref || before.merchant_invoice_ref,
    customer_name_lower: merged.customer_name.toLowerCase(),
    email_lower: merged.email.toLowerCase(),
    due_minor: before.due_minor + amounts.amount_minor - before.amount_minor,
  }
}

function amountsAfter(
  before: InvoiceRow,
  body: Body,
  { content, currency }: Pick<InvoiceRow, 'content' | 'currency'>,
): Pick<InvoiceRow, 'amount_minor' | 'sub_total_minor' | 'least_partial_minor'> {
  const isAnew = body.line_items !== undefined || body.additional_costs !== undefined || currency !== before.currency
  const { amount, subTotal } = isAnew
    ? sumsOf(content, currency)
    : { amount: before.amount_minor, subTotal: before.sub_total_minor }
  const said = (path: 'amount' | 'sub_total' | 'least_partial_amount', otherwise: bigint): bigint => {
    const major = body[path]
    const minor = major === undefined ? otherwise : toMinor(major, currency)
    if (typeof minor === 'string') throw fieldFault('invalidAmount', path, minor)
    return minor
  }
  checkSaid('sub_total', said('sub_total', subTotal), subTotal, currency)
  checkSaid('amount', said('amount', amount), amount, currency)
  // A least part in another currency says nothing about this one.
  const least = currency === before.currency ? before.least_partial_minor : 0n
  return {
    amount_minor: amount,
    sub_total_minor: subTotal,
    least_partial_minor: said('least_partial_amount', least),
  }
}

async function templateAfter(
  ctx: Ctx,
  before: InvoiceRow,
  { template_ref = before.template_ref }: Body,
): Promise<Pick<InvoiceRow, 'template_ref' | 'template_name'>> {
  if (template_ref === before.template_ref) return { template_ref, template_name: before.template_name }
  return { template_ref, template_name: (await existingTemplate(ctx, template_ref)).name }
}

/** What the request says of the fields that have columns, but for amounts, whose numbers need the currency. */
function saidColumns(body: Body): Partial<InvoiceRow> {
  const said = requested.flatMap(([name, { at = name, column = name }]) => {
    const value = column === false || amountNames.includes(name) ? undefined : valueAt(body, at)
    return value === undefined ? [] : [[column, value]]
  })
  return Object.fromEntries(said) as Partial<InvoiceRow>
}
const amountNames: readonly string[] = ['amount', 'sub_total', 'least_partial_amount']
