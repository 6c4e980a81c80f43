import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backtest } from '#contract/backtests.ts'
import { limits } from '#contract/limits.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runBacktest } from './backtest-job.ts'

/** Backtests over payments that are in the database; jobs are run by hand. */
let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
const period = { from: '2026-01-01 00:00:00', to: '2026-03-01 00:00:00' }

beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
  for (const key of ['A', 'B', 'C']) {
    await sql(
      `insert into payment_channels (merchant_id, environment, channel_key, provider, name, creds_sealed, created_at)
       values ($1, 'sandbox', '${key}', 'simulator', '${key}', '', now())`,
    )
    await sql(
      `insert into payment_methods (merchant_id, environment, channel_key, type, sub_type)
       values ($1, 'sandbox', '${key}', 'WALLET', 'GRABPAY')`,
    )
    await sql(`insert into channel_fees values ($1, 'sandbox', '${key}', 'SGD', ${key === 'B' ? 3 : 1}, 0, 10, 0)`)
  }
  // At A 60 of 100 succeed, at B 90; of C little is known.
  await addPayments({ channel: 'A', count: 1_000, succeeds: 'n % 10 < 6' })
  await addPayments({ channel: 'B', count: 1_000, succeeds: 'n % 10 < 9' })
  await addPayments({ channel: 'C', count: 20, succeeds: 'true' })
})
afterAll(() => testApp.close())

const sql = <R extends object>(text: string) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, text.includes('$1') ? [merchant.merchantId] : []))

/** Payments of one amount in each of five bands. */
const addPayments = (of: { channel: string; count: number; succeeds: string; own?: string }) => {
  const { channel, count, succeeds, own = '' } = of
  return sql(
    `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency,
       country, status, payment_method, payment_sub_type, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone,
       shopper_address, shopper_ip, device_info, description, source, failover_from, created_at, updated_at)
     select $1, 'sandbox', 'P-${channel}${own}-' || n, 'O-${channel}${own}-' || n, 'link', '${channel}${own}-' || n,
       (1 + (n / 10) % 5) * 1000, 'SGD', 'SG', case when ${succeeds} then 'Success' else 'Failed' end, 'WALLET', 'GRABPAY', '${channel}',
       '', '', '', '', '', '', '', '', 'payment_link', '${own}', '2026-02-01'::timestamptz + n * interval '1 minute', now()
     from generate_series(0, ${count} - 1) n`,
  )
}

const rule = (...keys: string[]) => ({
  name: 'To one',
  channels: keys.map((channel_key, at) => ({ channel_key, rank: at + 1 })),
})
const path = () => `/api/routing/${merchant.key}/backtest`
const begin = (body: object = {}) =>
  testApp.call(session, 'POST', path(), { rule: rule('B'), ...period, environment: 'sandbox', ...body })
const contentOf = <T>(answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const read = async (query = '') =>
  contentOf<{ backtest: Backtest | null }>(await testApp.call(session, 'GET', `${path()}?environment=sandbox${query}`))
    .backtest
const done = async (body: object = {}) => {
  contentOf(await begin(body))
  await runJobs(testApp, { names: ['run-backtest'] })
  const backtest = await read()
  expect(backtest?.state).toBe('done')
  return { ...backtest, result: backtest?.result ?? expect.fail('no result') }
}

describe('a backtest', () => {
  it('is waiting, then done: moved payments with their success before and after, and the fees', async () => {
    expect(await read()).toBeNull()
    const waiting = contentOf<Backtest>(await begin())
    expect(waiting).toMatchObject({ state: 'waiting', routing_ref: '', rule_name: 'To one', progress: 0, result: null })
    const second = await begin()
    expect([second.status, second.body['status_reason']]).toEqual([409, 'REQUEST_IN_PROGRESS'])
    await runJobs(testApp, { names: ['run-backtest'] })

    const { result, ...backtest } = (await read()) ?? expect.fail()
    expect(backtest).toMatchObject({ state: 'done', payments: 2_020, progress: 100, ...period })
    expect(backtest.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(result).toMatchObject({ payments: 2_020, moved: 1_020, judged: 1_020, not_enough: 0, untaken: 0 })
    expect(result?.before).toMatchObject({ payments: 1_020, succeeded: 620 })
    // 0.9 of 1,020.
    expect(result?.after).toMatchObject({ payments: 1_020, succeeded: 918, share: 0.9 })
    expect(result?.after.low).toBeGreaterThan(0.87)
    expect(result?.after.high).toBeLessThan(0.93)
    // 1 % before and 3 % after of what succeeds, of 10 to 50 dollars, and 10 cents each.
    expect(result?.currencies).toMatchObject([
      { currency: 'SGD', judged: 1_020, fees_before: 245, fees_after: 909.9, fee_difference: 664.9 },
    ])
    expect(result?.cells).toHaveLength(7)
    expect(result?.cells[0]).toMatchObject({
      payment_method: 'WALLET',
      payment_sub_type: 'GRABPAY',
      from_channel: 'A',
      to_channel: 'B',
      before: { payments: 200, succeeded: 120 },
      observed: 200,
      is_enough: true,
      after: { payments: 200, succeeded: 180, share: 0.9 },
    })
    expect(result?.cells.filter(({ from_channel: from }) => from === 'A').map(({ amount_to: most }) => most)).toEqual([
      10, 20, 30, 40, 50,
    ])
  })

  it('has the same digest for the same input, and another for another', async () => {
    const [one, same, other] = [await done(), await done(), await done({ rule: rule('A') })]
    expect(same.digest).toBe(one.digest)
    expect(same.result).toEqual(one.result)
    expect(other.digest).not.toBe(one.digest)
    const shorter = await done({ to: '2026-02-01 10:00:00' })
    expect(shorter.result.payments).toBe(620 + 600)
    expect(shorter.digest).not.toBe(one.digest)
  })

  it('expects nothing where too little is known', async () => {
    const { result } = await done({ rule: rule('C') })
    expect(result).toMatchObject({ moved: 2_000, judged: 0, not_enough: 2_000, currencies: [] })
    expect(result.cells.every(({ is_enough: isEnough, after }) => !isEnough && after === null)).toBe(true)
    expect(limits.backtestEnough).toBeGreaterThan(20)
  })

  it('of an order that was failed over looks at the first attempt', async () => {
    await addPayments({ channel: 'B', count: 50, succeeds: 'true', own: 'first' })
    expect((await done()).result.payments).toBe(2_020)
  })

  it('counts what no channel takes any more', async () => {
    await sql(`update payment_methods set is_enabled = false where merchant_id = $1 and sub_type = 'GRABPAY'`)
    const { result } = await done()
    expect(result).toMatchObject({ payments: 2_020, moved: 0, untaken: 2_020 })
    await sql(`update payment_methods set is_enabled = true where merchant_id = $1 and sub_type = 'GRABPAY'`)
  })

  it('of a saved rule is that rule’s, in its place', async () => {
    const saved = contentOf<{ routing_ref: string }>(
      await testApp.call(session, 'POST', '/merchants/txn-router/create', { chaipay_key: merchant.key, ...rule('B') }),
    )
    const ref = saved.routing_ref
    expect(await read(`&routing_ref=${ref}`)).toBeNull()
    expect((await done({ rule: undefined, routing_ref: ref })).result.moved).toBe(1_020)
    expect(await read(`&routing_ref=${ref}`)).toMatchObject({ routing_ref: ref, rule_name: 'To one' })
    // The change of a rule is looked at in its place: without its channel everything stays as it was.
    expect((await done({ rule: rule('A'), routing_ref: ref })).result.moved).toBe(1_020)
    expect((await testApp.call(session, 'GET', `${path()}?routing_ref=Route_none`)).status).toBe(404)
  })

  it('begins anew when its worker died, what that one still writes is dropped, and ends after too many runs', async () => {
    contentOf(await begin())
    const [row] = await sql<{ backtest_id: string }>(
      `select backtest_id from routing_backtests where merchant_id = $1 and state = 'waiting'`,
    )
    const data = { merchantId: merchant.merchantId, environment: 'sandbox', backtestId: row?.backtest_id }
    const run = (signal = new AbortController().signal) =>
      runJob(runBacktest as never, data, testApp.serveParts, signal)
    await expect(run(AbortSignal.abort())).rejects.toThrow('the worker stops')
    expect(await read()).toMatchObject({ state: 'running', result: null })
    // Two workers at once: each has a run of its own, and the result is that of the later.
    await Promise.all([run(), run()])
    expect(await read()).toMatchObject({ state: 'done', payments: 2_020 })
    await sql(
      `update routing_backtests set state = 'running', run = ${limits.backtestRuns} where backtest_id = '${row?.backtest_id}' and merchant_id = $1`,
    )
    await run()
    expect(await read()).toMatchObject({ state: 'failed' })
  })

  it('is kept with the latest ones', async () => {
    await sql(
      `insert into routing_backtests (merchant_id, environment, backtest_id, routing_ref, rule, from_at, to_at, state, created_at, created_by)
       select $1, 'sandbox', gen_random_uuid(), '', '{"name": "old"}', now(), now(), 'done', '2026-01-01', '' from generate_series(1, 30)`,
    )
    await done()
    const [row] = await sql<{ count: string }>(
      'select count(*)::text as count from routing_backtests where merchant_id = $1',
    )
    expect(Number(row?.count)).toBe(limits.backtests)
  })

  it.each([
    [{ from: period.to, to: period.from }, 400, 'from'],
    [{ from: '2024-01-01 00:00:00' }, 400, 'from'],
    [{ rule: undefined }, 400, 'rule'],
    [{ rule: rule('NOBODY') }, 400, 'rule.channels.0.channel_key'],
    [{ rule: { ...rule('A'), is_enabled: true } }, 400, 'rule.is_enabled'],
    [{ routing_ref: 'Route_none' }, 404, undefined],
  ])('is refused for %j', async (body, status, field) => {
    const answer = await begin(body)
    expect(answer.status, answer.text).toBe(status)
    expect((answer.body['errors'] as { path: string }[] | undefined)?.[0]?.path).toBe(field)
  })

  it('is seen by its merchant alone', async () => {
    const other = await testApp.signIn(await testApp.addMerchant())
    expect((await testApp.call(other, 'GET', `${path()}?environment=sandbox`)).status).toBe(404)
    const own = `/api/routing/${other.merchant.key}/backtest?environment=sandbox`
    expect(contentOf(await testApp.call(other, 'GET', own))).toEqual({ backtest: null })
  })
})
