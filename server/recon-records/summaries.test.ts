import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconSummaryRow } from '#contract/recon-summaries.ts'
import { matchedTypes, outcomeStatuses, type OutcomeStatus } from '#contract/recon-outcomes.ts'
import { statusesInMatch } from '#contract/recon-dashboard-shapes.ts'
import { exactOf, exactText, type Exact } from '#server/recon-files/read/exact.ts'
import { wrongSums } from './check-sums.ts'
import { openDashboard, type Dashboard } from './dashboard-fixtures.ts'
import type { Told } from './fixtures.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())
const summary = (asked: object = {}, path = '/merchants/recon/summary') =>
  dashboard.data<ReconSummaryRow[]>(path, asked)
const exact = (text: string): Exact => exactOf(text) ?? 0n

/** Matches and records alone, with whatever amounts, types, days and currencies. */
const cents = (least: number) =>
  fc.integer({ min: least, max: 999_999 }).map((value) => exactText(BigInt(value) * 1_000_000n))
const world = fc.array(
  fc.record({
    type: fc.constantFrom(...matchedTypes, 'fee' as const, 'payout' as const),
    status: fc.constantFrom(...outcomeStatuses),
    gross: cents(1), off: cents(-5_000), fee: cents(0), plan: fc.option(cents(0)),
    tolerated: fc.boolean(),
    currency: fc.constantFrom('SGD', 'USD'), paid: fc.constantFrom('SGD', 'USD'),
    day: fc.constantFrom('2026-10-01', '2026-10-02'), booked: fc.constantFrom('2026-10-02', '2026-10-05'),
    lines: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 40, maxLength: 80 },
) // prettier-ignore
type Case = Parameters<Parameters<typeof world.map>[0]>[0][number]

function toldOf(one: Case, at: number): Told[] {
  const sign = one.type === 'refund' || one.type === 'chargeback' || one.type === 'payout' ? -1n : 1n
  const gross = exact(one.gross) * sign
  const shared = { type: one.type, status: one.status, currency: one.currency, day: one.day, group: `g${at}` }
  const line = (amount: Exact, which: number): Told => ({
    ...shared, key: `line:${at}.${which}`, side: 'b', gross: exactText(amount), booked_on: one.booked, fee: one.fee, expected_fee: one.plan,
    net_currency: one.paid,
  }) // prettier-ignore
  if (!(statusesInMatch as readonly OutcomeStatus[]).includes(one.status)) {
    const isTheirs = one.status === 'missing_in_transactions' || one.status === 'adjustment' || at % 2 === 1
    return [isTheirs ? line(gross, 0) : { ...shared, key: `payment:${at}`, side: 'a', gross: exactText(gross) }]
  }
  const theirs = gross + exact(one.off)
  const lines = Array.from({ length: one.lines }, (_, which) =>
    line(which === 0 ? theirs - BigInt(one.lines - 1) * 100_000_000n : 100_000_000n, which),
  )
  const own: Told = {
    ...shared, key: `payment:${at}`, side: 'a', gross: exactText(gross), amount_off: one.off, tolerated: one.tolerated ? one.off : '0',
  } // prettier-ignore
  return [own, ...lines]
}

describe('a summary', () => {
  it('counts lines once that two sources of transactions are compared with: as the one says that knows more', async () => {
    const told = (key: string, status: OutcomeStatus): Told[] => [
      { key, side: 'a', status, gross: '10', day: '2026-10-01' },
    ]
    await dashboard.sql('delete from recon_sums where merchant_id = $1')
    await dashboard.sql('delete from recon_outcomes where merchant_id = $1')
    await dashboard.keep({}, [...told('own', 'matched'), ...told('other', 'matched')])
    await dashboard.keep(
      { msmId: 7, sources: ['SHOP_TXN', 'SIMULATOR_SETTLEMENT'] },
      told('listed', 'missing_in_settlement'),
    )
    const asked = { from: '2026-10-01', to: '2026-10-02' }
    expect(await summary(asked)).toMatchObject([{ trans: '20', settlement: '20', unSettlement: '0' }])
    expect(await summary(asked, '/merchants/recon/psp-wise/summary')).toMatchObject([{ trans: '20' }])
    await dashboard.sql('delete from recon_sums where merchant_id = $1 and msm_id = 7')
    await dashboard.sql('delete from recon_outcomes where merchant_id = $1 and msm_id = 7')
    await dashboard.sql('update recon_pairs set answer_run = 0 where merchant_id = $1 and msm_id = 7')
  })

  it('balances in every row of whatever outcomes, and is their sum, also after later runs', async () => {
    await fc.assert(
      fc.asyncProperty(world, world, async (first, second) => {
        await dashboard.sql('delete from recon_sums where merchant_id = $1')
        await dashboard.sql('delete from recon_outcomes where merchant_id = $1')
        await dashboard.keep({}, first.flatMap(toldOf))
        const kept = new Set(second.flatMap(toldOf).map(({ side, key }) => `${side}.${key}`))
        const gone = first.flatMap(toldOf).filter(({ side, key }) => !kept.has(`${side}.${key}`))
        await dashboard.keep({}, second.flatMap(toldOf), gone)
        for (const path of ['/merchants/recon/summary', '/merchants/recon/psp-wise/summary'])
          for (const by of ['transaction', 'settlement'] as const)
            for (const row of await summary({ by }, path))
              expect(exact(row.trans) - exact(row.refund) + exact(row.miss_match) + exact(row.tolerance)).toBe(exact(row.settlement) + exact(row.unSettlement)) // prettier-ignore
        const [settled] = await dashboard.sql<{ sum: string }>(
          `select coalesce(sum(gross), 0)::text as sum from recon_outcomes where merchant_id = $1 and until_run = 2147483647 and side = 'b'
             and type in ('payment', 'refund', 'refund_reversal') and status = any ($2)`,
          statusesInMatch,
        )
        const rows = await summary()
        expect(rows.reduce((sum, { settlement }) => sum + exact(settlement), 0n)).toBe(exact(settled?.sum ?? '0'))
        expect(await dashboard.inTransaction(wrongSums)).toEqual([])
      }),
      { numRuns: 6, seed: 21 },
    )
  }) // prettier-ignore

  it('of two days and of two currencies has a row for each, with charges in their own currency', async () => {
    await dashboard.sql('delete from recon_sums where merchant_id = $1')
    await dashboard.sql('delete from recon_outcomes where merchant_id = $1')
    await dashboard.keep({}, [
      { key: 'payment:1', side: 'a', group: '1', gross: '100', amount_off: '-1', status: 'amount_mismatch', mismatches: ['amount'], currency: 'USD' },
      { key: 'line:1', side: 'b', group: '1', gross: '99', status: 'amount_mismatch', mismatches: ['amount'], currency: 'USD', net_currency: 'SGD', fee: '3', expected_fee: '2.5' },
      { key: 'payment:2', side: 'a', group: '2', gross: '20', amount_off: '0.01', tolerated: '0.01', currency: 'USD' },
      { key: 'line:2', side: 'b', group: '2', gross: '20.01', currency: 'USD' },
      { key: 'payment:3', side: 'a', gross: '7', status: 'missing_in_settlement', currency: 'USD', day: '2026-10-02' },
      { key: 'refund:4', side: 'a', group: '4', gross: '-5', type: 'refund', currency: 'USD' },
      { key: 'line:4', side: 'b', group: '4', gross: '-5', type: 'refund', currency: 'USD' },
      { key: 'line:5', side: 'b', gross: '-2', type: 'fee', status: 'adjustment', currency: 'USD' },
    ])
    const rows = await summary()
    expect(rows.map(({ key, currency }) => `${key} ${currency}`)).toEqual(['2026-10-02 USD', '2026-10-01 SGD', '2026-10-01 USD'])
    expect(rows[2]).toMatchObject({
      count: 3, trans: '120', refund: '5', total_amount: '115', miss_match: '-1', tolerance: '0.01', settlement: '114.01', unSettlement: '0',
      other_adjustments: '-2', fee_deduction: '0', settled_count: 2,
    })
    expect(rows[1]).toMatchObject({ count: 0, trans: '0', settled_count: 1, fee_deduction: '3', expected_fee: '2.5', fee_count: 1 })
    expect(await summary({ from: '2026-10-01', to: '2026-10-02', currency: 'USD' })).toEqual([rows[2]])
    expect(await summary({ from: '2026-09-30T16:00:00Z', to: '2026-10-01T16:00:00Z', currency: 'USD' })).toEqual([rows[2]])
    const [provider] = await summary({ currency: 'USD' }, '/merchants/recon/psp-wise/summary')
    expect(provider).toMatchObject({ key: 'SIMULATOR', date: '', trans: '127', unSettlement: '7' })
    const file = await dashboard.ask('/merchants/recon/summary/download', { language: 'ar' })
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
  }) // prettier-ignore
})
