import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOfDay } from '#contract/kit/zoned-day.ts'
import { loadRates } from '#server/remittance-rates/load-rates.ts'
import { cutRemittance } from './cut-job.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
beforeEach(() => {
  fake.rates = { 'USD KRW': '1391.25' }
})
afterAll(() => first.close())

const noon = (day: string) => new Date(`${day}T03:00:00Z`)
const seoul = (day: string) => startOfDay(day, 'Asia/Seoul')

/** Cuts all that is due at a moment, as a worker does that was not there before. Returns the references in the order of the cuts. */
async function wake(shop: Remitting, moment: Date): Promise<string[]> {
  fake.now = () => moment
  const cuts: string[] = []
  for (let round = 0; round < 40; round++) {
    const [due] = await shop.at(moment, async (ctx) => cutRemittance.overdue?.list(ctx, moment) ?? [])
    if (!due) return cuts
    const before = (await shop.rows()).filter(({ status }) => status !== 'Open').length
    await shop.run(moment, cutRemittance, due)
    const after = (await shop.rows()).filter(({ status }) => status !== 'Open').length
    if (after > before) cuts.push(due.settlementRef)
  }
  throw new Error('what is due never ends')
}

/** Sales of dollars, each settled at noon of a day in the merchant's zone. */
async function sellOn(shop: Remitting, zone: string, days: readonly string[]): Promise<void> {
  for (const [at, day] of days.entries()) {
    const moment = new Date(startOfDay(day, zone).getTime() + 12 * 3_600_000)
    const amountMinor = 10_000n + BigInt(at)
    await shop.sell([{ ref: `p${at}`, amountMinor, at: moment }])
    await shop.settle(moment, 'USD', [{ ref: `p${at}`, grossMinor: amountMinor }])
  }
}

describe('a worker that was asleep', () => {
  it.each([
    ['Asia/Seoul', { every: 'day' }, '2026-03-02', ['2026-03-02', '2026-03-03', '2026-03-04'], '2026-03-05'],
    ['America/New_York', { every: 'day' }, '2026-03-07', ['2026-03-07', '2026-03-08', '2026-03-09'], '2026-03-10'],
    ['America/New_York', { every: 'day' }, '2026-10-31', ['2026-10-31', '2026-11-01', '2026-11-02'], '2026-11-03'],
    // The clocks of Cairo skip the first hour of 24 April.
    ['Africa/Cairo', { every: 'day' }, '2026-04-23', ['2026-04-23', '2026-04-24', '2026-04-25'], '2026-04-26'],
    ['Africa/Cairo', { every: 'week', weekday: 4 }, '2026-04-17', ['2026-04-23', '2026-04-30', '2026-05-07'], '2026-05-08'],
    ['Asia/Seoul', { every: 'month', month_day: 0 }, '2028-01-05', ['2028-01-31', '2028-02-29', '2028-03-31'], '2028-04-01'],
    ['Europe/Berlin', { every: 'month', month_day: 28 }, '2027-01-05', ['2027-01-28', '2027-02-28', '2027-03-28'], '2027-03-29'],
  ] as const)('in %s with %o cuts each period from %s once, in order', async (timeZone, rhythm, from, days, until) => {
    const shop = await openRemitting({ timeZone }, first.testApp)
    await shop.agree(startOfDay(from, timeZone), rhythm)
    await shop.open(startOfDay(from, timeZone), 'USD', from)
    await sellOn(shop, timeZone, days)
    const moment = startOfDay(until, timeZone)
    expect(await wake(shop, new Date(moment.getTime() - 1))).toHaveLength(2)
    expect(await wake(shop, moment)).toHaveLength(1)
    expect(await wake(shop, moment)).toEqual([])
    const rows = await shop.rows()
    expect(rows.filter(({ status }) => status !== 'Open').map(({ period_to, total_txn_amount_sc: sold }) => [period_to, sold])).toEqual(
      days.map((day, at) => [day, 10_000n + BigInt(at)]),
    )
    for (const [at, { period_from: begins }] of rows.slice(1).entries()) expect(begins).toBe(rows[at]?.cut_on)
    expect(await shop.findings()).toEqual([])
  }) // prettier-ignore

  it('passes over periods in which nothing was sold', async () => {
    const shop = await openRemitting({}, first.testApp)
    await shop.agree(seoul('2026-03-01'))
    await shop.open(seoul('2026-03-01'), 'USD', '2026-03-01')
    await sellOn(shop, 'Asia/Seoul', ['2026-03-04'])
    expect(await wake(shop, seoul('2026-03-06'))).toHaveLength(1)
    expect((await shop.rows()).map(({ status, period_from, cut_on }) => [status, period_from, cut_on])).toEqual([
      ['Calculated', '2026-03-04', '2026-03-05'],
      ['Open', '2026-03-06', '2026-03-07'],
    ])
  })
})

describe('without a word of the provider', () => {
  /** A settlement in yen that is due on Friday, 6 March 2026, with a file of rates of a day. */
  async function dueInYen(rateDay: string | null): Promise<{ shop: Remitting; ref: string }> {
    await first.testApp.owner.transaction(null, (tx) => tx.query('truncate reference_rates', []))
    if (rateDay !== null)
      await loadRates(
        first.testApp.owner,
        { name: 'Reference rates of a test', text: `Date,USD,JPY,KRW\n${rateDay},1.25,200,1750` },
        { now: noon('2026-03-05'), replace: false },
      )
    const shop = await openRemitting({}, first.testApp)
    await shop.agree(noon('2026-03-01'), { markup_percent: '0.9' })
    await shop.sell([{ ref: 'a', amountMinor: 80_000n, currency: 'JPY', country: 'JP', at: noon('2026-03-04') }])
    await shop.settle(noon('2026-03-05'), 'JPY', [{ ref: 'a', grossMinor: 80_000n }])
    await shop.open(noon('2026-03-05'), 'JPY', '2026-03-05')
    const ref = (await shop.rows())[0]?.settlement_ref ?? ''
    await shop.run(seoul('2026-03-06'), cutRemittance, { settlementRef: ref })
    return { shop, ref }
  }
  const rowOf = async (shop: Remitting, ref: string) =>
    (await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)

  it("the rate of the operator's file is taken, and the row says of which file and day", async () => {
    const { shop, ref } = await dueInYen('2026-03-05')
    expect(await rowOf(shop, ref)).toMatchObject({
      status: 'Calculated', source_forex_rate: '0.0062500000', source_rate_of: 'Reference rates of a test', source_rate_at: seoul('2026-03-05'),
      net_bc: 50_000n,
    }) // prettier-ignore
  })

  it("the file's rate is taken for what is sent, less the markup, while the provider says the other", async () => {
    fake.rates = { 'JPY USD': '0.0066525' }
    const { shop, ref } = await dueInYen('2026-03-05')
    expect(await rowOf(shop, ref)).toMatchObject({ source_rate_of: 'SIMULATOR', source_forex_rate: '0.0066525000' })
    const [{ rate } = { rate: '' }] = await shop.sql<{ rate: string }>(
      `select trim_scale(cut_forex_rate)::text as rate from remittances where merchant_id = $1 and status = 'Calculated'`,
    )
    expect(rate).toBe('1387.4')
  })

  it.each([null, '2026-02-27'])(
    'and with a file of %s it stays open, says why, and is cut once there is a rate',
    async (rateDay) => {
      const { shop, ref } = await dueInYen(rateDay)
      expect(await rowOf(shop, ref)).toMatchObject({ status: 'Open', uncut: 'no_rate', period_from: '2026-03-05' })
      const waiting = await first.testApp.owner.transaction(null, (tx) =>
        tx.query<{ wait: number }>(
          `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
           where name = 'cut-remittance' and data ->> 'settlementRef' = $1`,
          [ref],
        ),
      )
      expect(waiting.length, 'it is tried again').toBeGreaterThan(0)
      fake.rates = { 'JPY USD': '0.0066525', 'USD KRW': '1391.25' }
      expect(await wake(shop, noon('2026-03-06'))).toEqual([ref])
      expect(await rowOf(shop, ref)).toMatchObject({ status: 'Calculated', uncut: '', period_to: '2026-03-05' })
    },
  )
})
