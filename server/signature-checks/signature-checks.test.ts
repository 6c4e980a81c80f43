import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { SignatureCheck } from '#contract/signature-checks.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { signingSecrets } from '#server/webhooks/secret.ts'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  session = await testApp.signIn(await testApp.addMerchant())
})
afterAll(() => testApp.close())

const check = async (body: object, as = session) => {
  const { status, body: answer } = await testApp.call(as, 'POST', '/api/signatures/check', body)
  return { status, ...(answer['content'] as unknown as SignatureCheck) }
}
const secrets = (environment: 'sandbox' | 'live' = 'sandbox') =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: session.merchant.merchantId, environment },
    { requestId: 'test' },
    async (ctx) => ({
      ...(await merchantSecret(ctx)),
      secure: (await signingSecrets(ctx))[0] ?? '',
    }),
  )

it('knows the merchant’s own secrets: of requests, of webhooks, of the other environment', async () => {
  const { key, secret, secure } = await secrets()
  const params = { client_key: key, merchant_order_ref: 'O1', status: 'Success' }
  const text = JSON.stringify({ merchant_order_ref: 'O1', status: 'Success' })
  expect(await check({ object: 'payment_status', text, signature: sign(params, secret) })).toMatchObject({
    match: true,
    secret: 'merchant',
  })
  const wrong = await check({ object: 'payment_status', text, signature: sign(params, secure) })
  expect(wrong).toMatchObject({ match: false, secret: 'secure', causes: [{ cause: 'secret' }] })

  const headers = (by: string) => {
    const made = webhookHeaders({ id: 'e1', timestamp: new Date(), body: text, secrets: [by] })
    return { webhook_id: 'e1', webhook_timestamp: made['webhook-timestamp'], signature: made['webhook-signature'] }
  }
  expect(await check({ object: 'webhook_headers', text, ...headers(secure) })).toMatchObject({
    match: true,
    secret: 'secure',
  })
  const live = await secrets('live')
  expect(await check({ object: 'webhook_headers', text, ...headers(live.secure) })).toMatchObject({
    match: false,
    secret: 'other_environment',
    causes: [{ cause: 'secret' }],
  })
})

it('is audited without what was pasted, refused to those who manage no webhooks, and thirty times a minute', async () => {
  const text = 'status=Success&merchant_order_ref=very-own'
  const by = await testApp.signIn(session.merchant)
  const statuses = []
  for (let n = 0; n <= limits.signatureChecksPerMinute; n++)
    statuses.push((await check({ object: 'payment_status', text, signature: 'x' }, by)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.signatureChecksPerMinute)
  expect(statuses.at(-1)).toBe(429)
  const audited = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ changes: object }>(
      `select changes from audit_events where merchant_id = $1 and action = 'signature.check' and result = 'done'`,
      [session.merchant.merchantId],
    ),
  )
  expect(audited.length).toBeGreaterThanOrEqual(limits.signatureChecksPerMinute)
  expect(JSON.stringify(audited)).not.toContain('very-own')
  const reader = await testApp.signIn(session.merchant, { roles: ['recon-user'] })
  expect((await check({ object: 'payment_status', text, signature: 'x' }, reader)).status).toBe(403)
})
