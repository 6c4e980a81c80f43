import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { reasonIn } from './reason.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
  testApp.serveParts.services.allowLoopbackWebhooks = false
})
afterAll(() => testApp.close())

const at = () => `/api/confirmations/${merchant.key}`
const save = (url: string) => testApp.call(session, 'PUT', at(), { url })
const read = async () => (await testApp.call(session, 'GET', at())).body.content

describe('the address that is asked', () => {
  it('is set, changed and taken away, each in the audit log', async () => {
    expect(await read()).toEqual({ url: '', changed_at: null })
    expect((await save('https://shop.example/confirm')).body).toMatchObject({
      message: 'Settings saved',
      content: { url: 'https://shop.example/confirm' },
    })
    await save('https://shop.example/other')
    expect(await read()).toMatchObject({ url: 'https://shop.example/other' })
    expect((await save('')).body.content).toEqual({ url: '', changed_at: null })
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ changes: unknown }>(
        `select changes from audit_events where merchant_id = $1 and action = 'merchant.confirmation' order by seq`,
        [merchant.merchantId],
      ),
    )
    expect(rows.map(({ changes }) => changes)).toEqual([
      { confirmation_url: { before: '', after: 'https://shop.example/confirm' } },
      { confirmation_url: { before: 'https://shop.example/confirm', after: 'https://shop.example/other' } },
      { confirmation_url: { before: 'https://shop.example/other', after: '' } },
    ])
  })

  it.each([
    'http://shop.example/confirm',
    'https://10.1.2.3/confirm',
    'https://169.254.169.254/latest',
    'https://[::1]/confirm',
    'https://shop.local/confirm',
    'https://2130706433/confirm',
    'https://shop.example:22/confirm',
  ])('is not %s', async (url) => {
    const answer = await save(url)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'url' }] })
    expect(await read()).toMatchObject({ url: '' })
  })

  it('is on this machine only where webhooks may be', async () => {
    expect((await save('http://127.0.0.1:8099/confirm')).status).toBe(400)
    testApp.serveParts.services.allowLoopbackWebhooks = true
    expect((await save('http://127.0.0.1:8099/confirm')).status).toBe(200)
    testApp.serveParts.services.allowLoopbackWebhooks = false
    await save('')
  })

  it('is nobody else’s', async () => {
    await save('https://shop.example/confirm')
    const stranger = await testApp.signIn(await testApp.addMerchant())
    expect((await testApp.call(stranger, 'GET', at())).status).toBe(404)
    expect((await testApp.call(stranger, 'PUT', at(), { url: '' })).status).toBe(404)
    expect(await read()).toMatchObject({ url: 'https://shop.example/confirm' })
  })
})

describe('the words of a refusal', () => {
  it.each([
    ['{"reason":"Sold out."}', 'Sold out.'],
    ['{"reason":" two\\n\\tlines\\u0000 "}', 'two lines'],
    ['{"reason":"\\u202eturned\\u202c"}', 'turned'],
    ['{"reason":"\\ud800"}', '\ufffd'],
    ['{"reason":42}', ''],
    ['{"why":"?"}', ''],
    ['["reason"]', ''],
    ['null', ''],
    ['<h1>Error</h1>', ''],
    ['', ''],
  ])('of %j are %j', (body, words) => expect(reasonIn(body)).toBe(words))

  it('are cut between characters', () => {
    const words = reasonIn(JSON.stringify({ reason: '🍓'.repeat(300) }))
    expect(Array.from(words)).toHaveLength(limits.confirmationReasonLength)
  })
})
