import type { KeyScope } from '#contract/kit/key-scopes.ts'
import type { NewServerKey } from '#contract/server-keys.ts'
import { formType } from '#test/picture.ts'
import type { Answer, TestApp, TestSession } from '#test/test-app.ts'

let made = 0

/** Makes a key as a user does, and expects it to be made. */
export async function newKey(
  testApp: TestApp,
  session: TestSession,
  changes: { scopes?: readonly KeyScope[]; networks?: readonly string[]; days?: 30 | 90 | 365 | null } = {},
): Promise<NewServerKey> {
  const body = { name: `Shop ${++made}`, scopes: ['links:write'], networks: [], days: null, ...changes }
  const answer = await testApp.call(session, 'POST', keysOf(session), body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as NewServerKey
}

export const keysOf = ({ merchant }: TestSession) => `/api/merchants/${merchant.key}/server-keys`

/** Asks as a server with this key, from an address. */
export async function withKey(
  testApp: TestApp,
  key: string,
  [method, path, body]: readonly ['GET' | 'POST' | 'PUT', string, object?],
  from = '203.0.113.7',
): Promise<Pick<Answer, 'status'> & { reason: unknown; body: Answer['body'] }> {
  const answer = await testApp.app.inject({
    method,
    url: `/gateway${path}`,
    remoteAddress: from,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': `k-${++made}`,
      ...(Buffer.isBuffer(body) && { 'content-type': formType }),
    },
    ...(body && { payload: body }),
  })
  // Some calls answer a file.
  const parsed = (answer.body.startsWith('{') ? JSON.parse(answer.body) : {}) as Answer['body']
  return { status: answer.statusCode, reason: parsed['status_reason'], body: parsed }
}

/** An order of a link without a signature. */
export const linkBody = (session: TestSession) => ({
  chaipay_key: session.merchant.key,
  environment: 'sandbox',
  amount: 12.5,
  currency: 'SGD',
  merchant_order_id: `KEY-${++made}`,
})
