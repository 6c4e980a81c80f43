import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { build } from 'vite'
import type { OrderView } from '#checkout/view.ts'
import { payPage, readCheckoutAssets } from '#server/checkout/page.ts'
import { frame, script } from './provider.ts'

/**
 * The shopper's page without a server: the document with its headers as the server makes it, the script built with the browser
 * half of a made-up provider, and answers to attempts as a test gives them.
 */
export interface Shop {
  open(view?: Partial<OrderView>): Promise<void>
  /** The bodies of the attempts that were started. */
  started: Record<string, unknown>[]
  /** What the attempts answer, in turn; the last one again. */
  answers: Record<string, unknown>[]
  /** The addresses that the page has asked for at other origins. */
  elsewhere: string[]
  /** Whether the provider's origin can be reached. */
  provider: { isUp: boolean; slowly: Promise<void> | undefined }
}

export const test = base.extend<{ shop: Shop }, { built: string }>({
  built: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'shoppers-page-'))
      const half = join(import.meta.dirname, 'browser-half.ts')
      await build({
        configFile: false,
        logLevel: 'error',
        plugins: [
          {
            name: 'made-up-provider',
            enforce: 'pre',
            resolveId: (id) => (id === './providers/simulator.ts' ? half : null),
          },
        ],
        build: { outDir: dir, target: 'es2023', manifest: true, rollupOptions: { input: 'checkout/main.ts' } },
      })
      await use(dir)
      await rm(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shop: async ({ page, built }, use) => {
    const shop: Shop = {
      started: [],
      answers: [],
      elsewhere: [],
      provider: { isUp: true, slowly: undefined },
      open: async (view = {}) => {
        current = { ...orderView, ...view }
        const lang = current.language === 'en' ? '' : `?lang=${current.language}`
        await page.goto(`https://shop.example/pay/ref1${lang}`, { waitUntil: 'domcontentloaded' })
      },
    }
    let current = orderView
    const assets = readCheckoutAssets(built)
    await page.route('**/*', async (route) => {
      const url = new URL(route.request().url())
      if (url.origin === 'https://psp.example') {
        shop.elsewhere.push(url.pathname)
        await shop.provider.slowly
        if (!shop.provider.isUp) return route.abort('connectionrefused')
        return url.pathname === '/frames.js'
          ? route.fulfill({ contentType: 'text/javascript', body: script })
          : route.fulfill({ contentType: 'text/html', body: frame })
      }
      if (url.origin !== 'https://shop.example') {
        shop.elsewhere.push(url.href)
        return route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' })
      }
      if (url.pathname === '/pay/ref1') {
        const { status, headers, html } = payPage({ ...current, assets })
        return route.fulfill({ status, headers, body: html })
      }
      if (url.pathname.startsWith('/assets/')) return route.fulfill({ path: join(built, url.pathname) })
      if (url.pathname.endsWith('/events')) return route.fulfill({ status: 503 })
      if (route.request().method() === 'POST')
        shop.started.push(route.request().postDataJSON() as Record<string, unknown>)
      const content = { ...attempt, ...(shop.answers.length > 1 ? shop.answers.shift() : shop.answers[0]) }
      return route.fulfill({ json: { status_code: '2000', content } })
    })
    await use(shop)
  },
})
export { expect } from '@playwright/test'

export const attempt = {
  order_ref: 'attempt1', state: 'waiting', reason: '', refusal: '', redirect_url: '', method: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD',
  action: { kind: 'none', url: '', qr_code: '', code: '', bank: '', account_number: '', account_name: '', reference: '', test_url: '' },
  expires_at: null, may_cancel: false, slips: 0, cancelling: false, next: '',
} // prettier-ignore

const card = { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD', asks: ['card'], channelKey: 'STRIPE' } as const
const wallet = { type: 'WALLET', subType: 'GRABPAY', name: 'GrabPay', asks: [] } as const
/** Cards in the frame of a provider, and two ways without one. */
export const orderView: OrderView = {
  state: 'payable',
  language: 'en',
  assets: { script: '', styles: [] },
  pendingOrderRef: '',
  environment: 'sandbox',
  merchant: { name: 'Acme Outfitters', logo: '', backUrl: '' },
  amountMinor: 12_900n,
  currency: 'SGD',
  receiptUrl: '',
  description: 'Rain jacket',
  orderRef: 'ORDER-1',
  customer: { name: 'Mei Tan', email: 'mei@example.com' },
  promo: { code: '', discountMinor: 0n },
  shippingMinor: 0n,
  expiresAt: null,
  methods: [card, wallet, { type: 'INSTALLMENT', subType: '', asks: ['card', 'plan'] }],
  card: {
    kind: 'script',
    provider: 'simulator',
    settings: { script_url: 'https://psp.example/frames.js' },
    connectOrigins: [],
    scriptOrigins: ['https://psp.example'],
    frameOrigins: ['https://psp.example'],
    brands: ['visa', 'mastercard'],
    testCards: [{ number: '4242424242424242', outcome: 'paid' }],
  },
  attemptsUrl: '/gateway/api/checkout/ref1/attempts',
}

/** Chooses a way by its value. */
export const choose = (page: Page, way: string): Promise<void> => page.locator(`input[value="${way}"]`).check()
