import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const on = {
  reports_enabled: true,
  dashboard_enabled: true,
  analytics_enabled: false,
  settlements_close_themselves: false,
}
const config = (session: Awaited<ReturnType<TestApp['signIn']>>) =>
  testApp.call(session, 'POST', '/merchants/recon/v3/g/merchant-config', {})

it('reconciliation is switched on with the onboarding, without analytics and without closing by itself, and every user may ask', async () => {
  const fresh = await testApp.signIn(await testApp.addMerchant({ onboarded: false }), { roles: ['payouts-user'] })
  expect((await config(fresh)).body['data']).toEqual({ ...on, reports_enabled: false, dashboard_enabled: false })
  const ready = await testApp.signIn(await testApp.addMerchant(), { roles: ['payouts-user'] })
  expect((await config(ready)).body['data']).toEqual(on)
})

it('an admin switches parts of it, which sessions that are open follow', async () => {
  const merchant = await testApp.addMerchant()
  const admin = await testApp.signIn(merchant)
  const reader = await testApp.signIn(merchant, { roles: ['recon-user'] })
  const wished = { dashboard_enabled: false, analytics_enabled: true, settlements_close_themselves: true }
  expect((await testApp.call(reader, 'POST', '/api/recon/switches', wished)).status).toBe(403)
  expect((await testApp.call(admin, 'POST', '/api/recon/switches', wished)).body['data']).toEqual({ ...on, ...wished })
  expect((await config(reader)).body['data']).toMatchObject(wished)
})
