import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireOutput } from '#contract/kit/call.ts'
import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import type { readPayoutFigures } from '#contract/payout-figures.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { seeded } from '#server/rollups/fixtures.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { seedPayout } from '#test/payout-objects.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { rollUpPayouts } from './roll-up.ts'

/** What became of payouts: each number is the payouts themselves, however much of it is added up. */
let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
const zone = 'Asia/Kathmandu'
const made = 300

type Figures = WireOutput<typeof readPayoutFigures>
const query = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
const owner = () => ({ merchantId: merchant.merchantId, environment: 'sandbox' as const })
const rollUp = () => runJob(rollUpPayouts, { ...owner(), all: 'all' }, testApp.serveParts, new AbortController().signal)
const ask = async (days: number) => {
  const answer = await testApp.call(session, 'GET', `/api/payouts/${merchant.key}/figures?days=${days}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as Figures
}

beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant({ timeZone: zone })
  session = await testApp.signIn(merchant)
  const refs = { name: 'p', accountNo: '1', beneficiary: newId(), beneficiaryAccount: newId(), payout: 'first' }
  await ownTransaction({ ...testApp.serveParts, database: testApp.owner }, owner(), { requestId: 'test' }, (ctx) =>
    seedPayout(ctx, refs),
  )
  const names = `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
    from information_schema.columns where table_name = 'payouts' and is_generated = 'NEVER' and $1::uuid is not null`
  const [columns] = await query<{ names: string }>(names)
  await query(
    `insert into payouts (${columns?.names}) select ${columns?.names} from (
       select (jsonb_populate_record(p, jsonb_build_object('txn_ref', 'P' || n, 'merchant_txn_ref', 'P' || n, 'amount_minor', n,
         'currency', (array['SGD', 'KRW', 'USD'])[1 + n % 3], 'status', 'Processing'))).*
       from payouts p, generate_series(1, ${made}) n where p.merchant_id = $1 and p.txn_ref = 'first') copies`,
  )
  const random = seeded(20_155)
  for (let n = 1; n <= made; n++) {
    const at = Date.now() - Math.floor(random() * 8 * 86_400_000)
    const ended = at + Math.floor(1000 * 10 ** (random() * 5))
    const status = (['Success', 'Success', 'Failed', 'Returned', 'Processing'] as const)[n % 5]
    const reason = status === 'Failed' || status === 'Returned' ? ['INVALID_ACCOUNT', 'BANK_OFFLINE'][n % 2] : ''
    await query(
      `update payouts set created_at = $2, channel_asked_at = $2, ended_at = $3, status = $4, status_reason = $5,
         returned_minor = $6 where merchant_id = $1 and txn_ref = $7`,
      [new Date(at), new Date(ended), status, reason, status === 'Returned' ? Math.ceil(n / 2) : 0, `P${n}`],
    )
    if (n === 100 || n === 200) await rollUp()
  }
})
afterAll(() => testApp.close())

it('is the payouts themselves, in each currency and by reason, with the median to within a twentieth', async () => {
  for (const days of [1, 5, 30]) {
    const from = startOfDay(dayAfter(dayAt(new Date(), zone), 1 - days), zone)
    const rows = await query<Record<string, number> & { currency: string }>(
      `select currency, count(*) filter (where status = 'Success')::int as paid, count(*) filter (where status = 'Failed')::int as failed,
         count(*) filter (where status = 'Returned')::int as returned,
         count(*) filter (where status = 'Failed' and status_reason = 'BANK_OFFLINE')::int as offline,
         coalesce(sum(amount_minor) filter (where status = 'Success'), 0)::int as paid_minor,
         coalesce(sum(returned_minor) filter (where status = 'Returned'), 0)::int as returned_minor,
         percentile_disc(0.5) within group (order by extract(epoch from ended_at - channel_asked_at))
           filter (where status = 'Success')::float8 as seconds
       from payouts where merchant_id = $1 and created_at >= $2 and status in ('Success', 'Failed', 'Returned') group by 1`,
      [from],
    )
    const figures = await ask(days)
    expect(figures.currencies).toHaveLength(rows.length)
    for (const row of rows) {
      const found = figures.currencies.find(({ currency }) => currency === row.currency)
      const minor = row.currency === 'KRW' ? 1 : 100
      expect(found).toMatchObject({ paid: row['paid'], failed: row['failed'], returned: row['returned'] })
      expect(Math.round(Number(found?.paid_amount) * minor)).toBe(row['paid_minor'])
      expect(Math.round(Number(found?.returned_amount) * minor)).toBe(row['returned_minor'])
      const offline = found?.reasons.find((one) => one.status === 'Failed' && one.status_reason === 'BANK_OFFLINE')
      expect(offline?.count ?? 0).toBe(row['offline'])
      if (row['seconds'] === null || row['seconds'] === undefined) expect(found?.seconds_to_arrive).toBeNull()
      else
        expect(Math.abs((found?.seconds_to_arrive ?? NaN) - row['seconds'])).toBeLessThanOrEqual(
          1 + row['seconds'] / 20,
        )
    }
  }
})

it('stays the same when the counts are added up, by two at once too, and follows a payout that comes back', async () => {
  const before = await ask(30)
  const all = { declared: [rollUpPayouts], ...testApp.serveParts }
  expect(await sweepJobs(all, owner())).toBe(1)
  await Promise.all([rollUp(), rollUp()])
  expect(await query('select 1 as one from payout_deltas where merchant_id = $1')).toEqual([])
  expect(await ask(30)).toEqual(before)
  expect(await verifySums(testApp.owner, owner())).toEqual([])
  const [back] = await query<{ currency: string }>(
    `update payouts set status = 'Returned', status_reason = 'ACCOUNT_CLOSED', returned_minor = amount_minor
     where merchant_id = $1 and txn_ref = (select min(txn_ref) from payouts where merchant_id = $1 and status = 'Success') returning currency`,
  )
  const of = ({ currencies }: Figures) => currencies.find(({ currency }) => currency === back?.currency)
  const [was, is] = [of(before), of(await ask(30))]
  expect([is?.paid, is?.returned]).toEqual([(was?.paid ?? 0) - 1, (was?.returned ?? 0) + 1])
  expect(is?.reasons).toContainEqual({ status: 'Returned', status_reason: 'ACCOUNT_CLOSED', count: 1 })
  await rollUp()
  expect(of(await ask(30))).toEqual(is)
  expect(await verifySums(testApp.owner, owner())).toEqual([])
  // One that is not counted is found.
  await query(`update payout_days set payouts = payouts - 1 where merchant_id = $1 and status = 'Failed'`)
  expect(await verifySums(testApp.owner, owner())).not.toEqual([])
})
