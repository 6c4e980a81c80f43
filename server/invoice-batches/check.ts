import { setImmediate } from 'node:timers/promises'
import { Fault, faults as allFaults } from '#contract/faults.ts'
import { amountsOf } from '#contract/invoice-amounts.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { KeptSheetFault as SheetFault } from '#server/db/kept-invoice.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { drawUp, type Author, type NewInvoice } from '#server/invoices/create.ts'
import { checkNumber } from '#server/invoices/rules.ts'
import { charactersMissing } from '#server/invoice-messages/drawable.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { waysOf } from '#server/invoice-store/recipients.ts'
import { listTemplates, type FoundTemplate } from '#server/invoice-templates/queries.ts'
import { listMadeKeys, listTakenNumbers } from './queries.ts'
import { requestOf, type SheetRequest } from './request.ts'
import { sourceKeyOf, type Columns, type SheetInvoice } from './sheet.ts'

/** What a sheet says of a good invoice in short. */
export interface GoodInvoice {
  number: string
  customer: string
  currency: Currency
  amountMinor: bigint
}
/** One that can be made: its draft, and whether it is sent then. */
interface Makeable extends GoodInvoice {
  draft: InvoiceRow
  send: boolean
}
/** What becomes of an invoice of a sheet: it can be made, is known as one that the same rows have made, or is wrong. */
export interface CheckedInvoice extends SheetInvoice {
  key: Buffer
  outcome: { good: Makeable } | { known: GoodInvoice } | { faults: SheetFault[] }
}

/**
 * Checks invoices of a sheet against everything that making them would ask for; nothing is written. Other requests of the process
 * have their turn in between.
 */
export async function checkInvoices(
  ctx: Ctx,
  columns: Columns,
  invoices: readonly SheetInvoice[],
  author: Author,
): Promise<CheckedInvoice[]> {
  const read: { invoice: SheetInvoice; request: SheetRequest; key: Buffer }[] = []
  for (const [at, invoice] of invoices.entries()) {
    if (at % turn === turn - 1) await setImmediate()
    read.push({ invoice, request: requestOf(columns, invoice), key: sourceKeyOf(columns, invoice) })
  }
  const keys = read.map(({ key }) => key)
  const numbers = read.flatMap(({ request: { number } }) => (number ? [number] : []))
  const [made, taken] = await Promise.all([listMadeKeys(ctx, keys), listTakenNumbers(ctx, numbers)])
  const isNamed = read.some(({ request }) => request.templateName !== '')
  const templates = new Map((isNamed ? await listTemplates(ctx) : []).map((one) => [one.name.toLowerCase(), one]))
  const checked: CheckedInvoice[] = []
  for (const [at, { invoice, request, key }] of read.entries()) {
    if (at % turn === turn - 1) await setImmediate()
    const known = made.has(key.toString('hex'))
    const outcome = await outcomeOf(ctx, request, { known, taken, templates, author })
    checked.push({ ...invoice, key, outcome })
  }
  return checked
}
/** Invoices after which others have their turn. */
const turn = 20

interface Known {
  /** Whether the same rows have made it. */
  known: boolean
  /** The numbers and references that other invoices have. */
  taken: ReadonlySet<string>
  templates: ReadonlyMap<string, FoundTemplate>
  author: Author
}

async function outcomeOf(
  ctx: Ctx,
  request: SheetRequest,
  { known, taken, templates, author }: Known,
): Promise<CheckedInvoice['outcome']> {
  const { draft, number, placeOf } = request
  const faults = [...request.faults]
  const tell = (path: string, reason: string, params: SheetFault['params'] = {}) =>
    void faults.push({ ...placeOf(path), reason, params })
  const template = templates.get(request.templateName.toLowerCase())
  if (!known && request.templateName && !template) tell('template', 'unknown_template')
  if (!known && taken.has(number)) tell('invoice_number', 'number_taken')
  if (!draft) return { faults }
  const costs = draft.additional_costs ?? template?.content.additional_costs ?? []
  const sums = amountsOf({ line_items: draft.line_items, additional_costs: costs }, draft.currency)
  if (Array.isArray(sums)) {
    for (const { path, reason, params = {} } of sums)
      tell(path, path === 'amount' ? wholeReason(reason) : reason, params)
    return { faults }
  }
  const named = template && { template_ref: template.template_ref }
  const body: NewInvoice = { ...draft, ...named, amount: sums.amount, sub_total: sums.subTotal }
  const { currency, customer } = draft
  const good = { number, customer: customer.name, currency, amountMinor: sums.amount }
  if (known) return { known: good }
  try {
    await checkNumber(ctx, number)
    const invoice = await drawUp(ctx, body, author)
    const missing = request.send && waysOf(invoice).includes('email') ? await charactersMissing(ctx, invoice) : []
    if (missing.length > 0) tell('send', 'missing_characters', { characters: missing.slice(0, 20).join(' ') })
    if (faults.length === 0) return { good: { ...good, draft: invoice, send: request.send } }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [first] = error.errors ?? []
    tell(first?.path ?? '', first?.reason ?? allFaults[error.fault].reason, first?.params)
  }
  return { faults }
}

/** Of an amount that nobody has written. */
const wholeReason = (reason: string): string => (reason === 'not_positive' ? 'comes_to_nothing' : reason)
