import { amountsOf, exact, summedLine } from '#contract/invoice-amounts.ts'
import { emptyContent, type InvoiceContent } from '#contract/invoice-content.ts'
import { invoiceLooks, type AdditionalCost, type InvoiceLine } from '#contract/invoice-parts.ts'
import { creditAmount, creditOfLines } from '#contract/credit-sums.ts'
import { currencies, currencyCodes, type Currency } from '#contract/kit/money.ts'
import { languageTags } from '#i18n/languages.ts'
import type { ModelInvoice } from '#test/invoice-model.ts'
import { creditedOf } from './credit-note-facts.ts'
import { factsWith, randomOf } from './fixtures.ts'
import type { InvoiceFacts } from './facts.ts'
import { itemsOf } from './invoice-facts.ts'

/** An invoice as its merchant asks for it, of any kind that a seed makes, as far as its numbers go. */
export interface AskedInvoice {
  seed: number
  currency: Currency
  content: InvoiceContent
}

/** The rules in CII refuse L at nothing, which those in UBL and the standard itself allow. */
const taxes = ['S 19', 'S 7', 'S 8.1', 'S 20', 'Z 0', 'E 0', 'AE 0', 'K 0', 'G 0', 'L 6.5', 'M 0', 'M 10'] as const
/** Every script has a say; none is so long that its line is broken. */
const words = [
  'Consulting',
  'Beratung & Co',
  '<b>"1"</b>',
  'خدمات',
  '請求書',
  'ค่าน้ำ',
  'Nguyễn Huệ',
  '유지보수',
  'a (b)',
]

export function askedInvoice(seed: number): AskedInvoice {
  const random = randomOf(seed)
  const one = <T>(...of: readonly T[]): T => of[random(of.length)] as T
  const decimal = (below: number, places: number) => random(below) / 10 ** random(places + 1)
  // A few for each, so that groups have several lines.
  const chosen =
    random(10) === 0 ? ['O 0'] : random(12) === 0 ? ['none'] : [one(...taxes), one(...taxes), one(...taxes)]
  const tax = () => {
    const [category = '', percent = ''] = one(...chosen).split(' ')
    if (category === 'none') return {}
    return {
      tax_category: category as 'S',
      tax_percent: Number(percent),
      ...(category === 'E' && { tax_reason: '§ 4' }),
    }
  }
  const currency = one(one(...currencyCodes), 'EUR' as const, 'JPY' as const)
  const line_items = Array.from({ length: 1 + random(5) }, (): InvoiceLine => ({
    detail: one(...words),
    quantity: decimal(100_000, 6) || 1,
    // Also those that end in half a cent.
    rate: one(decimal(10_000_000, 6), (random(1_000) * 10 + 5) / 1_000),
    ...tax(),
  }))
  const additional_costs = Array.from({ length: random(4) }, (): AdditionalCost => {
    const isPercent = random(2) === 0
    const minor = random(100_000) / 10 ** currencies[currency]
    return {
      title: one(...words),
      type: one('CHARGE', 'DISCOUNT', 'DISCOUNT'),
      amount: isPercent ? random(100_001) / 1_000 : minor,
      ...(isPercent && { charge_nature: 'PERCENT' }),
      ...one({}, tax()),
    }
  })
  return { seed, currency, content: { ...emptyContent, line_items, additional_costs } }
}

/** The same for the model. */
export const modelled = ({ currency, content }: AskedInvoice): ModelInvoice => {
  const taxOf = ({ tax_category = '', tax_percent = 0 }: Pick<InvoiceLine, 'tax_category' | 'tax_percent'>) => ({
    category: tax_category,
    percent: decimalOf(tax_percent),
  })
  return {
    decimals: currencies[currency],
    lines: content.line_items.map((line) => ({
      quantity: decimalOf(line.quantity),
      rate: decimalOf(line.rate),
      ...taxOf(line),
    })),
    costs: content.additional_costs.map((cost) => ({
      type: cost.type,
      isPercent: cost.charge_nature === 'PERCENT',
      amount: decimalOf(cost.amount),
      tax: cost.tax_category ? taxOf(cost) : null,
    })),
  }
}
/** The text of a decimal, without the exponent that a millionth would have. */
export const decimalOf = (value: number) => (value < 1e-6 ? '0' : value < 1 ? value.toFixed(6) : String(value))

/** Its document, between two firms: everything that the numbers need is there. */
export function factsOf({ seed, currency, content }: AskedInvoice): InvoiceFacts {
  const random = randomOf(seed + 0x1000)
  const language = languageTags[random(languageTags.length)] as InvoiceFacts['language']
  const design = invoiceLooks[random(invoiceLooks.length)] as InvoiceFacts['look']['design']
  const facts = factsWith({
    currency,
    language,
    look: { design, color: '#0f766e' },
    notSubjectToTax: true,
    ref: `I${seed}`,
  })
  return { ...facts, ...itemsOf(content, currency) }
}

/** A credit note for it: for some of its lines or parts of them, or for an amount. Undefined where there is nothing to credit. */
export function creditFactsOf(
  invoice: AskedInvoice,
): { facts: InvoiceFacts; amount: bigint; lines: CreditedLine[] | null } | undefined {
  const { seed, currency, content } = invoice
  const sums = amountsOf(content, currency)
  if (Array.isArray(sums)) return undefined
  const random = randomOf(seed + 0x2000)
  const whole = factsOf(invoice)
  const lines = content.line_items.flatMap(({ quantity }, line) => {
    // Of what cannot be halved exactly all.
    const part = Number((quantity / 2).toFixed(6))
    return random(3) === 0 ? [] : [{ line, quantity: random(2) === 0 && part > 0 ? part : quantity }]
  })
  const byLines = random(2) === 0 && lines.length > 0
  const chosen = lines.map(({ line, quantity }) => ({ line, quantity: exact(quantity) }))
  const amount = byLines
    ? creditAmount(creditOfLines(sums, content.line_items.map(summedLine), chosen, currency))
    : 1n + (sums.amount * BigInt(random(1_000))) / 1_000n
  if (amount === 0n || amount > sums.amount) return undefined
  const note = { lines: byLines ? lines : null, amount_minor: amount, credit_note_number: 'CN-2026-0007' }
  const facts: InvoiceFacts = {
    ...whole,
    ...creditedOf({ content, currency }, note, whole),
    kind: 'credit_note',
    number: note.credit_note_number,
    dueDate: '',
    payUrl: '',
    reason: 'Returned',
    forerunner: { number: 'F-7', date: whole.date },
  }
  return { facts, amount, lines: note.lines }
}
export interface CreditedLine {
  line: number
  quantity: number
}

/** An amount with the decimals of its currency and nothing between its digits. */
export function figures(minor: bigint, currency: Currency): string {
  const places = currencies[currency]
  const digits = String(minor).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
