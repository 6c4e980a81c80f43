import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Alert } from '#contract/alerts.ts'
import type { Role } from '#contract/access.ts'
import { newId } from '#server/kit/db/id.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { addressOf } from '#server/notifications/notices-fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { checkAlerts } from './jobs.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
const start = new Date('2026-03-01T10:00:00Z')
const minuteMs = 60_000
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  testApp.clock.now = start
  await testApp.owner.transaction(null, (tx) => tx.query('delete from alerts', []))
  merchant = await testApp.addMerchant({})
  session = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const sql = <R extends object>(text: string, ...values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
const as = (roles: Role[]) => testApp.signIn(merchant, { roles })
const asked = () => ({
  name: `Alert ${newId()}`,
  metric: 'success_rate',
  comparison: 'below',
  threshold: 80,
  minutes: 5,
  least_cases: 10,
  recipients: [session.subUserId],
})
const path = () => `/api/analytics/${merchant.key}/alerts`
const create = (changes: object = {}, by = session): Promise<Answer> =>
  testApp.call(by, 'POST', path(), { ...asked(), ...changes }, { 'idempotency-key': newId() })
async function created(changes: object = {}): Promise<Alert> {
  const answer = await create(changes)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as Alert
}
async function listed(): Promise<{ alerts: Alert[]; people: { sub_user_id: string; name: string }[] }> {
  const answer = await testApp.call(session, 'GET', path())
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as never
}
const read = async () => (await listed()).alerts[0] as Alert
const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
/** Attempts of one state that begin at a minute from the start. */
const pay = (status: string, count: number, minute: number, { channel = 'SIMULATOR', reason = '' } = {}) =>
  sql(
    `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status,
       status_reason, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip,
       device_info, description, source, paid_seconds, created_at, updated_at)
     select $1, 'sandbox', $6 || n, $6 || n, 'link', $6 || n, 1000, 'SGD', $2, $7, 'CARD', $5, '', '', '', '', '', '', '', '', 'payment_link',
       case when $2 = 'Success' then n end, $4, $4 from generate_series(1, $3::int) n`,
    status, count, at(minute), channel, newId(), reason,
  ) // prettier-ignore
/** Lets the worker check until that minute. */
const until = (minute: number) => runJobs(testApp, { names: ['check-alerts'], until: at(minute), dated: true })
/** The notices so far, in the order in which they came. */
const notices = () =>
  sql<{ kind: string; to_sub_user: string; facts: Record<string, string> }>(
    `select kind, to_sub_user, facts from notices where merchant_id = $1 order by notice_id`,
  )
const kinds = async () => (await notices()).map(({ kind }) => kind)

describe('an alert', () => {
  it('fires once when every check of its time finds it beyond the threshold, and clears once in the same way', async () => {
    const { name } = await created()
    for (let minute = 0; minute < 30; minute++) {
      const isDown = minute >= 5 && minute < 15
      await pay('Success', isDown ? 1 : 9, minute)
      await pay('Failed', isDown ? 9 : 1, minute)
    }
    await until(9)
    expect(await kinds()).toEqual([])
    await until(14)
    expect(await read()).toMatchObject({ status: 'firing', cleared_at: null })
    await until(16)
    expect(await notices()).toMatchObject([
      { kind: 'alert_fired', to_sub_user: session.subUserId, facts: { alert: name, threshold: '80%', minutes: '5' } },
    ])
    await until(30)
    expect(await kinds()).toEqual(['alert_fired', 'alert_cleared'])
    expect(await read()).toMatchObject({ status: 'quiet', value: 90, cases: 50 })
  })

  it('does not fire when one check in between finds otherwise', async () => {
    await created({ metric: 'attempts', comparison: 'above', threshold: 4, least_cases: undefined })
    await pay('Success', 5, 0)
    await pay('Success', 5, 7)
    await until(30)
    expect(await kinds()).toEqual([])
  })

  it('of a quiet merchant fires nothing, whatever it watches', async () => {
    for (const metric of ['success_rate', 'provider_fault_rate', 'time_to_pay', 'webhook_failure_rate'])
      await created({ metric, comparison: metric === 'success_rate' ? 'below' : 'above', least_cases: 1 })
    for (const metric of ['provider_faults', 'open_attempts', 'attempts', 'webhook_wait'])
      await created({ metric, comparison: 'above', threshold: 0, least_cases: undefined })
    await until(30)
    expect((await listed()).alerts.map(({ status }) => status)).toEqual(Array(8).fill('quiet'))
    expect(await kinds()).toEqual([])
  })

  it('with too few cases neither fires nor clears', async () => {
    await created()
    for (let minute = 0; minute < 12; minute++) await pay('Failed', 1, minute)
    await until(12)
    expect(await read()).toMatchObject({ status: 'quiet', value: 0 })
    for (let minute = 12; minute < 24; minute++) await pay('Failed', 9, minute)
    await until(24)
    expect(await read()).toMatchObject({ status: 'firing' })
    await until(60)
    expect(await read()).toMatchObject({ status: 'firing', value: null, cases: 0 })
    expect(await kinds()).toEqual(['alert_fired'])
  })

  it('fires once at most after an hour without a worker, and not for what nobody saw', async () => {
    await created()
    for (let minute = 0; minute < 80; minute++) await pay('Failed', 10, minute)
    await until(2)
    testApp.clock.now = at(62)
    const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
    // Beside the job that waited for the worker, one of the sweep.
    expect(await sweepJobs({ ...testApp.serveParts, declared: [checkAlerts as never] }, owner)).toBe(1)
    await until(65)
    expect(await kinds()).toEqual([])
    await until(80)
    expect(await kinds()).toEqual(['alert_fired'])
  })

  it('is checked once by two workers at once', async () => {
    await created()
    for (let minute = 0; minute < 12; minute++) await pay('Failed', 10, minute)
    for (let minute = 1; minute <= 12; minute++) {
      testApp.clock.now = at(minute)
      await Promise.all([runCheck(), runCheck(), runCheck()])
    }
    expect(await kinds()).toEqual(['alert_fired'])
  })

  it('counts the attempts of its channel alone, the faults of its provider and the time to pay', async () => {
    const { alert_id: ofChannel } = await created({ channel_key: 'SIMULATOR' })
    const { alert_id: faults } = await created({
      metric: 'provider_faults',
      comparison: 'above',
      least_cases: undefined,
    })
    const { alert_id: time } = await created({ metric: 'time_to_pay', comparison: 'above', least_cases: 1 })
    await pay('Success', 20, 0)
    await pay('Failed', 20, 0, { channel: 'OTHER', reason: 'PAYMENT_CHANNEL_UNAVAILABLE' })
    await pay('Pending', 7, 0)
    await until(1)
    const found = new Map((await listed()).alerts.map((alert) => [alert.alert_id, alert]))
    expect(found.get(ofChannel)).toMatchObject({ value: 100, cases: 20 })
    expect(found.get(faults)).toMatchObject({ value: 20 })
    expect(found.get(time)).toMatchObject({ value: 19, cases: 20 })
  })

  it('tells of webhooks that fail and wait', async () => {
    const { alert_id: failing } = await created({ metric: 'webhook_failure_rate', comparison: 'above', least_cases: 1 })
    const { alert_id: waiting } = await created({ metric: 'webhook_wait', comparison: 'above', least_cases: undefined })
    await deliver('delivered', 3)
    await deliver('pending', 1)
    await until(4)
    const found = new Map((await listed()).alerts.map((alert) => [alert.alert_id, alert]))
    expect(found.get(failing)).toMatchObject({ value: 25, cases: 4 })
    // The minutes of checks are those of the clock, so the last one may be the fourth.
    expect([3, 4]).toContain(found.get(waiting)?.value)
  })
})

describe('the alerts of a merchant', () => {
  it('tell those who may see the dashboard, and nobody who has lost that right', async () => {
    const [may, mayNot] = [await as(['payment-admin']), await as(['payment-user'])]
    const refused = await create({ recipients: [may.subUserId, mayNot.subUserId] })
    expect(refused.body['errors']).toMatchObject([{ path: 'recipients.1', reason: 'may_not_see' }])
    await created({ recipients: [session.subUserId, may.subUserId] })
    await sql(
      `update sub_users set roles = '{payment-user}' where merchant_id = $1 and sub_user_id = $2`,
      may.subUserId,
    )
    for (let minute = 0; minute < 12; minute++) await pay('Failed', 10, minute)
    await until(12)
    await runJobs(testApp, { names: ['tell-notice', 'mail-notifications'], until: at(13) })
    const told = await sql<{ sub_user_id: string }>(
      `select sub_user_id from notifications n join notices using (merchant_id, notice_id) where n.merchant_id = $1`,
    )
    expect(told).toEqual([{ sub_user_id: session.subUserId }])
    const mails = await messagesTo(testApp, addressOf(session))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('Alert fired')
    expect(mails[0]?.text).toContain('/analytics/monitoring')
    expect(await messagesTo(testApp, addressOf(may))).toEqual([])
    expect((await read()).recipients).toEqual([{ sub_user_id: session.subUserId, name: 'Test User' }])
  })

  it('are changed, switched off and on, and deleted; what watches something else begins anew', async () => {
    const alert = await created()
    const one = `${path()}/${alert.alert_id}`
    for (let minute = 0; minute < 12; minute++) await pay('Failed', 10, minute)
    await until(12)
    const body = { ...asked(), name: alert.name }
    const update = async (changes: object) => {
      const answer = await testApp.call(session, 'PUT', one, { ...body, ...changes })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.content as unknown as Alert
    }
    expect(await update({ name: 'Success' })).toMatchObject({ name: 'Success', status: 'firing' })
    expect(await update({ threshold: 70 })).toMatchObject({ status: 'quiet', checked_at: null })
    expect(await update({ is_enabled: false })).toMatchObject({ status: 'off' })
    await until(40)
    expect(await update({ is_enabled: true })).toMatchObject({ status: 'quiet', checked_at: null })
    for (let minute = 40; minute < 52; minute++) await pay('Failed', 10, minute)
    await until(52)
    expect(await kinds()).toEqual(['alert_fired', 'alert_fired'])
    expect((await testApp.call(session, 'DELETE', one)).status).toBe(200)
    await until(60)
    expect(await kinds()).toHaveLength(2)
    expect((await testApp.call(session, 'DELETE', one)).status).toBe(404)
  })

  it('have names of their own, are twenty at most, and make sense', async () => {
    const { name, least_cases } = await created({ least_cases: undefined })
    expect(least_cases).toBe(20)
    const reasonsOf = async (changes: object) =>
      ((await create(changes)).body['errors'] as { path: string; reason: string }[] | undefined)?.map(
        (error) => `${error.path} ${error.reason}`,
      )
    expect(await reasonsOf({ name })).toEqual(['name already_used'])
    expect(await reasonsOf({ metric: 'attempts' })).toEqual(['comparison contradicts'])
    expect(await reasonsOf({ threshold: 101 })).toEqual(['threshold too_big'])
    expect(await reasonsOf({ metric: 'webhook_failure_rate', channel_key: 'SIMULATOR' })).toEqual([
      'channel_key contradicts',
    ])
    expect(await reasonsOf({ minutes: 4 })).toEqual(['minutes too_small'])
    expect(await reasonsOf({ minutes: 1_441 })).toEqual(['minutes too_big'])
    expect((await create({ channel_key: 'NO_SUCH' })).status).toBe(404)
    while ((await listed()).alerts.length < limits.alerts) await created()
    expect((await create()).body['status_reason']).toBe('INVALID_MAXIMUM_AMOUNT_LIMIT')
  })
})

/** As a worker runs the job. */
function runCheck(): Promise<void> {
  const data = { merchantId: merchant.merchantId, environment: 'sandbox', all: 'all' }
  return runJob(checkAlerts as never, data, testApp.serveParts, new AbortController().signal)
}

/** Deliveries in a state that began at the start, each tried once. */
async function deliver(state: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const [webhookId, eventId] = [newId(), newId()]
    await sql(
      `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, created_at)
       values ($1, 'sandbox', $2, $3, $3, 'https://shop.example', 'payment', now())`,
      webhookId,
      webhookId,
    )
    await sql(
      `insert into webhook_events (merchant_id, environment, event_id, type, object_ref, body, created_at)
       values ($1, 'sandbox', $2, 'payment', 'x', '{}', $3)`,
      eventId, start,
    ) // prettier-ignore
    await sql(
      `insert into webhook_deliveries (merchant_id, environment, delivery_id, event_id, webhook_id, object_ref, state, attempts, created_at)
       values ($1, 'sandbox', $2, $3, $4, 'x', $5, 1, $6)`,
      newId(), eventId, webhookId, state, start,
    ) // prettier-ignore
  }
}
