import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toMajor, type Currency } from '#contract/kit/money.ts'
import { dayAfter, startOfDay } from '#contract/kit/zoned-day.ts'
import type { Bar, Stack, Stats, StatusSum } from '#contract/analytics.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { rollUpDeltas } from '#server/rollups/roll-up-deltas.ts'
import { anyHappening, happen, seeded, wireStretch } from '#server/rollups/fixtures.ts'
import { verifySums } from '#server/rollups/verify.ts'

/**
 * Every number of the dashboard for random histories equals its list, the payments counted in the test, and the ledger:
 * whatever part is rolled up, in zones of every kind, over changes of daylight saving time.
 */
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

interface Party {
  merchant: TestMerchant
  session: TestSession
  owner: { merchantId: string; environment: 'sandbox' }
}
async function party(timeZone: string, changes: Parameters<TestApp['addMerchant']>[0] = {}): Promise<Party> {
  const merchant = await testApp.addMerchant({ ...changes, timeZone })
  return {
    merchant,
    session: await testApp.signIn(merchant),
    owner: { merchantId: merchant.merchantId, environment: 'sandbox' },
  }
}
async function ask<T>({ session, merchant }: Party, path: string, body: object): Promise<T> {
  const answer = await testApp.call(session, 'POST', path.replace('{id}', merchant.key), body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as T
}
const sql = <R extends object>(text: string, values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

/** Time zones with different offsets, and a moment at which the offset changes, if it does. */
const zones = {
  'Asia/Kathmandu': '2026-03-10T10:00:00Z',
  'America/New_York': '2026-11-01T06:00:00Z',
  'Australia/Lord_Howe': '2026-04-04T15:00:00Z',
  'America/Havana': '2026-11-01T05:00:00Z',
}

describe.each(Object.entries(zones))('in %s', (timeZone, change) => {
  const around = new Date(change).getTime()
  const span = { from: new Date(around - 40 * 3_600_000), to: new Date(around + 40 * 3_600_000) }
  const random = seeded(timeZone.length * 7_919)
  let own: Party
  let rolledUp = 0
  beforeAll(async () => {
    own = await party(timeZone)
    for (let n = 0; n < 40; n++) {
      await happen(testApp, own.owner, anyHappening(random, span))
      // Most deltas, not all: the sums are made of roll-ups and deltas.
      if (n % 10 === 9 && n < 35) rolledUp += await rollUpDeltas(testApp.serveParts.database, own.owner, { most: 7 })
    }
  }, 60_000)

  /** Whole days, whole hours, any moments. */
  const stretches = () => {
    const day = change.slice(0, 10)
    const cut = () => new Date(span.from.getTime() + Math.floor(random() * 80 * 3_600_000))
    const seconds = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000)
    const quarters = (moment: Date) => new Date(Math.floor(moment.getTime() / 900_000) * 900_000)
    const both = (a: Date, b: Date) => (a < b ? { from: a, to: b } : { from: b, to: a })
    return [
      { from: startOfDay(dayAfter(day, -2), timeZone), to: startOfDay(dayAfter(day, 3), timeZone) },
      { from: startOfDay(day, timeZone), to: startOfDay(dayAfter(day, 1), timeZone) },
      both(quarters(cut()), quarters(cut())),
      both(seconds(cut()), seconds(cut())),
      both(seconds(cut()), seconds(cut())),
    ]
  }

  it('the roll-ups equal the payments and the ledger, before and after rolling up', async () => {
    expect(rolledUp).toBeGreaterThan(30)
    expect(await verifySums(testApp.owner, own.owner)).toEqual([])
    expect(await verifyLedger(testApp.owner, own.owner)).toEqual([])
  })

  it('every tile equals the sum of its list and of the payments, and net equals the ledger', async () => {
    for (const stretch of stretches()) {
      const { txn_stats } = await ask<{ txn_stats: Stats[] }>(own, '/merchants/{id}/analytics/net-transactions-data', {
        time_filter: wireStretch(stretch),
      })
      const byHand = await sql<{
        currency: Currency
        attempts: bigint
        count: bigint
        ended: bigint
        volume: string
        refunded: string
        net: string
      }>(
        `select currency, count(*) as attempts, count(*) filter (where status = 'Success') as count,
           count(*) filter (where status in ('Success', 'Failed', 'Expired')) as ended,
           coalesce(sum(amount_minor) filter (where status = 'Success'), 0)::text as volume,
           coalesce(sum(refunded_minor), 0)::text as refunded,
           (coalesce(sum(refunding_minor) filter (where not held), 0) + coalesce((select -sum(e.amount_minor) from ledger_entries e join ledger_transfers t using (merchant_id, environment, transfer_id)
             left join refunds r on r.merchant_id = t.merchant_id and r.refund_id = t.object_ref
             join payments q on q.merchant_id = t.merchant_id and q.order_ref = coalesce(r.order_ref, t.object_ref)
             where e.merchant_id = $1 and e.account = 'merchant_pending' and e.currency = p.currency and q.created_at >= $2 and q.created_at < $3), 0))::text as net
         from payments p where merchant_id = $1 and created_at >= $2 and created_at < $3 group by currency`,
        [own.owner.merchantId, stretch.from, stretch.to],
      )
      expect(txn_stats.map(({ currency }) => currency).toSorted()).toEqual(
        byHand.map(({ currency }) => currency).toSorted(),
      )
      for (const row of byHand) {
        const tile = txn_stats.find(({ currency }) => currency === row.currency)
        expect(tile).toMatchObject({
          attempts: Number(row.attempts),
          count: Number(row.count),
          volume: toMajor(BigInt(row.volume), row.currency),
          refunded: toMajor(BigInt(row.refunded), row.currency),
          net: toMajor(BigInt(row.net), row.currency),
          success_rate: row.ended === 0n ? null : Number(row.count) / Number(row.ended),
        })
        const list = await listed(own, { status: 'Success', currency: row.currency, created_at: wireStretch(stretch) })
        expect({ count: list.total, volume: list.sum }).toEqual({ count: tile?.count, volume: tile?.volume })
      }
    }
  })

  it('every chart adds up to its tile, and each bar to its own list', async () => {
    for (const stretch of stretches().slice(0, 4)) {
      const time_filter = wireStretch(stretch)
      const question = { time_filter, currency: 'SGD' }
      const { txn_stats } = await ask<{ txn_stats: Stats[] }>(
        own,
        '/merchants/{id}/analytics/net-transactions-data',
        question,
      )
      const tile = { count: txn_stats[0]?.count ?? 0, volume: txn_stats[0]?.volume ?? 0 }
      const attempts = txn_stats[0]?.attempts ?? 0
      const pies = await ask<Record<string, { count: number; volume: number }[]>>(
        own,
        '/api/analytics/pie-charts/{id}',
        question,
      )
      expect(together(pies['txnVolumeByChannel'])).toEqual(tile)
      expect(together(pies['txnVolumeByMethod'])).toEqual(tile)
      expect(together(pies['txnVolumeByStatus']).count).toBe(attempts)
      const { txn_status } = await ask<{ txn_status: StatusSum[] }>(
        own,
        '/merchants/{id}/analytics/txn-status-metrics',
        question,
      )
      expect(txn_status).toEqual(pies['txnVolumeByStatus'])
      const season = await ask<{ txnSeasonality: { count: number; volume: number }[] }>(
        own,
        '/api/analytics/txn-volume-seasonality-graph/{id}',
        question,
      )
      expect(together(season.txnSeasonality)).toEqual(tile)
      for (const period of ['hours', 'days', 'weeks', 'months']) await barsAddUp(question, period, { tile, attempts })
    }
  })

  async function barsAddUp(question: object, period: string, { tile, attempts }: { tile: object; attempts: number }) {
    const graph = await ask<{ txnVolume: Bar[]; bars: string[]; to: string }>(
      own,
      '/api/analytics/txn-volume-graph/{id}',
      { ...question, period },
    )
    expect(together(graph.txnVolume)).toEqual(tile)
    const bars = await ask<{ chartData: Bar[]; bars: string[] }>(
      own,
      '/merchants/{id}/analytics/txn-bar-chart-metrics',
      { ...question, period },
    )
    expect(bars.chartData).toEqual(graph.txnVolume)
    const stacks = await ask<{ chartData: Stack[] }>(own, '/api/analytics/txn-volume-status-stacked/{id}', {
      ...question,
      period,
    })
    expect(together(stacks.chartData).count).toBe(attempts)
    for (const row of graph.txnVolume.slice(0, 6)) {
      const [whole, count] = [BigInt(cents(row.volume)), BigInt(row.count)]
      expect(row.average_order_value).toBe(toMajor((2n * whole + count) / (2n * count), 'SGD'))
      const place = graph.bars.indexOf(row.at)
      expect(place).toBeGreaterThanOrEqual(0)
      const list = await listed(own, {
        status: 'Success',
        currency: 'SGD',
        created_at: { from: row.at, to: graph.bars[place + 1] ?? graph.to },
      })
      expect({ at: row.at, count: list.total, volume: list.sum }).toEqual({
        at: row.at,
        count: row.count,
        volume: row.volume,
      })
    }
  }

  it('with another offset the same payments fall into other bars, and none is lost', async () => {
    const [stretch] = stretches() as [{ from: Date; to: Date }]
    const question = { time_filter: wireStretch(stretch), currency: 'SGD', period: 'days' }
    const own0 = await ask<{ txnVolume: Bar[] }>(own, '/api/analytics/txn-volume-graph/{id}', question)
    for (const offset of [-570, 0, 345, 480]) {
      const other = await ask<{ txnVolume: Bar[]; bars: string[] }>(own, '/api/analytics/txn-volume-graph/{id}', {
        ...question,
        offset,
      })
      expect(together(other.txnVolume)).toEqual(together(own0.txnVolume))
      for (const bar of other.bars.slice(1))
        expect(new Date(`${bar.replace(' ', 'T')}Z`).getTime() % 86_400_000).toBe(
          (((-offset * 60_000) % 86_400_000) + 86_400_000) % 86_400_000,
        )
    }
  })
})

const cents = (amount: number) => Math.round(amount * 100)
const together = (rows: { count: number; volume: number }[] = []) => ({
  count: rows.reduce((all, { count }) => all + count, 0),
  volume: rows.reduce((all, { volume }) => all + cents(volume), 0) / 100,
})

/** Reads a whole list, page by page: its total and the sum of its amounts. */
async function listed({ session, merchant }: Party, filters: object): Promise<{ total: number; sum: number }> {
  let [cursor, minor, rows] = ['', 0, 0]
  for (;;) {
    const answer = await testApp.call(session, 'POST', `/merchant/${merchant.key}/payments`, {
      filters,
      pagesize: 100,
      ...(cursor && { cursor }),
    })
    expect(answer.status, answer.text).toBe(200)
    const page = answer.body as unknown as {
      content: { amount: number }[]
      total_elements: number
      total_capped: boolean
      next_cursor: string | null
    }
    for (const { amount } of page.content) minor += cents(amount)
    rows += page.content.length
    if (page.next_cursor) {
      cursor = page.next_cursor
      continue
    }
    expect({ total: page.total_elements, capped: page.total_capped }).toEqual({ total: rows, capped: false })
    return { total: rows, sum: minor / 100 }
  }
}
