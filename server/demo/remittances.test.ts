import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { weekdayOf } from '#contract/kit/zoned-day.ts'
import { remittanceStates } from '#contract/remittance-states.ts'
import { demoMerchants, regional, seedMerchant, type DemoMerchant } from '#server/merchants/seed.ts'
import { recordPast, type PastEffect } from '#server/providers/simulator/past.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { startSimulator } from '#server/providers/simulator/main.ts'
import { verifyRemittances } from '#server/remittances/verify.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { makeDue } from './due.ts'
import { loadHistory } from './history.ts'
import { loadRemittances } from './load-remittances.ts'

/** The demo's sales abroad: what 90 days of settling, cutting and sending would have left behind. */
let testApp: TestApp
let dir: string
let owner: { merchantId: string; environment: 'sandbox' }
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'remittances-'))
  testApp = await openTestApp({ SIMULATOR_DIR: dir })
  const delta = demoMerchants.find(({ slug }) => slug === 'delta') as DemoMerchant
  owner = { merchantId: newId(), environment: 'sandbox' }
  const merchant = { ...delta, merchantId: owner.merchantId, masterId: null }
  await ownTransaction({ ...testApp.serveParts, database: testApp.owner }, owner, { requestId: 'test' }, (ctx) =>
    seedMerchant(ctx, merchant, { passwordPhc: '', channels: [regional] }),
  )
  const now = new Date()
  for (const part of ['history', 'remittances', 'remittances_live'] as const)
    await ask(makeDue(part), [owner.merchantId, now])
  const tellProvider = (effects: readonly PastEffect[]) => recordPast(dir, effects)
  const callbackOf = () => 'http://127.0.0.1:9/told'
  await loadHistory(testApp.parts.ownerUrl, { payments: 1_800, now, tellProvider, callbackOf })
  await loadRemittances(testApp.parts, { now, tellProvider })
}, 60_000)
afterAll(async () => {
  await testApp.close()
  await rm(dir, { recursive: true })
})
const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))
const ofDelta = <R extends object>(sql: string) => ask<R>(sql, [owner.merchantId])

it('is in dollars, yen, dong and baht over 90 days, sold in the countries of these', async () => {
  const sold = await ofDelta<{ sold: string; days: bigint }>(
    `select currency || ' ' || country as sold, count(distinct created_at::date) as days from payments
     where merchant_id = $1 and remit_status <> '' group by 1 order by 1`,
  )
  expect(sold.map((row) => row.sold)).toEqual(['JPY JP', 'THB TH', 'USD US', 'VND VN'])
  const [span] = await ofDelta<{ days: number }>(
    `select max(created_at)::date - min(created_at)::date as days from payments where merchant_id = $1 and remit_status <> ''`,
  )
  expect(span?.days).toBeGreaterThan(85)
})

it('has settlements of weeks in each state, which prove with their items, their postings and the reserve', async () => {
  const rows = await ofDelta<{ status: string; source_currency: string; cut_on: string; holds: string[] }>(
    `select status, source_currency, cut_on::text, holds from remittances where merchant_id = $1 order by cut_on`,
  )
  expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual([...remittanceStates.states].toSorted())
  expect(rows.find(({ status }) => status === 'On Hold')?.holds).toEqual(['rate_moved'])
  expect(rows.filter(({ status }) => status === 'Remitted').length).toBeGreaterThan(20)
  const ended = rows.filter(({ status }) => status !== 'Open' && status !== 'Calculated')
  expect(new Set(ended.map(({ cut_on: day }) => weekdayOf(day))).size).toBe(1)
  expect(await verifyRemittances(testApp.owner, owner)).toEqual([])
  expect(await verifyLedger(testApp.owner, owner)).toEqual([])
  expect(await ofDelta('select from provider_settlements where merchant_id = $1 and findings > 0')).toEqual([])
})

it('holds a tenth of the sales back for 30 days', async () => {
  const tranches = await ofDelta<{ days: number; is_released: boolean; tenth: boolean }>(
    `select release_on - sold_on as days from reserve_tranches where merchant_id = $1`,
  )
  expect(new Set(tranches.map(({ days }) => days))).toEqual(new Set([30]))
  const [moved] = await ofDelta<{ held: bigint; released: bigint }>(
    `select sum(reserve_credit_bc)::bigint as held, sum(reserve_debit_bc)::bigint as released from remittances where merchant_id = $1`,
  )
  expect(moved && moved.released > 0n && moved.released < moved.held).toBe(true)
})

it('goes to an account at a Korean bank; in live mode another one waits its 24 hours', async () => {
  const accounts = await ofDelta<{ environment: string; bank_code: string; is_default: boolean; hours: number | null }>(
    `select environment, bank_code, is_default, round(extract(epoch from waits_until - changed_at) / 3600)::int as hours from remittance_accounts
     where merchant_id = $1 and country = 'KR' and currency = 'KRW' order by environment desc, changed_at`,
  )
  expect(accounts).toEqual([
    { environment: 'sandbox', bank_code: '088', is_default: true, hours: null },
    { environment: 'live', bank_code: '088', is_default: true, hours: 24 },
    { environment: 'live', bank_code: '004', is_default: false, hours: 24 },
  ])
  const waiting = await ofDelta(`select from remittance_accounts where merchant_id = $1 and waits_until > now()`)
  expect(waiting.length).toBe(1)
})

it('leaves a way to pay out in two countries', async () => {
  const off = await ofDelta<{ off: string }>(
    `select country || ' ' || sub_type as off from country_methods where merchant_id = $1 and not is_enabled order by 1`,
  )
  expect(off.map((row) => row.off)).toEqual(['JP KONBINI', 'TH GRABPAY'])
})

it('leaves nobody to be told of what is over, and no job to do', async () => {
  expect(await ofDelta(`select from messages where merchant_id = $1 and state = 'pending'`)).toEqual([])
  expect(await ofDelta(`select from notices where merchant_id = $1 and kind like 'remittance%' and created_at < now() - interval '4 days'`)).toEqual([])
  // One is at its provider, which is asked about it.
  expect(await ofDelta(`select from pgboss.job_common where data->>'merchantId' = $1 and name like '%-remittance' and start_after <= now()
    and data->>'settlementRef' not in (select settlement_ref from remittances where status = 'Processing')`)).toEqual([])
}) // prettier-ignore

it('is known to the simulator: what is sent is pending there, and it has nothing that is due to tell', async () => {
  const { port, close } = await startSimulator({ ...testApp.parts.simulatorKeys, port: 0, host: '127.0.0.1', dir })
  try {
    const [sent] = await ofDelta<{ key: string }>(
      `select settlement_ref || ':' || attempts as key from remittances where merchant_id = $1 and status = 'Processing'`,
    )
    const authorization = `Bearer ${testApp.parts.simulatorKeys.secretKey}`
    const read = async (path: string) =>
      (await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })).json()) as Record<string, unknown>
    expect(await read(`/v1/remittances/${encodeURIComponent(sent?.key ?? '')}`)).toMatchObject({ status: 'pending' })
  } finally {
    await close()
  }
  const [settled] = await ofDelta<{ unsettled: bigint; settled: bigint }>(
    `select count(*) filter (where remit_status = 'UNSETTLED' and updated_at < now() - interval '7 days') as unsettled,
       count(*) filter (where remit_status <> 'UNSETTLED') as settled
     from payments where merchant_id = $1 and remit_status <> '' and status = 'Success'`,
  )
  expect(settled?.unsettled).toBe(0n)
  expect(Number(settled?.settled)).toBeGreaterThan(70)
}) // prettier-ignore
