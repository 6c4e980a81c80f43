import { amountsOf } from '#contract/invoice-amounts.ts'
import type { InvoiceLine } from '#contract/invoice-parts.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import type { NewInvoice } from '#server/invoices/create.ts'
import type { Chance } from './chance.ts'
import { markets, rareGoods, type Buyer, type Good, type Market } from './invoice-markets.ts'
import type { TemplateRefs } from './invoice-settings.ts'

const marketChoices = markets.map((market) => [market, market.weight] as const)
const [home] = markets

export interface Terms {
  day: Day
  dueDays: number
  number: number
  allowPartial: boolean
  templates: TemplateRefs
}

/** What a demo merchant writes on an invoice of a day. */
export function bodyAt(terms: Terms, chance: Chance): NewInvoice {
  const { number, templates } = terms
  // One in forty is of a place with a tax of its own, or has no tax.
  const rare = number % 40 === 20 ? rareGoods[Math.floor(number / 40) % rareGoods.length] : undefined
  const market = rare ? (home as Market) : chance.weighed(marketChoices)
  const buyer = chance.one(market.buyers)
  const template = chance.next() < 0.4 ? templates[market.country] : undefined
  const line_items = rare ? [lineOf(rare, chance)] : linesOf(market.goods, chance)
  const cost = chance.next() < 0.3 && !rare ? market.cost : undefined
  const body: Omit<NewInvoice, 'amount' | 'sub_total'> = {
    merchant_invoice_ref: `SO-${26_000 + number}`,
    currency: market.currency,
    customer: {
      name: buyer.name,
      email: `${buyer.mail}@example.com`,
      phone: buyer.phone,
      language: market.language,
      time_zone: market.timeZone,
    },
    ...partsOf(buyer, market),
    due_date: dayAfter(terms.day, terms.dueDays),
    line_items,
    additional_costs: cost
      ? [{ title: cost.title, type: cost.type, amount: cost.amount, charge_nature: cost.percent ? 'PERCENT' : 'FLAT' }]
      : [],
    delivery_date: chance.next() < 0.5 || line_items.some(({ tax_category }) => tax_category === 'K') ? terms.day : '',
    ...(template ? { template_ref: template } : ownWords(market, chance)),
    allow_partial: terms.allowPartial,
    notify_by_email: true,
    notify_by_phone: chance.next() < 0.08,
    show_qr_code: chance.next() < 0.5,
    source: 'console',
  }
  const sums = amountsOf({ line_items, additional_costs: body.additional_costs ?? [] }, market.currency)
  if (Array.isArray(sums)) throw new Error(`invoice ${number} of the demo has no sum: ${JSON.stringify(sums)}`)
  return { ...body, amount: sums.amount, sub_total: sums.subTotal }
}

function partsOf(buyer: Buyer, { country }: Market): Pick<NewInvoice, 'billing_address' | 'buyer'> {
  const [line_1, city, zip_code, line_2 = ''] = buyer.address
  return {
    billing_address: { line_1, line_2, city, zip_code, country_code: country as 'SG' },
    buyer: {
      ...(buyer.taxNumber && { tax_number: buyer.taxNumber }),
      ...(buyer.reference && { reference: buyer.reference }),
      ...(buyer.endpoint && { endpoint: buyer.endpoint }),
    },
  }
}

/** What a template would say otherwise. */
const ownWords = ({ note }: Market, chance: Chance): Partial<NewInvoice> => ({
  ...(note && chance.next() < 0.5 && { customer_note: { value: note } }),
  look: { design: chance.weighed([['classic', 6], ['modern', 3], ['compact', 1]]) }, // prettier-ignore
  ...(chance.next() < 0.2 && {
    custom_fields: [
      { key: 'Season', value: chance.one(['Winter 2026', 'Summer 2026', 'All year']), show: true },
      { key: 'Cost centre', value: String(4_000 + Math.floor(90 * chance.next())), show: false },
    ],
  }),
})

function linesOf(goods: readonly Good[], chance: Chance): InvoiceLine[] {
  const first = Math.floor(goods.length * chance.next())
  const many = Math.min(goods.length, chance.weighed([[1, 45], [2, 35], [3, 20]])) // prettier-ignore
  return Array.from({ length: many }, (_, at) => lineOf(goods[(first + at) % goods.length] as Good, chance))
}

const lineOf = ({ detail, rate, most, unit, tax }: Good, chance: Chance): InvoiceLine => {
  const whole = Math.ceil(most * chance.next() ** 1.6) || 1
  return { detail, quantity: unit === 'HUR' ? whole + 0.5 : whole, rate, ...(unit && { unit }), ...tax }
}
