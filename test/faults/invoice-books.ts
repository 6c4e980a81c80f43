import fc from 'fast-check'
import { createCreditNote } from '#contract/credit-notes.ts'
import {
  createInvoice,
  listInvoices,
  readReceivables,
  recordInvoicePayment,
  updateInvoice,
} from '#contract/invoices.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { anyInvoice, modelled, said, type DrawnInvoice } from '#test/any-invoice.ts'
import { modelOf, modelOfCredit } from '#test/invoice-model.ts'
import { rowsOfFile } from '#test/unzip.ts'
import type { Load } from './client.ts'
import { askAs, contentOf, dayFromNow, type ShownInvoice } from './invoice-calls.ts'
import { anyOf, type Merchant } from './intents.ts'

/** What becomes of a random invoice: how far it gets, which lines are credited, and what is paid of the rest. */
export const anyStory = fc.record({
  drawn: anyInvoice,
  isIssued: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  credited: fc.array(fc.record({ line: fc.nat(5), half: fc.boolean() }), { maxLength: 3 }),
  pays: fc.constantFrom('nothing', 'half', 'all'),
})
export type Story = typeof anyStory extends fc.Arbitrary<infer T> ? T : never

/** An invoice as the model has it by now; amounts in minor units. */
interface Kept {
  ref: string
  currency: Currency
  status: string
  amount: bigint
  subTotal: bigint
  nets: bigint[]
  due: bigint
  paid: bigint
  credited: bigint
}

/** The books that the model keeps of invoices that are drawn up by calls, and where the program says another number. */
export class InvoiceBooks {
  readonly found: string[] = []
  readonly counts = { made: 0, refused: 0, credited: 0, notCredited: 0, paid: 0 }
  readonly kept: Kept[] = []
  readonly #load: () => Promise<Load>
  readonly #merchant: (load: Load) => Merchant

  constructor(load: () => Promise<Load>, merchant: (load: Load) => Merchant) {
    this.#load = load
    this.#merchant = merchant
  }

  /** Draws it up and takes it as far as its story goes. */
  async live({ drawn, isIssued, credited, pays }: Story): Promise<void> {
    const invoice = await this.#drawUp(drawn)
    if (!invoice || !isIssued) return
    invoice.status = 'sent'
    await this.#act(invoice, updateInvoice, { revision: 1, marked_as_sent: true })
    await this.#credit(invoice, drawn, credited)
    const amount = pays === 'all' ? invoice.due : pays === 'half' ? invoice.due / 2n : 0n
    if (amount > 0n) await this.#pay(invoice, amount)
  }

  async #ask(call: Parameters<typeof askAs>[2], asked: Parameters<typeof askAs>[3]) {
    const load = await this.#load()
    const merchant = this.#merchant(load)
    return askAs(load, merchant, call, { ...asked, path: { key: merchant.key, id: merchant.key, ...asked?.path } })
  }

  async #drawUp(drawn: DrawnInvoice): Promise<Kept | null> {
    const sums = modelOf(modelled(drawn))
    const { currency } = drawn
    const amounts =
      typeof sums === 'string'
        ? { amount: 1, sub_total: 1 }
        : { amount: major(sums.amount, currency), sub_total: major(sums.subTotal, currency) }
    const customer = { name: 'Mei Tan', email: 'mei.tan@shop.example' }
    const body = { environment: 'sandbox', customer, due_date: dayFromNow(30), currency, ...said(drawn), ...amounts }
    const answer = await this.#ask(createInvoice, { body: { ...body, allow_partial: true } })
    if (typeof sums === 'string') {
      this.counts.refused += 1
      if (!answer.text.includes(`"reason":"${sums}"`)) this.#find(drawn, `is ${sums} and was answered ${answer.text}`)
      return null
    }
    if (answer.status !== 200) {
      this.#find(drawn, `makes ${JSON.stringify(amounts)} and was answered ${answer.text}`)
      return null
    }
    this.counts.made += 1
    const shown = answer.content as unknown as ShownInvoice & { sums: ShownSums }
    const steps = shown.sums
    const seen = {
      nets: steps.nets.map((net) => minor(net, currency)),
      subTotal: minor(steps.sub_total, currency),
      charges: minor(steps.charges, currency),
      discounts: minor(steps.discounts, currency),
      tax: minor(steps.tax, currency),
      amount: minor(shown.amount, currency),
    }
    if (textOf(seen) !== textOf(sums)) this.#find(drawn, `is ${textOf(sums)} and shown as ${textOf(seen)}`)
    const { amount, subTotal, nets } = sums
    const plain = { ref: shown.invoice_ref, currency, amount, subTotal, nets, due: amount }
    const kept = { ...plain, status: 'created', paid: 0n, credited: 0n }
    this.kept.push(kept)
    return kept
  }

  async #credit(invoice: Kept, drawn: DrawnInvoice, wished: Story['credited']): Promise<void> {
    const lines = [...new Map(wished.map(({ line, half }) => [line % drawn.lines.length, half]))].map(
      ([line, half]) => {
        const whole = drawn.lines[line]?.quantity ?? '0'
        return { line, quantity: half && Number(whole) >= 2 ? String(Math.floor(Number(whole) / 2)) : whole }
      },
    )
    if (lines.length === 0) return
    const amount = modelOfCredit(modelled(drawn), lines)
    const body = {
      lines: lines.map(({ line, quantity }) => ({ line, quantity: Number(quantity) })),
      reason: 'returned',
    }
    if (amount <= 0n || amount > invoice.due) {
      const answer = await this.#ask(createCreditNote, { path: { ref: invoice.ref }, body })
      this.counts.notCredited += 1
      if (answer.status === 200) this.#find(invoice, `was credited ${amount} of ${invoice.due}`)
      return
    }
    this.counts.credited += 1
    invoice.due -= amount
    invoice.credited += amount
    if (invoice.due === 0n) invoice.status = 'paid'
    await this.#act(invoice, createCreditNote, body)
  }

  async #pay(invoice: Kept, amount: bigint): Promise<void> {
    const of = { received_on: dayFromNow(0), method: 'cash', evidence: 'till 4' }
    this.counts.paid += 1
    invoice.due -= amount
    invoice.paid += amount
    if (invoice.due === 0n) invoice.status = 'paid'
    await this.#act(invoice, recordInvoicePayment, { ...of, amount: major(amount, invoice.currency) })
  }

  /** An act that the model has done already: the answer shows the same. */
  async #act(invoice: Kept, call: Parameters<typeof askAs>[2], body: Record<string, unknown>): Promise<void> {
    const answer = await this.#ask(call, { path: { ref: invoice.ref }, body })
    if (answer.status === 200) this.#compare('the answer', invoice, answer.content as unknown as Row)
    else this.#find(invoice, `${call.path} was answered ${answer.text}`)
  }

  /** Compares the list, both sheets, the receivables and the ledger with the books. */
  async compareAll(): Promise<void> {
    for (const invoice of this.kept.slice(0, 100)) {
      const body = { environment: 'sandbox', search: invoice.ref }
      const rows = contentOf<Row[]>(await this.#ask(listInvoices, { body }))
      this.#compare('the list', invoice, rows[0])
    }
    const columns = ['invoice_ref', 'status', 'amount', 'amount_paid', 'amount_due', 'amount_credited', 'sub_total']
    const sheet = Map.groupBy(await this.#sheet(columns), (row) => String(row['invoice_ref']))
    for (const invoice of this.kept) this.#compare('the sheet', invoice, sheet.get(invoice.ref)?.[0])
    const byLine = Map.groupBy(await this.#sheet(['invoice_ref'], { lines: true }), (row) => String(row['invoice_ref']))
    for (const { ref, nets, currency } of this.kept) {
      const seen = (byLine.get(ref) ?? []).map((row) => minor(Number(row['line_net']), currency))
      if (textOf(sorted(seen)) !== textOf(sorted(nets)))
        this.found.push(`${ref} has lines of ${textOf(nets)}, in the sheet ${textOf(seen)}`)
    }
    await this.#compareSums()
  }

  async #compareSums(): Promise<void> {
    const { deployment } = await this.#load()
    const receivables = contentOf<{ currency: Currency; open: number; count: number }[]>(
      await this.#ask(readReceivables, {}),
    )
    const booked = await deployment.sql<{ currency: string; sum: string }>(
      `select e.currency, sum(e.amount_minor) as sum from payments p
       join ledger_transfers t on t.merchant_id = p.merchant_id and t.environment = p.environment and t.object_ref = p.order_ref
       join ledger_entries e on e.merchant_id = t.merchant_id and e.environment = t.environment and e.transfer_id = t.transfer_id
       where t.kind = 'payment.captured' and e.account like 'psp_receivable:%' and p.payable_ref = any ($1) group by 1`,
      [this.kept.map(({ ref }) => ref)],
    )
    for (const [currency, kept] of Map.groupBy(this.kept, (one) => one.currency)) {
      const open = kept.filter(({ status }) => status === 'sent')
      // Sums of more digits than a number has are shown as the nearest one.
      const due = major(sumOf(open, 'due'), currency)
      const expected = { count: open.length, due, paid: sumOf(kept, 'paid') }
      const shown = receivables.find((one) => one.currency === currency)
      const ledger = booked.find((one) => one.currency === currency)
      const seen = {
        count: shown?.count ?? 0,
        due: shown?.open ?? 0,
        paid: BigInt(ledger?.sum ?? 0),
      }
      if (textOf(seen) !== textOf(expected))
        this.found.push(`${currency} is ${textOf(expected)}, shown as ${textOf(seen)}`)
    }
  }

  /** The rows of an export, each by its titles. */
  async #sheet(
    columns: readonly string[],
    body: Record<string, unknown> = {},
  ): Promise<Record<string, string | number | null>[]> {
    const { deployment, ...load } = await this.#load()
    const merchant = this.#merchant({ deployment, ...load })
    const response = await fetch(`${anyOf(deployment.apis).url}/gateway/merchants/${merchant.key}/export-invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anyOf(merchant.sessions).token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ environment: 'sandbox', ...body, columns: columns.map((key) => ({ key, title: key })) }),
    })
    if (response.status !== 200) throw new Error(await response.text())
    const [titles = [], ...rows] = rowsOfFile(Buffer.from(await response.arrayBuffer()))
    return rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(titles[at]), cell])))
  }

  #compare(where: string, invoice: Kept, row: Row | undefined): void {
    const { currency, status, amount, paid, due, credited, subTotal } = invoice
    const expected = { status, amount, paid, due, credited, subTotal }
    const seen = row && {
      status: row['status'],
      amount: minor(Number(row['amount']), currency),
      paid: minor(Number(row['amount_paid']), currency),
      due: minor(Number(row['amount_due']), currency),
      credited: minor(Number(row['amount_credited']), currency),
      subTotal: minor(Number(row['sub_total']), currency),
    }
    if (textOf(seen) !== textOf(expected)) this.#find(invoice, `is ${textOf(expected)}, ${where} says ${textOf(seen)}`)
  }

  #find(of: DrawnInvoice | Kept, what: string): void {
    this.found.push(`${'ref' in of ? of.ref : JSON.stringify(said(of))} ${what}`)
  }
}
type Row = Readonly<Record<string, unknown>>
interface ShownSums {
  nets: number[]
  sub_total: number
  charges: number
  discounts: number
  tax: number
}

/** The number that a request says: the one nearest to the decimal. */
function major(amount: bigint, currency: Currency): number {
  const decimals = currencies[currency]
  const digits = amount.toString().padStart(decimals + 1, '0')
  return Number(`${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`)
}
const minor = (amount: number, currency: Currency): bigint => BigInt(Math.round(amount * 10 ** currencies[currency]))
const sumOf = (all: readonly Kept[], of: 'due' | 'paid') => all.reduce((sum, one) => sum + one[of], 0n)
const sorted = (amounts: readonly bigint[]) => amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
