import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { clientOfTest, connectionOf, contentOf, openFakeProvider, signedIn, type FakeProvider } from './fixtures.ts'

let testApp: TestApp
let provider: FakeProvider
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  provider = await openFakeProvider()
  merchant = await testApp.addMerchant({ logins: ['admin'] })
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})

it('each change of the connection is in its history, newest first, with who made it and what it changed', async () => {
  const { browser, token } = await signedIn(testApp, merchant)
  const put = async (changes: object) => {
    const { client_secret: secret, ...rest } = connectionOf(provider.issuer, merchant.slug)
    const body = { ...rest, ...('revision' in changes ? {} : { client_secret: secret }), ...changes }
    const answer = await browser.send('PUT', '/api/single-sign-on', body, token)
    expect(answer.status, answer.text).toBe(200)
    return contentOf<{ connection: { revision: number } }>(answer).connection.revision
  }
  const revision = await put({})
  await put({ revision, company_name: 'Shop & Daughters', scopes: ['email'] })
  const removed = await browser.send('DELETE', '/api/single-sign-on', {}, token)
  expect(removed.status, removed.text).toBe(200)

  const asked = { object: 'single-sign-on', ref: merchant.merchantId }
  const answer = await browser.send('POST', '/api/audit/history', asked, token)
  const by = { actor: expect.stringContaining('admin') as string, result: 'done' }
  expect(contentOf(answer), answer.text).toMatchObject([
    { action: 'sso.remove', ...by },
    {
      action: 'sso.save',
      ...by,
      changes: { company_name: { before: 'Shop & Sons', after: 'Shop & Daughters' } },
    },
    { action: 'sso.save', ...by },
  ])
  expect(answer.text).not.toContain(clientOfTest.clientSecret)
})
