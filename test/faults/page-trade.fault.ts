import { afterAll, beforeAll, expect, test } from 'vitest'
import { tradeLines } from '#test/trade.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import { expiredOrders, lateFindings, moneyComes, policies } from './page-late.ts'
import { daysPass, leadsTo, newRivals, race, strayNames } from './page-names.ts'
import { lateMoneyIsKept, unlockedName } from './planted.ts'
import { planted } from './planted-test.ts'
import { booked, differing, sheetOfPages, sumOf, trade } from './page-trade.ts'
import { findingsWhenQuiet } from './quiet.ts'

/** Payment pages in earnest: the trade of a real shop, many who want one name, and money that comes late. */
const timeout = countOf(2 * 60 * 60_000, 90_000)
const file = import.meta.filename
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

const expiries = countOf(1_000, 12)
test(
  `money for ${expiries} orders that have expired, half of whose units are gone: each as the page says, and none is sold twice`,
  { timeout },
  async () => {
    expect(await comeLate(expiries)).toEqual([])
    const { findings } = await findingsWhenQuiet(deployment, load.journal)
    expect(findings).toEqual([])
  },
)

const races = countOf(10_000, 18)
test(
  `${races} races of four pages of two merchants, each for one name: it has one owner, also when it was given up`,
  { timeout },
  async () => {
    const rivals = await newRivals(load, sellers())
    const won = new Map<string, number>()
    for (let n = 1; n <= races; n++) {
      const name = `race${String(n).padStart(8, '0')}`
      const before = new Map(rivals.pages.map(({ page }) => [page.page_ref, page.custom_url.toLowerCase()]))
      const [winner = '', ...others] = await race(load, rivals, name)
      expect([name, winner !== '', others]).toEqual([name, true, []])
      won.set(winner, (won.get(winner) ?? 0) + 1)
      const given = before.get(winner)
      if (n % 6 || !given) continue
      expect((await leadsTo(load, given)).toLowerCase()).toBe(`/pay/p/${name}`)
      expect(await race(load, rivals, given), 'only its own page has it back').toEqual([winner])
      expect(await leadsTo(load, given)).toBe(winner)
      await daysPass(load, name, 91)
      expect(await leadsTo(load, name)).toBe('')
      expect(await race(load, rivals, name)).toHaveLength(1)
    }
    expect(await strayNames(load, rivals)).toEqual([])
    report(`races won: ${[...won.values()].join(', ')}`)
  },
)

planted('a name that is looked at before it is taken has two owners, and is found', { file, timeout }, async () => {
  await deployment.sql(unlockedName)
  const rivals = await newRivals(load, sellers())
  expect((await race(load, rivals, 'wantedbyall')).length).toBeGreaterThan(1)
})

const kept = { file, patches: [lateMoneyIsKept], timeout }
planted('late money that is kept whatever the page says is found', kept, async () => {
  const source = await deployment.plant(kept.patches)
  const parts = [...deployment.apis, deployment.worker]
  await Promise.all(parts.map((part) => part.kill()))
  for (const part of parts) part.change({ source })
  await Promise.all(parts.map((part) => part.start()))
  expect((await comeLate(12)).join()).toMatch(
    /released,Success,true,false in place of expired,released,Success,true,true/,
  )
})

const sellers = () => [merchantOf(load, 'acme'), merchantOf(load, 'borneo')]

/** Money comes for so many expired orders of limited pages and some of others, of each policy; what is wrong afterwards. */
async function comeLate(count: number): Promise<string[]> {
  const merchant = merchantOf(load, 'acme')
  const kinds = policies.flatMap((policy) => [
    { policy, limited: true, count: Math.ceil(count / 3) },
    { policy, limited: false, count: Math.ceil(count / 12) },
  ])
  const pages = await Promise.all(kinds.map((kind) => expiredOrders(load, merchant, kind)))
  await moneyComes(load, pages)
  await becomes(
    async () => (await deployment.sql(`select from refunds where status = 'PENDING' limit 1`)).length === 0,
    120_000,
  )
  return (await Promise.all(pages.map((page) => lateFindings(load, merchant, page)))).flat()
}
