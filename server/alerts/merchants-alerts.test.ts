import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { limits } from '#contract/limits.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { addressOf } from '#server/notifications/notices-fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { alertTrials, at, type AlertTrials } from './fixtures.ts'

let testApp: TestApp
let trials: AlertTrials
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  trials = await alertTrials(testApp)
})
afterAll(() => testApp.close())

describe('the alerts of a merchant', () => {
  it('tell those who may see the dashboard, and nobody who has lost that right', async () => {
    const { session, sql, as, create, created, read, pay, until } = trials
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
    const { session, path, created, pay, until, kinds, asked } = trials
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
    const { create, created, listed } = trials
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
