import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { alertTrials, at, type AlertTrials } from './fixtures.ts'
import { checkAlerts } from './jobs.ts'

let testApp: TestApp
let trials: AlertTrials
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  trials = await alertTrials(testApp)
})
afterAll(() => testApp.close())

describe('an alert', () => {
  it('fires once when every check of its time finds it beyond the threshold, and clears once in the same way', async () => {
    const { session, created, read, pay, until, notices, kinds } = trials
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
    const { created, pay, until, kinds } = trials
    await created({ metric: 'attempts', comparison: 'above', threshold: 4, least_cases: undefined })
    await pay('Success', 5, 0)
    await pay('Success', 5, 7)
    await until(30)
    expect(await kinds()).toEqual([])
  })

  it('of a quiet merchant fires nothing, whatever it watches', async () => {
    const { created, listed, until, kinds } = trials
    for (const metric of ['success_rate', 'provider_fault_rate', 'time_to_pay', 'webhook_failure_rate'])
      await created({ metric, comparison: metric === 'success_rate' ? 'below' : 'above', least_cases: 1 })
    for (const metric of ['provider_faults', 'open_attempts', 'attempts', 'webhook_wait'])
      await created({ metric, comparison: 'above', threshold: 0, least_cases: undefined })
    await until(30)
    expect((await listed()).alerts.map(({ status }) => status)).toEqual(Array(8).fill('quiet'))
    expect(await kinds()).toEqual([])
  })

  it('with too few cases neither fires nor clears', async () => {
    const { created, read, pay, until, kinds } = trials
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
    const { merchant, created, pay, until, kinds } = trials
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
    const { created, pay, kinds, runCheck } = trials
    await created()
    for (let minute = 0; minute < 12; minute++) await pay('Failed', 10, minute)
    for (let minute = 1; minute <= 12; minute++) {
      testApp.clock.now = at(minute)
      await Promise.all([runCheck(), runCheck(), runCheck()])
    }
    expect(await kinds()).toEqual(['alert_fired'])
  })

  it('counts the attempts of its channel alone, the faults of its provider and the time to pay', async () => {
    const { created, listed, pay, until } = trials
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
    const { created, listed, until, deliver } = trials
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
