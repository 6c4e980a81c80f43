import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportRow } from '#contract/exports.ts'
import type { ReconOutcomeRow } from '#contract/recon-outcome-rows.ts'
import { newId } from '#server/kit/db/id.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openDashboard, type Dashboard } from './dashboard-fixtures.ts'

let dashboard: Dashboard
const transactions = () => `/merchants/${dashboard.merchant.key}/recon-dashboard-txns`
const settlements = () => `/merchants/${dashboard.merchant.key}/recon-dashboard-settlements`
async function rows(path: string, filters: object = {}, more: object = {}) {
  const answer = await dashboard.ask(path, { filters, ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.body.content as unknown as ReconOutcomeRow[]).map(({ record_ref }) => record_ref)
}
beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.keep({}, [
    { key: 'payment:1', side: 'a', group: '1' },
    { key: 'line:1', side: 'b', group: '1' },
    { key: 'payment:2', side: 'a', status: 'missing_in_settlement', day: '2026-10-05', merchant_ref: 'order 2' },
    { key: 'line:9', side: 'b', status: 'missing_in_transactions', booked_on: '2026-10-09', currency: 'USD' },
  ])
  await dashboard.keep({ msmId: 2, leg: 'bank', sources: ['SIMULATOR_SETTLEMENT', 'SIMULATOR_BANK'] }, [
    { key: 'line:payout', side: 'a', type: 'payout', group: 'p' },
    { key: 'line:credit', side: 'b', group: 'p' },
  ])
})
afterAll(() => dashboard.close())

describe('the two lists', () => {
  it('have the records of their side of a pair, newest first, by every filter', async () => {
    expect(await rows(transactions())).toEqual(['1.a.payment:2', '1.a.payment:1'])
    expect(await rows(settlements())).toEqual(['1.b.line:9', '1.b.line:1'])
    expect(await rows(settlements(), { msm_id: '2' })).toEqual(['2.b.line:credit'])
    expect(await rows(transactions(), { data_source: 'SIMULATOR_SETTLEMENT' })).toEqual(['2.a.line:payout'])
    expect(await rows(transactions(), { status: ['missing_in_settlement'] })).toEqual(['1.a.payment:2'])
    expect(await rows(transactions(), { transaction_date: { from: '2026-10-02', to: '2026-10-05' } })).toEqual(['1.a.payment:2']) // prettier-ignore
    expect(await rows(settlements(), { settlement_date: { to: '2026-10-08' } })).toEqual(['1.b.line:1'])
    expect(await rows(settlements(), { currency: 'USD', record_type: 'payment' })).toEqual(['1.b.line:9'])
    expect(await rows(transactions(), { mismatches: ['fee'] })).toEqual([])
    expect(await rows(transactions(), {}, { search: 'order 2' })).toEqual(['1.a.payment:2'])
    expect((await dashboard.ask(transactions(), { filters: { msm_id: '7' } })).body['status_reason']).toBe('RECON_PAIR_UNKNOWN') // prettier-ignore
  })

  it('are those of a merchant that has no pair empty, and those of another merchant not to be had', async () => {
    const other = await dashboard.testApp.addMerchant()
    const session = await dashboard.testApp.signIn(other)
    const own = await dashboard.testApp.call(session, 'POST', `/merchants/${other.key}/recon-dashboard-txns`, {})
    expect(own.body.content).toEqual([])
    expect((await dashboard.testApp.call(session, 'POST', transactions(), {})).status).toBe(404)
    const path = `/api/recon/records/${encodeURIComponent('1.a.payment:2')}`
    expect((await dashboard.testApp.call(session, 'GET', path)).status).toBe(404)
    expect((await dashboard.testApp.call(dashboard.session, 'GET', path)).status).toBe(200)
  })

  it('are exported whole', async () => {
    const columns = [{ key: 'transaction_id' }, { key: 'amount' }]
    const answer = await dashboard.ask(`/merchants/${dashboard.merchant.key}/export-recon-dashboard-txns`, { format: 'csv', columns }) // prettier-ignore
    expect(answer.text.split('\r\n').slice(1, 3)).toEqual(['ref-payment:2,10', 'ref-payment:1,10'])
    const one = { msm_id: 1, data_source: 'SIMULATOR_TXN', status: 'unreconciled', format: 'csv', columns }
    expect((await dashboard.ask('/merchants/recon/v3/export-dashboard-records', one)).text.split('\r\n')[1]).toBe('ref-payment:2,10') // prettier-ignore
  })
})

describe('records by mail', () => {
  const path = '/merchants/recon/v3/g/recon/dashboard/source-records/export-email'
  const asked = { msm_id: 1, data_source: 'SIMULATOR_TXN', status: 'unreconciled', format: 'csv' }
  const send = (emails: string[]) =>
    dashboard.testApp.call(dashboard.session, 'POST', path, { ...asked, emails }, { 'idempotency-key': newId() })
  const emailOf = async (subUserId: string) =>
    (await dashboard.sql<{ email: string }>('select email from sub_users where merchant_id = $1 and sub_user_id = $2', subUserId))[0]?.email ?? '' // prettier-ignore

  it('reach users who may see them as a link that asks to sign in, and nobody else', async () => {
    const reader = await dashboard.testApp.signIn(dashboard.merchant, { roles: ['recon-user'] })
    const others = await dashboard.testApp.signIn(dashboard.merchant, { roles: ['payouts-user'] })
    const refused = await send([
      await emailOf(reader.subUserId),
      await emailOf(others.subUserId),
      'x@elsewhere.example',
    ])
    expect((refused.body['errors'] as { path: string }[]).map((one) => one.path)).toEqual(['emails.1', 'emails.2'])
    const sent = await send([await emailOf(reader.subUserId)])
    expect(sent.status).toBe(200)
    const { export_id } = sent.body['data'] as ExportRow
    await runJobs(dashboard.testApp, { names: ['run-export', 'tell-notice'] })
    const read = await dashboard.testApp.call(reader, 'GET', `/api/exports/${export_id}`)
    expect(read.body.content).toMatchObject({ status: 'ready', rows: 1, downloadable: true })
    const told = await dashboard.sql<{ to: string }>(
      `select to_sub_user as to from notices where merchant_id = $1 and kind = 'export_ready' and facts->>'export_id' = $2`,
      export_id,
    )
    expect(told.map(({ to }) => to)).toContain(reader.subUserId)
    expect((await dashboard.testApp.call(others, 'GET', `/api/exports/${export_id}/file`)).status).toBe(404)
  })
})
