import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconAnalytics } from '#contract/recon-analytics.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { openDashboard, type Dashboard } from '#server/recon-records/dashboard-fixtures.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
  const switched = await dashboard.ask('/api/recon/switches', { analytics_enabled: true })
  if (switched.status !== 200) throw new Error(switched.text)
  // Thursday 1 October; settled on Monday, two working days later, and a week after that.
  await dashboard.keep({}, [
    { key: 'payment:1', side: 'a', group: 'g1', day: '2026-10-01', booked_on: '2026-10-05', gross: '100' },
    { key: 'line:1', side: 'b', group: 'g1', booked_on: '2026-10-05', gross: '100', fee: '3', expected_fee: '2.5' },
    { key: 'payment:2', side: 'a', group: 'g2', day: '2026-10-01', booked_on: '2026-10-12', gross: '50' },
    { key: 'line:2', side: 'b', group: 'g2', booked_on: '2026-10-12', gross: '50', fee: '1' },
    { key: 'payment:3', side: 'a', day: '2026-10-01', status: 'missing_in_settlement', gross: '7' },
    { key: 'payment:4', side: 'a', day: '2026-10-01', status: 'expected', gross: '9' },
    { key: 'payment:5', side: 'a', day: '2026-10-01', gross: '1000', currency: 'JPY', group: 'g5' },
    { key: 'line:5', side: 'b', booked_on: '2026-10-05', gross: '1000', currency: 'JPY', net_currency: 'SGD', fee: '0', group: 'g5' },
  ]) // prettier-ignore
})
afterAll(() => dashboard.close())
const at = '/merchants/recon/v3/analytics/dashboard'
const figures = (asked: object = {}) =>
  dashboard.data<ReconAnalytics>(at, { from: '2026-10-01', to: '2026-11-01', ...asked })

describe('the analytics', () => {
  it('count matched of what should be settled, and leave out what is not due yet', async () => {
    const { match_rate, currency, currencies } = await figures()
    expect({ currency, currencies }).toEqual({ currency: 'SGD', currencies: ['SGD', 'JPY'] })
    expect(match_rate).toMatchObject([{ date: '2026-10-01', records: 3, matched: 2, percent: '66.6667' }])
  })

  it('hold what was charged against what was agreed, of payments with a plan alone', async () => {
    const { fees } = await figures()
    expect(fees).toMatchObject([
      { date: '2026-10-05', volume: '100', charged: '3', agreed: '2.5', charged_percent: '3', agreed_percent: '2.5', not_planned: 0 },
      { date: '2026-10-12', records: 0, not_planned: 1, charged_percent: null },
    ]) // prettier-ignore
  })

  it('count working days to settlement, against what the plans allow', async () => {
    const { days_to_settlement } = await figures()
    expect(days_to_settlement.map(({ days, records, agreed, late }) => ({ days, records, agreed, late }))).toEqual([
      { days: 2, records: 1, agreed: 5, late: false },
      { days: 7, records: 1, agreed: 5, late: true },
    ])
  })

  it('forget a delay that a later run takes back', async () => {
    await dashboard.keep({}, [{ key: 'payment:2', side: 'a', day: '2026-10-01', status: 'missing_in_settlement', gross: '50' }], [{ key: 'line:2', side: 'b' }]) // prettier-ignore
    const { days_to_settlement, match_rate } = await figures()
    expect(days_to_settlement).toMatchObject([{ days: 2, records: 1 }])
    expect(match_rate).toMatchObject([{ records: 3, matched: 1 }])
  })

  it('sum open exceptions by reason and age', async () => {
    const { exceptions } = await figures()
    expect(exceptions).toMatchObject([{ status: 'missing_in_settlement', count: 2, amount: '57' }])
  })

  it('put money under way on the day that it is due, late money apart', async () => {
    const { under_way } = await figures()
    const [first = '', last = ''] = [under_way.working_days[0], under_way.working_days.at(-1)]
    expect(under_way.working_days).toHaveLength(14)
    await dashboard.sql(`update recon_outcomes set due_on = $2 where merchant_id = $1 and key = 'payment:4'`, first)
    await dashboard.sql(`update recon_outcomes set due_on = '2026-10-08' where merchant_id = $1 and key = 'payment:3'`)
    expect((await figures()).under_way).toMatchObject({
      days: [{ due_on: first, count: 1, amount: '9' }], late: { count: 1, amount: '7' }, later: { count: 0, amount: '0' },
    }) // prettier-ignore
    await dashboard.sql(
      `update recon_outcomes set due_on = $2 where merchant_id = $1 and key = 'payment:4'`,
      dayAfter(last, 1),
    )
    expect((await figures()).under_way).toMatchObject({ days: [], later: { count: 1, amount: '9' } })
  })

  it('cost a conversion by the best rate of the same day', async () => {
    const { conversion } = await figures({ currency: 'JPY' })
    expect(conversion).toMatchObject([
      { date: '2026-10-05', to: 'SGD', amount: '1000', rate: '1', best_rate: '1', cost: '0' },
    ])
  })

  it('are open to whoever sets up reconciliation and to nobody else', async () => {
    const as = await dashboard.testApp.signIn(dashboard.merchant, { roles: ['recon-user'] })
    expect((await dashboard.ask(at, {}, as)).status).toBe(403)
  })
})
