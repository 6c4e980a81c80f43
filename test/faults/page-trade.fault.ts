import { afterAll, beforeAll, expect, test } from 'vitest'
import { tradeLines } from '#test/trade.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import { booked, differing, sheetOfPages, sumOf, trade } from './page-trade.ts'
import { findingsWhenQuiet } from './quiet.ts'

/** Payment pages in earnest: the trade of a real shop, many who want one name, and money that comes late. */
const timeout = countOf(60 * 60_000, 90_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 4 }) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

const { lines, real } = tradeLines(countOf(20_000, 120))
test(
  `${lines.length} lines of a shop, an article a page: units and money are the same on pages, sheets, ledger and at the provider`,
  { timeout },
  async () => {
    const merchant = merchantOf(load, 'acme')
    const ordered = sumOf(lines)
    if (real && countOf(1, 0))
      expect([lines.length, ordered]).toEqual([19_594, { units: 155_914, revenue: 38_751_722n }])
    const since = performance.now()
    const articles = await trade(load, merchant, lines)
    const { findings, settledAfterMs } = await findingsWhenQuiet(deployment, load.journal, { patienceMs: timeout })
    expect(findings).toEqual([])
    const seconds = Math.round((performance.now() - since) / 1_000)
    report(
      `${lines.length} lines at ${articles.length} pages in ${seconds} s, the last ${settledAfterMs} ms without a shopper`,
    )
    expect(await differing(load, merchant, articles)).toEqual([])
    expect(await sheetOfPages(load, merchant)).toEqual(ordered)
    expect(await booked(load)).toEqual({ ledger: ordered.revenue, provider: ordered.revenue })
    report(`${ordered.units} units, ${ordered.revenue} pence`)
  },
)
