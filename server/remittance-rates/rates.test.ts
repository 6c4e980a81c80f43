import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { rateText } from '#contract/exchange-rates.ts'
import { currencyCodes, type Currency } from '#contract/kit/money.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import { loadCalendars } from '#server/calendars/load-calendars.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { loadRates } from './load-rates.ts'
import { fileRateOf, fileRatesOf, listFileRates } from './rate.ts'

/** All figures are made up. */
let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
beforeEach(() => sql('truncate reference_rates'))
afterAll(() => testApp.close())

const sql = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))
const kept = async () => {
  const rows = await sql<{ row: string }>(
    `select day || ' ' || currency || ' ' || trim_scale(rate) || ' ' || source as row from reference_rates order by day, currency`,
  )
  return rows.map(({ row }) => row)
}
const now = new Date('2026-11-27T16:00:00Z')
const load = (name: string, lines: readonly string[], replace = false) =>
  loadRates(testApp.owner, { name, text: lines.join('\n') }, { now, replace })
const asked = <T>(work: (ctx: Ctx) => Promise<T>) =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'live' },
    { requestId: 'test' },
    work,
  )
const rateOn = async (day: Day, from: Currency, to: Currency) => {
  const found = await asked((ctx) => fileRateOf(ctx, { from, to, day }))
  return found && { ...found, rate: rateText(found.rate) }
}

describe('a file of rates', () => {
  it('is kept by day and currency, and told', async () => {
    expect(
      await load('a.csv', ['Date,USD,JPY,XXA,', '2026-11-26,1.25,N/A,2,', '2026-11-25,1.2,180.5,2,']),
    ).toEqual({
      days: ['2026-11-25', '2026-11-26'],
      currencies: ['JPY', 'USD'],
      leftOut: ['XXA'],
      added: 3,
      replaced: 0,
      known: 0,
    })
    expect(await kept()).toEqual(['2026-11-25 JPY 180.5 a.csv', '2026-11-25 USD 1.2 a.csv', '2026-11-26 USD 1.25 a.csv'])
  }) // prettier-ignore

  it('changes nothing when it is loaded again, and adds what was not there', async () => {
    await load('a.csv', ['Date,USD,', '2026-11-25,1.2,'])
    expect(await load('b.csv', ['Date,USD,', '2026-11-25,1.20,'])).toMatchObject({ added: 0, replaced: 0, known: 1 })
    expect(await load('c.csv', ['Date,USD,VND', '2026-11-25,1.2,30000'], true)).toMatchObject({
      added: 1,
      replaced: 0,
      known: 1,
    })
    expect(await kept()).toEqual(['2026-11-25 USD 1.2 a.csv', '2026-11-25 VND 30000 c.csv'])
  })

  it('with other rates of a day that is there is refused whole, unless they are to be replaced', async () => {
    await load('a.csv', ['Date,USD,JPY,THB,', '2026-11-25,1.2,180.5,40,'])
    const other = ['Date,USD,JPY,THB,', '2026-11-26,1.25,181,41,', '2026-11-25,1.3,180.6,40,']
    await expect(load('b.csv', other)).rejects.toThrow(
      '2026-11-25 is there with another rate of JPY, 180.5 and not 180.6, and 1 more differs. Nothing was loaded; --replace',
    )
    expect(await kept()).toEqual(['2026-11-25 JPY 180.5 a.csv', '2026-11-25 THB 40 a.csv', '2026-11-25 USD 1.2 a.csv'])
    expect(await load('b.csv', other, true)).toMatchObject({ added: 3, replaced: 2, known: 1 })
    expect(await kept()).toEqual([
      '2026-11-25 JPY 180.6 b.csv', '2026-11-25 THB 40 a.csv', '2026-11-25 USD 1.3 b.csv',
      '2026-11-26 JPY 181 b.csv', '2026-11-26 THB 41 b.csv', '2026-11-26 USD 1.25 b.csv',
    ]) // prettier-ignore
  })

  it('may be loaded by two at once', async () => {
    const file = ['Date,USD,JPY,', '2026-11-26,1.25,181,', '2026-11-25,1.2,180,']
    const both = await Promise.all([load('a.csv', file), load('b.csv', file)])
    expect(both.map(({ added, known }) => `${added} new, ${known} known`).toSorted()).toEqual([
      '0 new, 4 known',
      '4 new, 0 known',
    ])
    const different = [...file.slice(0, 2), '2026-11-24,1.2,170,']
    const others = [...file.slice(0, 2), '2026-11-24,1.2,171,']
    const ends = await Promise.allSettled([load('c.csv', different), load('d.csv', others)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('with a fault in its last line leaves nothing', async () => {
    await expect(load('a.csv', ['Date,USD,', '2026-11-26,1.25,', '2026-11-25,0,'])).rejects.toThrow('Line 3')
    expect(await kept()).toEqual([])
  })
})

describe('the rate of two currencies', () => {
  it('is that of the newest day on which both are known', async () => {
    await load('a.csv', ['Date,USD,JPY,THB,', '2026-11-25,1.25,200,40,', '2026-11-24,1.5,180,N/A,', '2026-11-20,1.6,160,,'])
    await load('own.csv', ['Date,VND', '2026-11-24,30000'])
    const same = { source: 'same', day: '2026-11-20', isOld: false }
    expect(await rateOn('2026-11-20', 'JPY', 'JPY')).toEqual({ ...same, rate: '1' })
    expect(await rateOn('2026-11-20', 'EUR', 'EUR')).toEqual({ ...same, rate: '1' })
    expect(await rateOn('2026-11-26', 'USD', 'JPY')).toEqual({
      rate: '160', source: 'a.csv', day: '2026-11-25', isOld: false,
    })
    expect(await rateOn('2026-11-24', 'USD', 'JPY')).toMatchObject({ rate: '120', day: '2026-11-24' })
    expect(await rateOn('2026-11-23', 'USD', 'JPY')).toMatchObject({ rate: '100', day: '2026-11-20' })
    expect(await rateOn('2026-11-26', 'EUR', 'JPY')).toMatchObject({ rate: '200', day: '2026-11-25' })
    expect(await rateOn('2026-11-26', 'JPY', 'EUR')).toMatchObject({ rate: '0.005', day: '2026-11-25' })
    expect(await rateOn('2026-11-26', 'USD', 'VND')).toEqual({
      rate: '20000', source: 'own.csv, a.csv', day: '2026-11-24', isOld: false,
    })
    expect(await rateOn('2026-11-26', 'VND', 'THB')).toBeUndefined()
    expect(await rateOn('2026-11-19', 'USD', 'JPY')).toBeUndefined()
    expect(await rateOn('2026-11-26', 'USD', 'KES')).toBeUndefined()
    expect(await rateOn('2026-11-26', 'EUR', 'KES')).toBeUndefined()
    expect(await rateOn('2026-11-26', 'KES', 'EUR')).toBeUndefined()
  }) // prettier-ignore

  it('is rounded half to the even neighbour at ten places, and none where nothing is left', async () => {
    await load('a.csv', [
      'Date,USD,JPY,KRW,THB,VND,IDR',
      '2026-11-25,2,0.0000000001,0.0000000003,0.0000000005,9999999999.9999999999,1.1525',
    ])
    expect(await rateOn('2026-11-25', 'USD', 'JPY')).toBeUndefined()
    expect(await rateOn('2026-11-25', 'USD', 'KRW')).toMatchObject({ rate: '0.0000000002' })
    expect(await rateOn('2026-11-25', 'USD', 'THB')).toMatchObject({ rate: '0.0000000002' })
    expect(await rateOn('2026-11-25', 'JPY', 'VND')).toBeUndefined()
    expect(await rateOn('2026-11-25', 'EUR', 'VND')).toMatchObject({ rate: '9999999999.9999999999' })
    expect(await rateOn('2026-11-25', 'IDR', 'EUR')).toMatchObject({ rate: '0.8676789588' })
  })

  it('is the nearest to the fraction, for each pair of many', async () => {
    const others = currencyCodes.filter((code) => code !== 'EUR')
    const figures = others.map((_code, at) => `${(at * 7_919) % 1_901}.${String(at * 104_729 + 13).padStart(10, '3')}`)
    await load('many.csv', [['Date', ...others].join(','), ['2026-11-25', ...figures].join(',')])
    const scale = 10n ** 10n
    const ofEuro = (code: Currency) =>
      code === 'EUR' ? scale : BigInt((figures[others.indexOf(code)] as string).replace('.', ''))
    let pairs = 0
    for (const from of currencyCodes) {
      const list = await asked((ctx) => listFileRates(ctx, { from, currencies: currencyCodes, day: '2026-11-25' }))
      expect(list.map(({ to }) => to)).toEqual(currencyCodes)
      for (const { to, rate } of list) {
        // rate / 10¹⁰ is at most half of 10⁻¹⁰ from to / from.
        const [far, half] = [2n * (rate * ofEuro(from) - ofEuro(to) * scale), ofEuro(from)]
        expect(far <= half && far >= -half, `${from} ${to}`).toBe(true)
        if (far === half || far === -half) expect(rate % 2n).toBe(0n)
        pairs += 1
      }
    }
    expect(pairs).toBe(currencyCodes.length ** 2)
  })

  it('is old after three working days, of which the calendar of the euro takes some away', async () => {
    await load('a.csv', ['Date,USD,', '2026-11-20,1.25,', '2026-04-02,1.5,'])
    const isOldOn = async (day: Day) => (await rateOn(day, 'EUR', 'USD'))?.isOld
    expect(await isOldOn('2026-11-25')).toBe(false)
    expect(await isOldOn('2026-11-26')).toBe(true)
    expect(await isOldOn('2026-04-08')).toBe(true)
    await loadCalendars(testApp.owner, 'country,date,name\nEU,2026-04-03,Good Friday\nEU,2026-04-06,Easter Monday', now)
    expect(await isOldOn('2026-04-09')).toBe(false)
    expect(await isOldOn('2026-04-10')).toBe(true)
    expect(await isOldOn('2026-11-26')).toBe(true)
  })

  it('takes one statement by an index, for one pair and for many, among years of rates', async () => {
    const codes: Currency[] = ['USD', 'JPY', 'KRW', 'THB', 'GBP', 'SGD', 'HKD', 'IDR', 'INR', 'MYR', 'PHP', 'PLN']
    const lines = Array.from({ length: 1_000 }, (_none, at) =>
      [dayAfter('2026-11-25', -at), ...codes.map((_code, column) => `${column + 1}.${at + 1}`)].join(','),
    )
    expect(await load('long.csv', [['Date', ...codes].join(','), ...lines])).toMatchObject({ added: 12_000 })
    await sql('analyze reference_rates')
    const [statement, found] = await asked(async (ctx) => {
      const sent = vi.spyOn(ctx.tx, 'query')
      const rates = await fileRatesOf(ctx, [
        { from: 'USD', to: 'JPY', day: '2026-11-26' },
        { from: 'KRW', to: 'KRW', day: '2026-11-26' },
        { from: 'THB', to: 'EUR', day: '2026-11-23' },
        { from: 'USD', to: 'VND', day: '2026-11-26' },
        { from: 'VND', to: 'USD', day: '2026-11-26' },
      ])
      expect(sent).toHaveBeenCalledTimes(1)
      return [sent.mock.calls[0] as [string, unknown[]], rates]
    })
    expect(found.map((rate) => rate && `${rateText(rate.rate)} ${rate.day}`)).toEqual([
      '1.9090909091 2026-11-25',
      '1 2026-11-26',
      '0.2325581395 2026-11-23',
      undefined,
      undefined,
    ])
    const [answer] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${statement[0]}`,
      statement[1],
    )
    const nodes = nodesOf((answer as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
    const indexes = nodes.flatMap((node) => node['Index Name'] ?? [])
    expect(new Set(indexes)).toEqual(new Set(['reference_rates_pkey']))
    expect(Math.max(...nodes.map((node) => node['Shared Hit Blocks'] + node['Shared Read Blocks']))).toBeLessThan(60)
    expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThan(10)
  })
})

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
