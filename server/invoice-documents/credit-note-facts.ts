import { amountsOf, exact, summedLine } from '#contract/invoice-amounts.ts'
import { creditOfAmount, creditOfLines, type CreditGroup } from '#contract/credit-sums.ts'
import { million } from '#contract/kit/decimal.ts'
import { netOf, type InvoiceSums } from '#contract/invoice-sums.ts'
import { currencies } from '#contract/kit/money.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { fill } from '#i18n/fill.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { CreditNoteRow } from '#server/invoice-store/credit-notes.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import type { CostFacts, InvoiceFacts, LineFacts } from './facts.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { apart, invoiceTexts } from './words.ts'

/** The facts of a credit note's document: those of its invoice, with what is credited. */
export async function creditNoteFacts(ctx: Ctx, note: CreditNoteRow): Promise<InvoiceFacts> {
  const invoice = await existingInvoice(ctx, note.invoice_ref)
  const [of, { time_zone: timeZone }] = await Promise.all([invoiceFacts(ctx, invoice), merchantOf(ctx)])
  return {
    ...of,
    kind: 'credit_note',
    ref: note.credit_note_ref,
    state: 'issued',
    number: note.credit_note_number,
    issuedAt: note.created_at,
    date: dayAt(note.created_at, timeZone),
    dueDate: '',
    ...creditedOf(invoice, note, of),
    customFields: [],
    description: '',
    customerNote: { title: '', value: '' },
    notes: [],
    reason: note.reason,
    forerunner: { number: invoice.invoice_number, date: invoice.invoice_date },
    payUrl: '',
  }
}

/**
 * What is credited: the lines, with what of the invoice's charges and discounts goes with them, or a line for each category and
 * percentage of the tax.
 */
export function creditedOf(
  { content, currency }: Pick<InvoiceRow, 'content' | 'currency'>,
  { lines, amount_minor, credit_note_number }: Pick<CreditNoteRow, 'lines' | 'amount_minor' | 'credit_note_number'>,
  { lines: whole, costs: charged, language, number }: Pick<InvoiceFacts, 'lines' | 'costs' | 'language' | 'number'>,
): Pick<InvoiceFacts, 'lines' | 'costs' | 'sums'> {
  const sums = amountsOf(content, currency)
  if (Array.isArray(sums)) throw new Error(`the invoice of ${credit_note_number} makes no sum`)
  const texts = invoiceTexts[language].credits
  if (!lines) {
    const groups = creditOfAmount(sums, amount_minor).filter(({ taxable, tax }) => taxable + tax > 0n)
    const major = 10n ** BigInt(6 - currencies[currency])
    const credited = groups.map(({ category, percent, taxable }): LineFacts => ({
      id: '',
      detail: fill(texts.amount, { number: apart(number) }),
      quantity: million,
      unit: '',
      rate: taxable * major,
      tax: { category, percent },
      taxReason: [...whole, ...charged].find(({ tax }) => tax?.category === category)?.taxReason ?? '',
    }))
    const taxables = groups.map(({ taxable }) => taxable)
    return { lines: credited, costs: [], sums: sumsOf(groups, taxables, credited, []) }
  }
  const chosen = lines.map(({ line, quantity }) => ({ line, quantity: exact(quantity) }))
  const groups = creditOfLines(sums, content.line_items.map(summedLine), chosen, currency)
  const credited = chosen.map(({ line, quantity }): LineFacts => ({ ...(whole[line] as LineFacts), quantity }))
  const nets = credited.map(({ quantity, rate }) => netOf(quantity, rate, currency))
  const costs = groups.flatMap((group) => {
    const more = group.taxable - netIn(group, credited, nets)
    const { category, percent } = group
    const type = more > 0n ? 'CHARGE' : 'DISCOUNT'
    const cost = {
      type,
      title: texts.share,
      percent: null,
      tax: { category, percent },
      taxReason: '',
    } satisfies CostFacts
    return more === 0n ? [] : [{ cost, amount: more > 0n ? more : -more }]
  })
  const counted = groups.filter((group) => credited.some((line) => isOf(group, line)))
  return { lines: credited, costs: costs.map(({ cost }) => cost), sums: sumsOf(counted, nets, credited, costs) }
}

const isOf = (group: CreditGroup, { tax }: { tax: { category: string; percent: bigint } | null }) =>
  tax?.category === group.category && tax.percent === group.percent
const netIn = (group: CreditGroup, lines: readonly LineFacts[], nets: readonly bigint[]) =>
  lines.reduce((sum, line, at) => (isOf(group, line) ? sum + (nets[at] as bigint) : sum), 0n)

function sumsOf(
  groups: readonly CreditGroup[],
  nets: bigint[],
  lines: readonly LineFacts[],
  costs: readonly { cost: CostFacts; amount: bigint }[],
): InvoiceSums {
  const total = (of: readonly bigint[]) => of.reduce((sum, one) => sum + one, 0n)
  const costIn = (group: CreditGroup, type: CostFacts['type']) =>
    total(costs.filter(({ cost }) => cost.type === type && isOf(group, cost)).map(({ amount }) => amount))
  const whole = groups.map((group) => ({
    ...group,
    net: netIn(group, lines, nets),
    charges: costIn(group, 'CHARGE'),
    discounts: costIn(group, 'DISCOUNT'),
  }))
  const [charges, discounts] = [total(whole.map((one) => one.charges)), total(whole.map((one) => one.discounts))]
  const tax = total(whole.map((one) => one.tax))
  const subTotal = total(nets)
  return {
    nets,
    costs: costs.map(({ cost, amount }) => ({
      amount,
      shares: groups.map((group) => (isOf(group, cost) ? amount : 0n)),
    })),
    groups: whole,
    subTotal,
    charges,
    discounts,
    tax,
    amount: subTotal + charges - discounts + tax,
  }
}
