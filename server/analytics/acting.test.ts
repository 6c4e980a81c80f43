import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bar, readModes } from '#contract/analytics.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { happen, seeded, anyHappening, wireStretch } from '#server/rollups/fixtures.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** What a master reads of its merchants: by whose clocks their days are cut, and whose each payment is. */
let testApp: TestApp
let master: TestMerchant
let session: TestSession
let sub: TestMerchant
/** Half past midnight of 11 March in Kathmandu, half past eight in the evening of the 10th in Havana's summer. */
const at = new Date('2026-03-10T18:45:00Z')
const span = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-12T00:00:00Z') }

beforeAll(async () => {
  testApp = await openTestApp()
  master = await testApp.addMerchant({ kind: 'master', timeZone: 'America/Havana' })
  session = await testApp.signIn(master)
  sub = await testApp.addMerchant({ kind: 'owned', masterId: master.merchantId, timeZone: 'Asia/Kathmandu' })
  const payment = { ...anyHappening(seeded(1), span), at, currency: 'SGD' as const, ways: ['captured'] as const }
  for (const { merchantId } of [master, sub])
    for (const amountMinor of [1_000n, 2_001n])
      await happen(
        testApp,
        { merchantId, environment: 'sandbox' },
        { ...payment, amountMinor, late: false, refunds: [] },
      )
})
afterAll(() => testApp.close())

const ask = async <T>(path: string, { key }: TestMerchant, body: object): Promise<T> => {
  const acting = key === master.key ? {} : { 'x-sub-merchant-key': key }
  const answer = await testApp.call(session, 'POST', path.replace('{id}', key), body, acting)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as T
}
interface Graph {
  period: string
  bars: string[]
  txnVolume: Bar[]
}
const graph = (of: TestMerchant, more: object = {}) =>
  ask<Graph>('/api/analytics/txn-volume-graph/{id}', of, { time_filter: wireStretch(span), period: 'days', ...more })

describe('the figures that a master reads', () => {
  it('are cut by the days of the merchant that it acts for, and by its own days otherwise', async () => {
    const [own, theirs] = [await graph(master), await graph(sub)]
    expect(own.bars.slice(1)).toEqual(['2026-03-10 04:00:00', '2026-03-11 04:00:00'])
    expect(own.txnVolume.map((bar) => bar.at)).toEqual(['2026-03-10 04:00:00'])
    expect(theirs.bars.slice(1)).toEqual(['2026-03-10 18:15:00', '2026-03-11 18:15:00'])
    expect(theirs.txnVolume.map((bar) => bar.at)).toEqual(['2026-03-10 18:15:00'])
    // Several merchants side by side have the days of the one that asks.
    const together = await graph(master, { uuids: [master.key, sub.key] })
    expect(together.bars).toEqual(own.bars)
    expect(together.txnVolume).toMatchObject([{ at: '2026-03-10 04:00:00', count: 4, volume: 60.02 }])
  })

  it('have the average of each bar, half a cent rounded up, and the unit of the bars', async () => {
    const { period, txnVolume } = await graph(sub, { period: 'week' })
    expect(period).toBe('weeks')
    expect(txnVolume).toMatchObject([{ count: 2, volume: 30.01, average_order_value: 15.01 }])
  })

  it('name the merchant of each of the latest payments', async () => {
    const { transactions } = await ask<{ transactions: { merchant_key: string; currency: string }[] }>(
      '/merchants/{id}/analytics/latest-txns',
      master,
      { time_filter: wireStretch(span), uuids: [master.key, sub.key] },
    )
    expect(transactions.map(({ merchant_key }) => merchant_key).toSorted()).toEqual(
      [master.key, master.key, sub.key, sub.key].toSorted(),
    )
  })

  it('have test mode and live beside each other, of the merchant that it acts for alone', async () => {
    const payment = { ...anyHappening(seeded(2), span), at, currency: 'SGD' as const, ways: ['captured'] as const }
    const live = { merchantId: sub.merchantId, environment: 'live' as const }
    await happen(testApp, live, { ...payment, amountMinor: 700n, late: false, refunds: [] })
    const read = async (of: TestMerchant) => {
      const { modes } = await ask<WireOutput<typeof readModes>>('/api/analytics/{id}/modes', of, {
        time_filter: wireStretch(span),
      })
      return modes.map(({ mode, txn_stats: stats }) => [mode, stats.map(({ count, volume }) => [count, volume])])
    }
    expect(await read(sub)).toEqual([
      ['sandbox', [[2, 30.01]]],
      ['live', [[1, 7]]],
    ])
    expect(await read(master)).toEqual([
      ['sandbox', [[2, 30.01]]],
      ['live', []],
    ])
  })
})
