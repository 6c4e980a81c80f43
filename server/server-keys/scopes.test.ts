import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyScopes, type KeyScope } from '#contract/kit/key-scopes.ts'
import { allCalls } from '#contract/contract.ts'
import { scopeOf } from '#contract/kit/call.ts'
import { faults } from '#contract/faults.ts'
import { seedObjects } from '#test/objects.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { linkBody, newKey, withKey } from './fixtures.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
let linkRef: string
let orderRef: string
let order: string
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
  const objects = await seedObjects(testApp, merchant, 'Shop')
  linkRef = objects.of('paymentLink')
  orderRef = objects.of('payment')
  order = objects.of('order')
})
afterAll(() => testApp.close())

/** What each kind of call needs, from the specification: `x` passes, `.` is refused with 403. Columns as the scopes below. */
const columns = [
  'links:read', 'links:write', 'payments:read', 'payments:write', 'refunds:read', 'refunds:write', 'webhooks:write', 'channels:write', 'exports:write',
] as const satisfies readonly KeyScope[] // prettier-ignore
const table = `
  make a link        . x . . . . . . .
  read a link        x x . . . . . . .
  list payments      . . x x . . . . .
  read a payment     . . x x . . . . .
  capture a payment  . . . x . . . . .
  refund             . . . . . x . . .
  read refunds       . . . . x x . . .
  link, older path   . x . . . . . . .
  its state          x x . . . . . . .
  change a link      . x . . . . . . .
  cancel a link      . x . . . . . . .
  initiate a payment . . . x . . . . .
  fetch all payments . . x x . . . . .
  state of an order  . . x x . . . . .
  capture, older     . . . x . . . . .
  set a status       . . . x . . . . .
  update details     . . . x . . . . .
  refund, older      . . . . . x . . .
  refunds, older     . . . . x x . . .
  list webhooks      . . . . . . x . .
  make a webhook     . . . . . . x . .
  connect a channel  . . . . . . . x .
  read connections   . . . . . . . x .
`
/** The addresses of a caller, and whether a key with these networks takes it. */
const networks = `
  203.0.113.7        203.0.113.0/24 2001:db8::/32   x
  203.0.114.7        203.0.113.0/24 2001:db8::/32   .
  2001:db8::9        203.0.113.0/24 2001:db8::/32   x
  2001:db9::9        203.0.113.0/24 2001:db8::/32   .
  ::ffff:203.0.113.7 203.0.113.0/24 2001:db8::/32   x
  203.0.113.7        203.0.113.7/32 -               x
  203.0.113.8        203.0.113.7/32 -               .
  ::1                0.0.0.0/0      -               .
  203.0.113.7        -              -               x
`
const linesOf = (text: string) => text.trim().split('\n').map((line) => line.trim().split(/\s{2,}|\s(?=[x.](?:\s|$))/)) // prettier-ignore

const calls: Record<string, () => ['GET' | 'POST' | 'PUT', string, object?]> = {
  'make a link': () => ['POST', '/merchants/paymentLink', linkBody(admin)],
  'read a link': () => ['GET', `/merchants/${merchant.key}/paymentLink/${linkRef}`],
  'list payments': () => ['POST', `/merchant/${merchant.key}/payments`, {}],
  'read a payment': () => ['POST', `/merchant/${merchant.key}/transaction-details`, { order_ref: orderRef }],
  'capture a payment': () => ['POST', `/api/payments/${merchant.key}/${orderRef}/capture`, {}],
  refund: () => ['POST', `/api/refund/createRefund/${orderRef}`, { type: 'full', reason: 'other' }],
  'read refunds': () => ['GET', `/api/refund/getDataByTransaction/${orderRef}`],
  'link, older path': () => ['POST', '/api/paymentLink', linkBody(admin)],
  'its state': () => ['GET', `/api/paymentLink/${linkRef}/fetch-status`],
  'change a link': () => ['PUT', `/api/update-paylink/${linkRef}`, { description: 'Tea' }],
  'cancel a link': () => ['PUT', `/api/paymentLink/${linkRef}/status/cancelled`],
  'initiate a payment': () => ['POST', '/api/initiatePayment', linkBody(admin)],
  'fetch all payments': () => ['POST', `/api/merchant/${merchant.key}/fetch-all-payments`, {}],
  'state of an order': () => ['GET', `/api/transaction/${order}/status`],
  'capture, older': () => ['POST', `/api/transaction/${orderRef}/capture`, {}],
  'set a status': () => ['PUT', '/api/transaction/status', { merchant_order_ref: order, status: 'Failed', reason: 'told' }], // prettier-ignore
  'update details': () => ['PUT', `/api/${merchant.key}/update-transaction-details/${order}`, { description: 'Tea' }],
  'refund, older': () => ['POST', `/api/refund/${orderRef}`, { refund_type: 'full' }],
  'refunds, older': () => ['GET', `/api/refund/${orderRef}`],
  'list webhooks': () => ['GET', `/api/merchant/${merchant.key}/webhook`],
  'make a webhook': () => ['POST', `/api/merchant/${merchant.key}/webhook`, {}],
  'connect a channel': () => ['POST', `/api/merchant/${merchant.key}/add-pay-channel/SIMULATOR`, {}],
  'read connections': () => ['GET', `/api/merchant/${merchant.key}/pay-channel/SIMULATOR`],
}
const invalid = { status: 401, reason: faults.serverTokenInvalid.reason }
const missing = faults.scopeMissing.reason

describe('a server key', () => {
  it.each(columns.map((scope, at) => ({ scope, at })))(
    'with $scope does exactly what the table says',
    async ({ scope, at }) => {
      const { server_key: key } = await newKey(testApp, admin, { scopes: [scope] })
      for (const [what = '', ...may] of linesOf(table)) {
        const asked = calls[what]?.()
        if (!asked) throw new Error(what)
        const { status, reason } = await withKey(testApp, key, asked)
        expect({ what, may: reason !== missing }).toEqual({ what, may: may[at] === 'x' })
        // Passed the gate: done, or refused for the payment's own state.
        expect([200, 400, 403, 409], `${what}: ${String(reason)}`).toContain(status)
      }
    },
  )

  it('is taken from the networks that the table says, and else is no key', async () => {
    for (const [line] of networks
      .trim()
      .split('\n')
      .map((text) => [text.trim().split(/\s+/)])) {
      const [from = '', first = '', second = '', may] = line ?? []
      const own = [first, second].filter((network) => network !== '-')
      const { server_key: key } = await newKey(testApp, admin, { networks: own, scopes: ['links:read'] })
      const { status, reason } = await withKey(testApp, key, calls['read a link']?.() ?? ['GET', '/'], from)
      expect({ from, own, status }).toEqual({ from, own, status: may === 'x' ? 200 : 401 })
      if (may === '.') expect(reason).toBe(invalid.reason)
    }
  })

  it('opens each call that servers may make, by one scope, but no signature; all others are closed to it', async () => {
    const { server_key: key } = await newKey(testApp, admin, {
      scopes: keyScopes.filter((scope) => scope.endsWith('write')),
    })
    const closed = allCalls().filter(({ call }) => call.server && scopeOf(call) === null)
    expect(closed.map(({ name }) => name)).toEqual(['generateSignature'])
    const order = { amount: 1, currency: 'SGD', merchant_order_id: 'OWN-1' }
    expect(await withKey(testApp, key, ['POST', '/api/merchant/generate-signature', order])).toMatchObject({
      status: 403,
      reason: missing,
    })
    const own = `/api/merchants/${merchant.key}`
    for (const asked of [
      ['GET', `${own}/server-keys`],
      ['POST', `${own}/secret/rotate`, { overlap_hours: 0 }],
      ['POST', `${own}/reveal-secret`, {}],
    ] as const)
      expect(await withKey(testApp, key, asked)).toMatchObject({ status: 401, reason: faults.notForServers.reason })
  })
})
