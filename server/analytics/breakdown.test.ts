import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dimensions, type Breakdown, type Dimension } from '#contract/breakdowns.ts'
import type { Stats } from '#contract/analytics.ts'
import { toMajor, type Currency } from '#contract/kit/money.ts'
import { dayAfter, startOfDay } from '#contract/kit/zoned-day.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { anyHappening, happen, seeded, wireStretch } from '#server/rollups/fixtures.ts'
import { summedTraits } from '#server/rollups/measures.ts'
import { rollUpDeltas } from '#server/rollups/roll-up-deltas.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** Every figure by traits, for random histories, equals its list, the payments counted by SQL of the test, and the ledger. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const sql = <R extends object>(text: string, values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

/** The value of a dimension of a payment, by SQL that shares nothing with the program's. */
const columns: Partial<Record<Dimension, string>> = {
  country: `coalesce(nullif(shopper_country, ''), country)`,
  language: `coalesce(method_details ->> 'language', '')`,
  authentication: `coalesce(method_details ->> 'authentication', '')`,
}
const byHand = (by: Dimension) => `
  select currency, ${columns[by] ?? by} as value, count(*)::int as attempts, count(*) filter (where first_attempt)::int as orders,
    count(*) filter (where status in ('Success', 'Failed', 'Expired'))::int as ended,
    count(*) filter (where status = 'Success')::int as paid,
    coalesce(sum(amount_minor) filter (where status = 'Success'), 0)::text as volume,
    count(*) filter (where status = 'Failed' and status_reason = 'PAYMENT_CHANNEL_UNAVAILABLE')::int as provider_faults,
    avg(paid_seconds)::float8 as seconds
  from payments where merchant_id = $1 and created_at >= $2 and created_at < $3 group by 1, 2`
interface ByHand extends Pick<Breakdown, 'attempts' | 'orders' | 'ended' | 'paid' | 'provider_faults'> {
  currency: Currency
  value: string
  volume: string
  seconds: number | null
}

describe.each(Object.entries({ 'Asia/Kathmandu': '2026-03-10T10:00:00Z', 'America/New_York': '2026-11-01T06:00:00Z' }))(
  'in %s',
  (timeZone, change) => {
    const around = new Date(change).getTime()
    const span = { from: new Date(around - 40 * 3_600_000), to: new Date(around + 40 * 3_600_000) }
    const random = seeded(timeZone.length * 104_729)
    let merchant: TestMerchant
    let session: TestSession
    let owner: { merchantId: string; environment: 'sandbox' }
    beforeAll(async () => {
      merchant = await testApp.addMerchant({ timeZone })
      session = await testApp.signIn(merchant)
      owner = { merchantId: merchant.merchantId, environment: 'sandbox' }
      for (let n = 0; n < 40; n++) {
        await happen(testApp, owner, anyHappening(random, span))
        // Most deltas, not all: the sums are made of days and deltas.
        if (n % 10 === 9 && n < 35) await rollUpDeltas(testApp.serveParts.database, owner, { most: 7 })
      }
    }, 60_000)

    const ask = async <T>(path: string, body: object): Promise<T> => {
      const answer = await testApp.call(session, 'POST', path.replace('{id}', merchant.key), body)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.content as T
    }
    const numberOf = async (filters: object): Promise<number> => {
      const answer = await testApp.call(session, 'POST', `/merchant/${merchant.key}/payments`, {
        filters,
        pagesize: 100,
      })
      expect(answer.status, answer.text).toBe(200)
      const page = answer.body as unknown as { content: unknown[]; total_elements: number }
      expect(page.content).toHaveLength(page.total_elements)
      return page.total_elements
    }
    const day = change.slice(0, 10)
    const stretches = [
      { from: startOfDay(dayAfter(day, -2), timeZone), to: startOfDay(dayAfter(day, 3), timeZone) },
      { from: startOfDay(day, timeZone), to: startOfDay(dayAfter(day, 1), timeZone) },
      { from: new Date(around - 30 * 3_600_000 - 77_000), to: new Date(around + 29 * 3_600_000 + 13_000) },
    ]

    it('the days of traits equal the payments and the ledger', async () => {
      expect(await verifySums(testApp.owner, owner)).toEqual([])
      expect(await verifyLedger(testApp.owner, owner)).toEqual([])
      const [zone] = await sql<{ traits: boolean }>(
        `select traits from payment_zones where merchant_id = $1 and time_zone = $2`,
        [owner.merchantId, timeZone],
      )
      expect(zone).toEqual({ traits: true })
    })

    it.each(dimensions.filter((name) => name !== 'time'))('attempts by %s equal the payments', async (by) => {
      for (const stretch of stretches) {
        const { rows } = await ask<{ rows: Breakdown[] }>('/api/analytics/{id}/breakdown', {
          time_filter: wireStretch(stretch),
          by: [by],
        })
        const wanted = await sql<ByHand>(byHand(by), [owner.merchantId, stretch.from, stretch.to])
        expect(rows.length).toBe(wanted.length)
        for (const { currency, value, volume, seconds, ...counts } of wanted) {
          const row = rows.find((one) => one.currency === currency && one.values[0] === value)
          expect(row).toMatchObject({ ...counts, volume: toMajor(BigInt(volume), currency) })
          if (seconds === null) expect(row?.seconds_to_pay).toBeNull()
          else expect(row?.seconds_to_pay).toBeCloseTo(seconds, 6)
        }
      }
    })

    it('each number is that of the list that it leads to', async () => {
      const created_at = wireStretch(stretches[2] as (typeof stretches)[number])
      let tried = 0
      for (const by of dimensions.filter(
        (name) => !['time', 'status', 'payment_method', 'payment_sub_type'].includes(name),
      )) {
        const { rows } = await ask<{ rows: Breakdown[] }>('/api/analytics/{id}/breakdown', {
          time_filter: created_at,
          by: [by],
        })
        const row = rows.find(({ values }) => values[0] !== '')
        if (!row) continue
        const filters = { created_at, currency: row.currency, [by]: row.values[0] }
        for (const [filter, count] of [
          [{}, row.attempts],
          [{ status: 'Success' }, row.paid],
          [{ first_attempt: 'first' }, row.orders],
        ] as const) {
          expect(await numberOf({ ...filters, ...filter }), `${by} ${Object.keys(filter).join()}`).toBe(count)
        }
        tried += 1
      }
      expect(tried).toBeGreaterThan(6)
    })

    it('volume less fees, their tax, refunds and held money is net, to the last unit', async () => {
      const { txn_stats } = await ask<{ txn_stats: Stats[] }>('/merchants/{id}/analytics/net-transactions-data', {
        time_filter: wireStretch(span),
      })
      expect(txn_stats.length).toBeGreaterThan(1)
      for (const { volume, fees, refunded, held, net, currency } of txn_stats)
        expect(toMinorOf(volume - fees - refunded - held, currency)).toBe(toMinorOf(net, currency))
    })

    it('time and a trait together are the same attempts', async () => {
      const time_filter = wireStretch(stretches[0] as (typeof stretches)[number])
      const both = await ask<{ rows: Breakdown[]; bars: string[] }>('/api/analytics/{id}/breakdown', {
        time_filter,
        by: ['time', 'device'],
      })
      const one = await ask<{ rows: Breakdown[] }>('/api/analytics/{id}/breakdown', { time_filter, by: ['device'] })
      expect(both.bars).toHaveLength(5)
      const count = (rows: Breakdown[], device: string) =>
        rows.filter(({ values }) => values.at(-1) === device).reduce((all, { attempts }) => all + attempts, 0)
      for (const device of ['', 'phone', 'computer', 'other'])
        expect(count(both.rows, device), device).toBe(count(one.rows, device))
      expect(both.rows.every(({ values }) => both.bars.includes(values[0] ?? ''))).toBe(true)
    })

    it.each(summedTraits)(
      'a move that is not counted by %s is found, and the figure is not the list',
      async (trait) => {
        const figures = async () => {
          const { rows } = await ask<{ rows: Breakdown[] }>('/api/analytics/{id}/breakdown', {
            time_filter: wireStretch(stretches[0] as (typeof stretches)[number]),
            by: [trait],
          })
          return rows.map(({ currency, values, attempts }) => [currency, ...values, attempts].join()).toSorted()
        }
        const before = await figures()
        const [planted] = await sql<{ delta_id: bigint; was: string }>(
          `update payment_deltas d set ${trait} = 'elsewhere' from (
           select delta_id, ${trait} as was from payment_deltas where merchant_id = $1 and payments = 1 order by delta_id limit 1
         ) one where d.merchant_id = $1 and d.delta_id = one.delta_id returning d.delta_id, one.was`,
          [owner.merchantId],
        )
        const found = await verifySums(testApp.owner, owner)
        const after = await figures()
        await sql(`update payment_deltas set ${trait} = $2 where merchant_id = $1 and delta_id = $3`, [
          owner.merchantId,
          planted?.was,
          planted?.delta_id,
        ])
        const ofTraits = found.filter(({ invariant }) => invariant.startsWith('the days of each trait'))
        expect(ofTraits.length).toBeGreaterThan(0)
        expect(ofTraits.every(({ detail }) => detail.includes(` ${trait} `))).toBe(true)
        expect(after).not.toEqual(before)
        expect(await figures()).toEqual(before)
      },
    )

    it('a sum that is folded wrongly is found', async () => {
      await rollUpDeltas(testApp.serveParts.database, owner)
      expect(await verifySums(testApp.owner, owner)).toEqual([])
      await sql(
        `update payment_trait_days set payments = payments + 1 where ctid = (
           select ctid from payment_trait_days where merchant_id = $1 and trait = 'browser' limit 1)`,
        [owner.merchantId],
      )
      const found = await verifySums(testApp.owner, owner)
      expect(found.map(({ invariant }) => invariant)).toEqual(['the days of each trait are the sums of its payments'])
      expect(found[0]?.detail).toContain('browser')
    })
  },
)

const toMinorOf = (amount: number, currency: Currency) =>
  Math.round(amount * Number(10n ** BigInt(currency === 'JPY' ? 0 : 2)))
