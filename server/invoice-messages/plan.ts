import type { Input, Output } from '#contract/kit/call.ts'
import type { PlannedReminder } from '#contract/invoice-answers.ts'
import type { planInvoice as declaration, readInvoicePlan } from '#contract/invoice-messages.ts'
import { foreseen, reminderPlan } from '#contract/invoice-reminders.ts'
import { toMinor } from '#contract/kit/money.ts'
import type { MessageWay } from '#contract/messages.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { existingInvoice, isIssued, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { addressOf, ownWays } from '#server/invoice-store/recipients.ts'
import { sellerOf } from '#server/invoice-store/settings.ts'
import { payAddress } from '#server/payables/payable.ts'
import { isDrawable } from './drawable.ts'
import { calendarFor, calendarOf } from './plan-reminders.ts'
import { lastReminded, listReminders } from './queries.ts'
import { readSending } from './sendings.ts'
import { sentMessages } from './sent-messages.ts'
import { isOver, toldOf } from './told.ts'
import { waysToRemind } from './ways.ts'
import { invoiceMessage, type ToldInvoice } from './words.ts'

type Planned = Output<typeof readInvoicePlan>[number]

/**
 * The reminders of an invoice with their moments and what became of them. What the rules will skip if nothing comes between is
 * skipped already, with the reason; what will go is planned.
 */
export async function plannedReminders(ctx: Ctx, invoice: InvoiceRow): Promise<PlannedReminder[]> {
  const calendar = await calendarOf(ctx, invoice)
  if (!isIssued(invoice)) {
    const now = invoice.scheduled_at && invoice.scheduled_at > ctx.now ? invoice.scheduled_at : ctx.now
    const plan = reminderPlan(invoice.content.reminders, invoice.due_date, calendar, { now })
    return plan.map((one) => ({ ...one, time_zone: calendar.timeZone, state: one.reason ? 'skipped' : 'planned' }))
  }
  const [rows, lastAt, { against }] = await Promise.all([
    listReminders(ctx, invoice.invoice_ref),
    lastReminded(ctx, invoice.invoice_ref),
    waysToRemind(ctx, invoice),
  ])
  const toCome = foreseen(
    rows.filter(({ state }) => state === 'planned'),
    calendar,
    { now: longAgo, lastAt },
  ).map((one) => ({ ...one, reason: against || one.reason }))
  return [...rows.filter(({ state }) => state !== 'planned'), ...toCome]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ time, unit, at, time_zone, state, reason }) => ({
      time,
      unit,
      at,
      time_zone,
      state: state === 'planned' && reason ? 'skipped' : state,
      reason,
    }))
}
/** One whose moment has just come is not past: its job is on its way. */
const longAgo = new Date(0)

/** Every message that the customer of an invoice got or gets, in their order. Throws `notFound`. */
export async function readPlan(ctx: Ctx, invoiceRef: string): Promise<Planned[]> {
  const invoice = await existingInvoice(ctx, invoiceRef)
  const [{ timeZone }, reminders, sent, kept] = await Promise.all([
    calendarOf(ctx, invoice),
    plannedReminders(ctx, invoice),
    sentMessages(ctx, invoiceRef),
    readSending(ctx, invoiceRef),
  ])
  const own = ownWays(invoice)
  const reminding = own.filter((way) => addressOf(invoice, way) !== '')
  const ahead = [
    ...(invoice.status === 'scheduled' && invoice.scheduled_at
      ? [sendingAt(invoice.scheduled_at, kept?.ways ?? own, kept?.language || invoice.language)]
      : []),
    ...reminders
      .filter(({ state }) => state !== 'sent')
      .map(({ at, state, reason }) => ({
        kind: 'reminder' as const,
        at,
        state,
        reason,
        ways: reminding,
        language: invoice.language,
      })),
  ]
  const attached = await isDrawable(ctx, invoice)
  const planned = await Promise.all(
    ahead.map(async (one) => withText(one, await toldOf(ctx, invoice, { attached, at: one.at }))),
  )
  return inTime([...sent.map((one) => ({ ...one, state: 'sent' as const, reason: '' })), ...planned], timeZone)
}

/** Every message that a customer would get of an invoice that is being drawn up. */
export async function planInvoice(ctx: Ctx, body: Input<typeof declaration>['body']): Promise<Planned[]> {
  const { due_date: dueDate, scheduled_at: at, ways = ['email'], language = defaultLanguage, amount, currency } = body
  const [calendar, seller] = await Promise.all([
    calendarFor(ctx, { timeZone: body.time_zone ?? '', country: body.country_code ?? '', dueDate }),
    sellerOf(ctx),
  ])
  const minor = amount === undefined || !currency ? undefined : toMinor(amount, currency)
  const told: Omit<ToldInvoice, 'overdue'> = {
    number: body.invoice_number ?? '',
    merchant: seller.legal_name,
    customer: body.customer_name ?? '',
    due: currency && typeof minor === 'bigint' && minor > 0n ? { minor, currency } : null,
    dueDate,
    description: body.description ?? '',
    address: payAddress(ctx, '…'),
    attached: true,
    environment: ctx.owner.environment,
  }
  const plan = reminderPlan(body.reminders, dueDate, calendar, { now: at && at > ctx.now ? at : ctx.now })
  const ahead = [
    ...(at ? [sendingAt(at, ways, language)] : []),
    ...plan.map(({ at: moment, reason }) => ({
      kind: 'reminder' as const,
      at: moment,
      state: reason ? ('skipped' as const) : ('planned' as const),
      reason,
      ways,
      language,
    })),
  ]
  const planned = await Promise.all(
    ahead.map(async (one) => withText(one, { ...told, overdue: await isOver(ctx, dueDate, one.at) })),
  )
  return inTime(planned, calendar.timeZone)
}

type Ahead = Pick<Planned, 'kind' | 'at' | 'state' | 'reason'> & {
  ways: readonly MessageWay[]
  language: ToldLanguage
}
type ToldLanguage = Parameters<typeof invoiceMessage>[1]['language']

const sendingAt = (at: Date, ways: readonly MessageWay[], language: ToldLanguage): Ahead => ({
  kind: 'send',
  at,
  state: 'planned',
  reason: '',
  ways,
  language,
})

/** A message that is to come, with what it will say; of several ways that of the mail. */
function withText({ language, ...message }: Ahead, told: ToldInvoice) {
  const way = message.ways.includes('email') ? 'email' : (message.ways[0] ?? 'email')
  const { subject, text } = invoiceMessage(told, { kind: message.kind, way, language })
  return { ...message, subject, text }
}

const inTime = (
  messages: readonly (Omit<Planned, 'time_zone' | 'ways'> & { ways: readonly MessageWay[] })[],
  timeZone: string,
): Planned[] =>
  messages
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((message) => ({ ...message, ways: [...message.ways], time_zone: timeZone }))
