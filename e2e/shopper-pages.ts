import type { Page } from '@playwright/test'
import english from '#i18n/en/checkout.json' with { type: 'json' }
import { actOnInvoice, newInvoice, newLink, newPaymentPage, payByCard, sent } from './actions.ts'
import type { RunningApp } from './fixtures.ts'
import { agreeByCard, chargeNext, manageLink, newSubscription } from './subscriptions.ts'

/** The pages that a shopper sees, by name: each is prepared by its function, which answers its address. */
type Prepare = (page: Page, app: RunningApp) => Promise<string>

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const shopperPages: Readonly<Record<string, Prepare>> = {
  'a payment link': (_, app) => newLink(app),
  'no payment link': async (_, app) => `${app.url}/pay/${'0'.repeat(27)}`,
  'a payment link that is paid': paidLink,
  'a receipt': async (page, app) => {
    await page.goto(await paidLink(page, app))
    const link = await page.locator('a[href*="/receipts/"]').first().getAttribute('href')
    return app.url + new URL(link ?? '', app.url).pathname
  },
  'a payment link that is cancelled': async (_, app) => {
    const link = await newLink(app)
    await sent(app, 'PUT', `/api/paymentLink/${link.split('/').at(-1)}/status/cancelled`, {})
    return link
  },
  'a payment page': (_, app) =>
    newPaymentPage(app, {
      page_type: 'fixed_with_quantity',
      max_quantity: 5,
      stock: 'limited',
      stock_available: 9,
      name_field: 'required',
      phone_field: 'optional',
      custom_fields: [
        { id: 'size', type: 'dropdown', title: 'Size', optional: false, options: ['S', 'M'] },
        { id: 'day', type: 'date', title: 'Day', optional: true },
        { id: 'note', type: 'paragraph', title: 'Note', optional: true },
        { id: 'terms', type: 'checkbox', title: 'I am over 18', optional: false },
      ],
    }),
  'an invoice': async (_, app) => sentInvoice(app, { allow_partial: true, least_partial_amount: 10 }),
  'an invoice that is overdue': async (_, app) => sentInvoice(app, { invoice_date: day(-40), due_date: day(-10) }),
  'an invoice that is void': async (_, app) => {
    const address = await sentInvoice(app)
    await actOnInvoice(app, address.split('/').at(-1) ?? '', 'void')
    return address
  },
  'a subscription': async (_, app) => `${app.url}/pay/${await newSubscription(app, costly)}`,
  'a subscription that is managed': async (page, app) => {
    const email = `${crypto.randomUUID()}@fits.example`
    const ref = await newSubscription(app, { customer_email_address: email })
    await page.goto(`${app.url}/pay/${ref}?lang=en`)
    await agreeByCard(page, '4000000000007023')
    await page.locator('[data-panel="thanks"]').waitFor()
    const first = await manageLink(page, app, email)
    await chargeNext(app, ref)
    await page.goto(await manageLink(page, app, email, first))
    await page.reload()
    await page.getByRole('button', { name: english.page.manage.open.button }).click({ timeout: 15_000 })
    await page.locator('.status').waitFor()
    return page.url()
  },
  'a subscription whose customer asks for a link': async (_, app) =>
    `${app.url}/pay/manage/${await newSubscription(app)}`,
}

const costly = { quantity: 2, recurrance_count: 12, additional_costs: [{ key: 'Joining', value: 10 }] }

async function paidLink(page: Page, app: RunningApp): Promise<string> {
  const link = await newLink(app)
  await page.goto(`${link}?lang=en`)
  await page.locator('input[value="CARD.INT_CREDIT_DEBIT_CARD"]').check()
  await payByCard(page)
  await page.locator('[data-panel="thanks"]').waitFor()
  return link
}

async function sentInvoice(app: RunningApp, invoice: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const additional_costs = [{ title: 'Loyalty', type: 'DISCOUNT', amount: 10, charge_nature: 'PERCENT' }]
  const ref = await newInvoice(app, { additional_costs, amount: 90, ...invoice })
  await actOnInvoice(app, ref, 'send-invoice')
  return `${app.url}/pay/${ref}`
}
