import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardAcceptance, OrderView } from '#checkout/view.ts'
import { payPage, payPageHeaders, readCheckoutAssets } from './page.ts'

const dir = mkdtempSync(join(tmpdir(), 'checkout-build-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('the built page', () => {
  const dist = join(dir, 'dist')
  beforeAll(() =>
    build({
      configFile: false,
      logLevel: 'error',
      build: { outDir: dist, target: 'es2023', manifest: true, rollupOptions: { input: 'checkout/main.ts' } },
    }),
  )

  test('is found by its manifest, and is one script and one style sheet', () => {
    const assets = readCheckoutAssets(dist)
    expect(assets.script).toMatch(/^\/assets\/main-[\w-]+\.js$/)
    expect(assets.styles).toHaveLength(1)
    expect(readdirSync(join(dist, 'assets')).sort()).toEqual(
      [assets.script, ...assets.styles].map((path) => path.replace('/assets/', '')).sort(),
    )
  })

  test('stays small: 25 kB of script, 15 kB of style, before any compression', () => {
    const { script, styles } = readCheckoutAssets(dist)
    expect(statSync(join(dist, script)).size).toBeLessThan(25_000)
    for (const style of styles) expect(statSync(join(dist, style)).size).toBeLessThan(15_000)
  })

  test('loads nothing from elsewhere and evaluates nothing', () => {
    const { script, styles } = readCheckoutAssets(dist)
    const code = [script, ...styles].map((path) => readFileSync(join(dist, path), 'utf8')).join('\n')
    expect(code).not.toMatch(/https?:\/\/|\beval\(|new Function|innerHTML|document\.write|@import|url\(/)
  })
})

describe('the built script of payment pages', () => {
  const dist = join(dir, 'shop')
  beforeAll(() =>
    build({
      configFile: false,
      logLevel: 'error',
      build: { outDir: dist, target: 'es2023', manifest: true, rollupOptions: { input: 'checkout/pages/script.ts' } },
    }),
  )

  test('stays small, 20 kB of script and 5 kB of style of its own, and is checked without a library', () => {
    const { script, styles } = readCheckoutAssets(dist, 'checkout/pages/script.ts')
    expect(statSync(join(dist, script)).size).toBeLessThan(20_000)
    for (const style of styles) expect(statSync(join(dist, style)).size).toBeLessThan(5_000)
    const code = [script, ...styles].map((path) => readFileSync(join(dist, path), 'utf8')).join('\n')
    expect(code).not.toMatch(/\beval\(|new Function|innerHTML|document\.write|document\.cookie|@import|url\(|zod/i)
  })
})

describe('the built page of who manages a subscription', () => {
  const dist = join(dir, 'manage')
  const entry = 'checkout/subscriptions/manage-script.ts'
  beforeAll(() =>
    build({
      configFile: false,
      logLevel: 'error',
      build: { outDir: dist, target: 'es2023', manifest: true, rollupOptions: { input: entry } },
    }),
  )

  test('stays small, 5 kB of script and 3 kB of style of its own, and writes no markup', () => {
    const { script, styles } = readCheckoutAssets(dist, entry)
    expect(statSync(join(dist, script)).size).toBeLessThan(5_000)
    for (const style of styles) expect(statSync(join(dist, style)).size).toBeLessThan(3_000)
    const code = [script, ...styles].map((path) => readFileSync(join(dist, path), 'utf8')).join('\n')
    expect(code).not.toMatch(/https?:\/\/|\beval\(|new Function|innerHTML|document\.write|@import|url\(/)
  })
})

describe('readCheckoutAssets', () => {
  test('takes the styles of imported chunks along, once, and follows circles of imports to an end', () => {
    const dist = join(dir, 'shared')
    mkdirSync(join(dist, '.vite'), { recursive: true })
    const manifest = {
      'checkout/main.ts': { file: 'assets/a.js', css: ['assets/a.css'], imports: ['_shared.js'] },
      '_shared.js': { file: 'assets/s.js', css: ['assets/s.css', 'assets/a.css'], imports: ['checkout/main.ts'] },
      'console/index.html': { file: 'assets/c.js', css: ['assets/c.css'] },
    }
    writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
    expect(readCheckoutAssets(dist)).toEqual({
      script: '/assets/a.js',
      styles: ['/assets/a.css', '/assets/s.css'],
      preloads: ['/assets/s.js'],
    })
  })
})

const view = (connectOrigins: readonly string[] = [], more: Partial<CardAcceptance> = {}): OrderView => ({
  state: 'payable',
  language: 'en',
  assets: { script: '/assets/a.js', styles: [] },
  pendingOrderRef: '',
  environment: 'live',
  merchant: { name: 'Acme', logo: '', backUrl: '' },
  amountMinor: 100n,
  currency: 'USD',
  receiptUrl: '',
  description: '',
  orderRef: 'O1',
  customer: { name: '', email: '' },
  promo: { code: '', discountMinor: 0n },
  shippingMinor: 0n,
  expiresAt: null,
  methods: [{ type: 'CARD', subType: '', asks: ['card'] }],
  card: { provider: 'psp', kind: 'fields', settings: {}, connectOrigins, brands: [], testCards: [], ...more },
  attemptsUrl: '/a',
})

describe('the headers', () => {
  test('let the page connect to its own origin and to its provider only', () => {
    const policy = payPageHeaders(view(['https://psp.example:8443']))['content-security-policy']
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: https:",
      "connect-src 'self' https://psp.example:8443",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('name the origins of script and frames where the provider draws the fields of a card', () => {
    const origins = {
      scriptOrigins: ['https://js.psp.example'],
      frameOrigins: ['https://*.js.psp.example', 'https://b.example'],
    }
    const policy = payPageHeaders(view(['https://api.psp.example'], { kind: 'script', ...origins }))
    expect(policy['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' https://js.psp.example",
      "style-src 'self'",
      "img-src 'self' data: https:",
      "connect-src 'self' https://api.psp.example",
      'frame-src https://*.js.psp.example https://b.example',
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test.each([
    "https://a.example 'unsafe-inline'",
    'https://a.example; form-action *',
    '*',
    'data:',
    'https://a.example/x',
  ])('take nothing but origins: %s', (origin) => {
    for (const more of [{ scriptOrigins: [origin] }, { frameOrigins: [origin] }, { connectOrigins: [origin] }])
      expect(() => payPageHeaders(view([], more))).toThrow('Not an origin')
  })

  test('name no provider when no card is taken, or there is nothing to pay', () => {
    expect(payPageHeaders(view())['content-security-policy']).toContain("connect-src 'self';")
    const { assets } = view()
    const nothing = payPage({ state: 'not_found', language: 'en', assets })
    expect(nothing.status).toBe(404)
    expect(nothing.headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('keep the page out of caches, frames, searches and referrers', () => {
    expect(payPageHeaders(view())).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    })
  })
})
