import { taxCategories, taxedCategories, invoiceLooks } from '#contract/invoice-parts.ts'
import { invoiceSums, type SummedCost, type TaxOf } from '#contract/invoice-sums.ts'
import { million } from '#contract/kit/decimal.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import type { AddressFacts, CostFacts, InvoiceFacts, LineFacts } from './facts.ts'

export const noAddress: AddressFacts = { line_1: '', line_2: '', city: '', state: '', zip_code: '', country_code: '' }

export const lineOf = (detail: string, rate: number, tax: TaxOf = standard, quantity = 1): LineFacts => ({
  id: '',
  detail,
  quantity: BigInt(Math.round(quantity * 1e6)),
  unit: '',
  rate: BigInt(Math.round(rate * 1e6)),
  tax,
  taxReason: '',
})
export const standard: TaxOf = { category: 'S', percent: 19n * million }

/** A cost with what it is of, which the document knows from its amount. */
export type CostGiven = CostFacts & { of: SummedCost['of'] }
export const costOf = (title: string, type: CostFacts['type'], of: SummedCost['of']): CostGiven => ({
  title,
  type,
  of,
  percent: 'percent' in of ? of.percent : null,
  tax: null,
  taxReason: '',
})

type Given = Partial<Omit<InvoiceFacts, 'sums' | 'costs'>> & { costs?: CostGiven[] }

/** Facts of an invoice between two firms, with the sums that its lines make. */
export function factsWith(given: Given = {}): InvoiceFacts {
  const { costs = [], currency = 'EUR', lines = [lineOf('Consulting', 120, standard, 12.5)] } = given
  const sums = invoiceSums(
    lines,
    costs.map(({ type, of, tax }) => ({ type, of, tax })),
    currency,
  )
  if (typeof sums === 'string') throw new RangeError(sums)
  return {
    kind: 'invoice',
    ref: '7Q2MXZ8KJ4V5T9W3B6N1C0D2E3F',
    environment: 'live',
    state: 'issued',
    number: 'INV-2026-0042',
    issuedAt: new Date('2026-11-20T10:00:00Z'),
    date: '2026-11-20',
    dueDate: '2026-12-20',
    deliveryDate: '2026-11-18',
    period: null,
    language: 'en',
    look: { design: 'classic', color: '#0f766e' },
    logo: null,
    seller: {
      legal_name: 'Fjord & Söhne GmbH',
      line_1: 'Hauptstraße 12',
      line_2: '',
      city: 'Berlin',
      state: '',
      zip_code: '10115',
      country_code: 'DE',
      tax_number: 'DE123456789',
      company_number: 'HRB 1234',
      endpoint_scheme: '9930',
      endpoint_id: 'DE123456789',
      email: 'billing@fjord.example',
      phone: '+4930123456',
      bank_name: 'Musterbank',
      account_name: '',
      account_number: 'DE89 3704 0044 0532 0130 00',
      bank_code: 'COBADEFFXXX',
      terms: 'Payable within 30 days.',
    },
    notSubjectToTax: false,
    buyer: {
      name: 'Brasserie Élysée SARL',
      email: 'achats@elysee.example',
      phone: '+33140000000',
      billing: { ...noAddress, line_1: '1 rue de la Paix', city: 'Paris', zip_code: '75002', country_code: 'FR' },
      shipping: noAddress,
      taxNumber: 'FR40303265045',
      companyNumber: '',
      endpoint: { scheme: '9957', id: 'FR40303265045' },
      reference: 'CC-77',
      purchaseOrder: 'PO-1234',
    },
    prepaid: 0n,
    customFields: [],
    description: '',
    customerNote: { title: '', value: '' },
    notes: [],
    reason: '',
    forerunner: null,
    payUrl: 'https://pay.example/pay/7Q2MXZ8KJ4V5T9W3B6N1C0D2E3F',
    showQrCode: false,
    ...given,
    currency,
    lines,
    costs: costs.map(({ of: _, ...cost }) => cost),
    sums,
  }
}

/** The same numbers for a seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** An invoice or credit note of any kind: rates, categories, costs, currencies, hostile texts. Each can be had electronically. */
export function randomFacts(seed: number): InvoiceFacts {
  const random = randomOf(seed)
  const one = <T>(...of: readonly T[]): T => of[random(of.length)] as T
  const text = () =>
    one('Consulting', 'Beratung & Schulung', 'a < b > "c" \'d\'', ']]>', 'خدمات', '請求書', '<!--x-->', '\u{1f600}')
  const outside = random(8) === 0
  const taxOf = (): TaxOf => {
    const category = outside ? 'O' : one(...taxCategories.filter((code) => code !== 'O'), 'S', 'S', 'S')
    const percent = taxedCategories.includes(category) ? BigInt(one(19_000_000, 7_000_000, 5_500_000, 20_000_000)) : 0n
    return { category, percent }
  }
  const lines = Array.from({ length: 1 + random(12) }, () => ({
    ...lineOf(text(), 0, taxOf()),
    id: one('', 'SKU-1'),
    quantity: BigInt(1 + random(50_000_000)),
    rate: BigInt(one(random(3_000_000_000), random(100_000), 33_333_333)),
    unit: one('', 'HUR', 'h', 'pallet', 'KGM'),
    taxReason: 'Article 132',
  }))
  const costs = Array.from({ length: random(4) }, (): CostGiven => {
    const type = one('CHARGE' as const, 'DISCOUNT' as const, 'DISCOUNT' as const)
    const of = one({ percent: BigInt(random(12_000_000)) }, { minor: BigInt(random(200)) })
    return costOf(text(), type, of)
  })
  const kind = one('invoice' as const, 'invoice' as const, 'credit_note' as const)
  const shipping = { ...noAddress, line_1: 'Dock 3', country_code: 'NL' }
  const given: Given = {
    kind,
    lines,
    costs,
    currency: one(...(Object.keys(currencies) as Currency[])),
    language: one('en' as const, 'ar' as const),
    look: { design: one(...invoiceLooks), color: one('#0f766e', '#ffffff', '#facc15', '') },
    period: one(null, { from: '2026-10-01', to: '2026-10-31' }),
    description: one('', text()),
    notes: one([], [{ title: text(), description: `${text()}\n${text()}` }]),
    reason: kind === 'credit_note' ? text() : '',
    dueDate: kind === 'credit_note' ? '' : '2026-12-20',
    forerunner: kind === 'credit_note' ? { number: 'INV-2026-0001', date: '2026-09-01' } : null,
    payUrl: kind === 'credit_note' ? '' : one('', 'https://pay.example/pay/x?a=1&b=2'),
  }
  const buyer = factsWith().buyer
  const ship = one(buyer, { ...buyer, shipping }, { ...buyer, endpoint: null }, { ...buyer, reference: '' })
  try {
    return factsWith({ ...given, buyer: ship })
  } catch {
    // Nothing was left after the discounts.
    return randomFacts(seed + 1_000_003)
  }
}
