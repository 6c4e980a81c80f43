import { describe, expect, it } from 'vitest'
import { emptyContent } from '#contract/payment-page-content.ts'
import { PageUpdate } from '#contract/payment-page-update.ts'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { changedBody, emptyPage, newFieldId, pageBody, pageErrors, pageField, pageValues } from './page-form.ts'
import { inUtc, inZone } from '#console/kit/form/moment-input.tsx'

const page = {
  ...emptyContent,
  page_ref: '2'.repeat(27),
  title: 'Night hike',
  status: 'activated',
  page_type: 'fixed_with_quantity',
  amount: 35,
  currency: 'SGD',
  min_quantity: 1,
  max_quantity: 6,
  min_amount: 0,
  max_amount: 0,
  promo_discount: 2.5,
  shipping_charges: 0,
  stock: 'limited',
  stock_available: 40,
  low_stock_at: 5,
  late_payment: 'refund',
  custom_url: 'nighthike12',
  expires_at: '2026-12-12 11:00:00',
  merchant_order_id: 'HIKE',
  source: 'console',
  success_url: '',
  failure_url: '',
  default_language: 'en',
  merchant_name: 'Acme',
  description: [
    { type: 'paragraph', spans: [{ text: 'Four ' }, { text: 'hours', bold: true }] },
    { type: 'list', items: [[{ text: 'tea' }], [{ text: 'a lamp' }]] },
  ],
  custom_fields: [{ id: 'shoes', type: 'dropdown', title: 'Shoes', optional: false, options: ['None', '38–40'] }],
  pictures: [{ picture: `/gateway/page-pictures/${'a1'.repeat(32)}.png`, alt: 'Hills' }],
  social_icons: [{ network: 'instagram', url: 'https://instagram.com/acme' }],
  confirmation_emails: ['one@acme.example', 'two@acme.example'],
  texts: { ar: { title: 'مسير', fields: { shoes: { title: 'حذاء', options: ['بدون', ''] } } } },
} as unknown as PaymentPage

describe('the editor of a page', () => {
  it('saves a page that was not touched as it is', () => {
    const body = pageBody(pageValues(page), { limited: true })
    const { merchant_details: details, ...own } = body
    const saved: Record<string, unknown> = { ...own, ...(details as object) }
    for (const name of [
      'title',
      'page_type',
      'amount',
      'currency',
      'min_quantity',
      'max_quantity',
      'promo_discount',
      'shipping_charges',
      'low_stock_at',
      'late_payment',
      'custom_url',
      'expires_at',
      'default_language',
      'description',
      'pictures',
      'social_icons',
      'confirmation_emails',
      'custom_fields',
      'texts',
      'payment_types',
      'theme',
      'name_field',
      'notify_shopper',
    ] as const)
      // prettier-ignore
      expect(saved[name], name).toEqual(page[name])
    expect(body).not.toHaveProperty('stock_available')
    expect(PageUpdate.safeParse({ ...body, version: 1 }).error).toBeUndefined()
  })

  it('saves what was changed and leaves the rest to others', () => {
    const before = pageValues(page)
    expect(changedBody(before, pageValues(page), { limited: true })).toEqual({})
    expect(changedBody({ ...before, title: 'Dusk hike', expires_at: '' }, before, { limited: true })).toEqual({
      title: 'Dusk hike',
      expires_at: null,
    })
  })

  it('sends the units of a limit that is new, and nothing of another type', () => {
    const values = { ...pageValues(page), page_type: 'custom_amount' as const, amount: '', stock_available: '7' }
    expect(pageBody(values, { limited: false })).toMatchObject({ amount: 0, min_quantity: 1, max_quantity: 1, stock_available: 7 }) // prettier-ignore
    const unlimited = pageBody({ ...values, stock: 'unlimited' }, { limited: false })
    expect([unlimited['low_stock_at'], unlimited['stock_available']]).toEqual([null, undefined])
  })

  it('needs a title, a price, the units of a limit and the address of a redirect', () => {
    const empty = { ...emptyPage('fixed_amount', 'SGD'), stock: 'limited' as const, after_payment: 'redirect' as const }
    const needed = pageErrors({ limited: false })(empty).map(({ path }) => path)
    expect(needed).toEqual(['title', 'amount', 'stock_available', 'success_url'])
    expect(pageErrors({ limited: true })(pageValues(page))).toEqual([])
  })

  it('says of a new page only what it has', () => {
    const values = { ...emptyPage('fixed_amount', 'SGD'), title: 'A deposit', amount: '20' }
    const body = withoutBlanks(pageBody(values, { limited: false })) as Record<string, unknown>
    expect(body).toMatchObject({ title: 'A deposit', amount: 20, currency: 'SGD', stock: 'unlimited' })
    for (const name of ['custom_url', 'late_payment', 'merchant_order_id', 'success_url', 'stock_available', 'texts'])
      expect(body).not.toHaveProperty(name)
  })

  it('shows a fault at its field', () => {
    expect(
      ['amount', 'custom_fields.2.title', 'custom_fields.1.options.3', 'confirmation_emails.0', 'description.1.spans', 'merchant_details.promo_discount'].map(pageField),
    ).toEqual(['amount', 'custom_fields.2.title', 'custom_fields.1.options', 'confirmation_emails', 'description', 'merchant_details.promo_discount']) // prettier-ignore
    expect(newFieldId()).toMatch(/^f[a-z0-9]{7}$/)
  })

  it('shows and takes the expiry in the zone of the merchant, also where clocks change', () => {
    for (const [zone, utc, local] of [
      ['Asia/Singapore', '2026-12-12 11:00:00', '2026-12-12T19:00'],
      ['Europe/Berlin', '2026-03-29 00:30:00', '2026-03-29T01:30'],
      ['Europe/Berlin', '2026-03-29 01:30:00', '2026-03-29T03:30'],
      ['America/New_York', '2026-11-01 12:00:00', '2026-11-01T07:00'],
    ] as const)
      expect([inZone(utc, zone), inUtc(local, zone)]).toEqual([local, utc])
    expect([inZone('', 'UTC'), inUtc('', 'UTC'), inUtc('not a time', 'UTC')]).toEqual(['', '', ''])
  })
})
