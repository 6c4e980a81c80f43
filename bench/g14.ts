import type { Browser, BrowserContextOptions } from '@playwright/test'
import { buildBarePage, serveBarePage } from './bare-page.ts'
import { openBrowser, openQuietly, signInThrough } from './browser.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'
import { bigMerchant } from './volume.ts'

export const title =
  'G14 largest contentful paint of the payments list, signed in, real API, CPU slowed down 4 times, against a bare Mantine list'

const slowDown = 4

/** What a page took to show itself, from a cold cache. */
interface Shown {
  lcpMs: number
  /** The main thread's time beyond 50 ms in each of its long tasks. */
  blockedMs: number
  requests: number
}

export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  await buildBarePage()
  const [api, bare, browser] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    serveBarePage(),
    openBrowser(),
  ])
  try {
    const url = api.ready.url.replace('127.0.0.1', 'localhost')
    const signedIn = await sessionOf(browser, url)
    const results = await interleave(
      {
        bare: () => show(browser, bare.url, 'text=row 0 column 0', {}),
        ours: () => show(browser, `${url}/transactions/payments`, 'text=ORDER-1', { storageState: signedIn }),
      },
      rounds,
    )
    return lines(results)
  } finally {
    await browser.close()
    await Promise.all([api.stop(), bare.stop()])
  }
}

async function sessionOf(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInThrough(page, url, bigMerchant)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens a page in a fresh browser window and waits until its rows are there and nothing more is asked for. */
async function show(browser: Browser, url: string, row: string, options: BrowserContextOptions): Promise<Shown> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    let requests = 0
    page.on('request', () => (requests += 1))
    await page.addInitScript(() => {
      const seen = { lcpMs: 0, blockedMs: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.lcpMs = Math.max(seen.lcpMs, entry.startTime)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.blockedMs += Math.max(0, entry.duration - 50)
      }).observe({ type: 'longtask', buffered: true })
    })
    await openQuietly(page, () => page.goto(url))
    await page.locator(row).first().waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: { lcpMs: number; blockedMs: number } }).seen)
    return { ...seen, requests }
  } finally {
    await context.close()
  }
}

function lines({ bare, ours }: Record<'bare' | 'ours', Shown[]>): Line[] {
  const lcp = ratioOf(ours, bare, ({ lcpMs }) => lcpMs)
  const middle = (turns: Shown[], figure: (turn: Shown) => number) => median(turns.map(figure))
  const blocked = middle(ours, ({ blockedMs }) => blockedMs)
  const requests = middle(ours, (turn) => turn.requests)
  const facts = (turns: Shown[]) =>
    `${middle(turns, ({ lcpMs }) => lcpMs).toFixed(0)} ms, blocked ${middle(turns, ({ blockedMs }) => blockedMs).toFixed(0)} ms, ${middle(turns, (turn) => turn.requests)} requests`
  return [
    { what: 'bare Mantine list', value: facts(bare) },
    { what: 'ours', value: facts(ours) },
    { what: 'ours / bare', value: lcp.toFixed(2), goal: { measured: lcp, goal: 1.5, stretch: 1.25, better: 'less' } },
    {
      what: 'main thread blocked',
      value: `${blocked.toFixed(0)} ms`,
      goal: { measured: blocked, goal: 100, better: 'less', unit: ' ms' },
    },
    { what: 'requests', value: String(requests), goal: { measured: requests, goal: 15, better: 'less' } },
  ]
}
