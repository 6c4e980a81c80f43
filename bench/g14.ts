import type { Browser } from '@playwright/test'
import { buildBarePage, serveBarePage } from './bare-page.ts'
import { openBrowser, openQuietly, signInThrough } from './browser.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { openPlainBrowser, type Kept } from './plain-browser.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'
import { bigMerchant } from './volume.ts'

export const title =
  'G14 largest contentful paint of the payments list, signed in, real API, CPU slowed down 4 times, against a bare Mantine list'

const slowDown = 4

/** What a page took to show itself, from a cold cache. */
export interface Shown {
  lcpMs: number
  /** The main thread's time beyond 50 ms in each of its long tasks. */
  blockedMs: number
}
export const watch = `
  const seen = { lcpMs: 0, blockedMs: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpMs = Math.max(seen.lcpMs, entry.startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blockedMs += Math.max(0, entry.duration - 50)
  }).observe({ type: 'longtask', buffered: true })`

export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  await buildBarePage()
  const [api, bare, inspected, browser] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    serveBarePage(),
    openBrowser(),
    openPlainBrowser(),
  ])
  try {
    const url = api.ready.url.replace('127.0.0.1', 'localhost')
    const kept = await signedIn(inspected, url)
    const pages = {
      bare: { url: bare.url, row: 'row 0 column 0', kept: { cookies: [], origins: [] } },
      ours: { url: `${url}/transactions/payments`, row: 'ORDER-1', kept },
    }
    const requests = {
      bare: await countRequests(inspected, pages.bare),
      ours: await countRequests(inspected, pages.ours),
    }
    await inspected.close()
    const show = (page: Page) => browser.visit<Shown>(page.url, { ...page, slowDown, watch })
    return lines(await interleave({ bare: () => show(pages.bare), ours: () => show(pages.ours) }, rounds), requests)
  } finally {
    await browser.close()
    await Promise.all([api.stop(), bare.stop(), inspected.close()])
  }
}
interface Page {
  url: string
  row: string
  kept: Kept
}

async function signedIn(browser: Browser, url: string): Promise<Kept> {
  const context = await browser.newContext()
  await signInThrough(await context.newPage(), url, bigMerchant)
  const state = await context.storageState()
  await context.close()
  return state
}

async function countRequests(browser: Browser, { url, row, kept }: Page): Promise<number> {
  const context = await browser.newContext({ storageState: kept })
  const page = await context.newPage()
  let requests = 0
  page.on('request', () => (requests += 1))
  await openQuietly(page, () => page.goto(url))
  await page.getByText(row).first().waitFor()
  await context.close()
  return requests
}

function lines({ bare, ours }: Record<'bare' | 'ours', Shown[]>, requests: Record<'bare' | 'ours', number>): Line[] {
  const lcp = ratioOf(ours, bare, ({ lcpMs }) => lcpMs)
  const middle = (results: Shown[], figure: (result: Shown) => number) => median(results.map(figure))
  const blocked = middle(ours, ({ blockedMs }) => blockedMs)
  const facts = (results: Shown[]) =>
    `${middle(results, ({ lcpMs }) => lcpMs).toFixed(0)} ms, blocked ${middle(results, ({ blockedMs }) => blockedMs).toFixed(0)} ms`
  return [
    { what: 'bare Mantine list', value: `${facts(bare)}, ${requests.bare} requests` },
    { what: 'ours', value: `${facts(ours)}, ${requests.ours} requests` },
    { what: 'ours / bare', value: lcp.toFixed(2), goal: { measured: lcp, goal: 1.5, stretch: 1.25, better: 'less' } },
    {
      what: 'main thread blocked',
      value: `${blocked.toFixed(0)} ms`,
      goal: { measured: blocked, goal: 100, better: 'less', unit: ' ms' },
    },
    {
      what: 'requests',
      value: String(requests.ours),
      goal: { measured: requests.ours, goal: 15, better: 'less' },
    },
  ]
}
