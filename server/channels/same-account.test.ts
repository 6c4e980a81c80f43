import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { insertPayment } from '#server/payments/insert.ts'
import type { Outcome, Tested } from '#server/providers/provider.ts'
import { openConnecting, stripeKeys, working, type Connecting, type StripeShop } from './fixtures.ts'

/** Two accounts of one provider, each with the payments that it was told of. */
let connecting: Connecting
let shop: StripeShop
let accounts: Map<string, Set<string>>
/** Whether the answer to a creation is lost. */
let isCut: boolean
const other = { publishable_key: 'pk_test_abcdefghij', secret_key: 'sk_test_9876543210' }
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  shop = await connecting.stripeShop()
  accounts = new Map()
  isCut = false
  const { services } = connecting.testApp.serveParts
  const scripted = services.provider
  services.provider = (name, credentials, environment) => {
    const taken = accounts.get(credentials['secret_key'] ?? '') ?? new Set()
    accounts.set(credentials['secret_key'] ?? '', taken)
    const found = (key: string): Outcome =>
      taken.has(key) ? { kind: 'captured', providerRef: `ref_${key}` } : { kind: 'absent' }
    return {
      ...scripted(name, credentials, environment),
      authorise: async ({ key }) => {
        taken.add(key)
        return isCut ? { kind: 'unknown', why: 'cut off' } : found(key)
      },
      status: async ({ key }) => found(key),
    }
  }
  return () => void (services.provider = scripted)
})

const owner = () => ({ merchantId: shop.merchant.merchantId, environment: 'sandbox' as const })
const inScope = <T>(work: Parameters<typeof ownTransaction<T>>[3]) =>
  ownTransaction(connecting.testApp.serveParts, owner(), { requestId: 'test' }, work)
async function begin(): Promise<string> {
  const orderRef = crypto.randomUUID().replaceAll('-', '').slice(0, 27)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await inScope(async (ctx) =>
    insertPayment(ctx, {
      orderRef,
      payable: { kind: '', ref: '', part: 0, sourceRef: '' } as never,
      merchantOrderRef: orderRef,
      amountMinor: 1_000n,
      currency: 'SGD',
      country: 'SG',
      channelKey: 'STRIPE',
      channelToken: null,
      method: 'QR_CODE',
      subType: 'PAYNOW',
      details: {},
      expiresAt,
      shopper: { name: '', email: '', gaveEmail: false, phone: '', address: '' },
      description: '',
      source: 'link',
      confirms: false,
    }),
  )
  return orderRef
}
const settle = (orderRef: string) =>
  runJob(
    settlePayment as never,
    { ...owner(), orderRef, asks: 0 },
    connecting.testApp.serveParts,
    new AbortController().signal,
  )
/** The accounts that have a payment. */
const takenBy = (orderRef: string) =>
  [...accounts].filter(([, taken]) => taken.has(orderRef)).map(([secretKey]) => secretKey)
const says = (account: string): void => {
  connecting.script.says = (): Tested => ({ ...working, account }) as Tested
}

it('a payment whose creation is cut off is taken once over both accounts, and the credentials move after it', async () => {
  isCut = true
  const orderRef = await begin()
  await settle(orderRef)
  isCut = false
  says('acct_2')
  expect(await shop.update({ creds: other })).toMatchObject({
    status: 409,
    reason: 'TRANSACTION_UNDER_REVIEW',
    errors: [{ reason: 'account_in_use' }],
  })
  expect(await shop.opened()).toEqual(stripeKeys)
  await settle(orderRef)
  expect(takenBy(orderRef)).toEqual([stripeKeys.secret_key])
  expect((await shop.update({ creds: other })).status).toBe(200)
  expect(takenBy(orderRef)).toEqual([stripeKeys.secret_key])
})

it('another key of the same account is taken while a payment is under way', async () => {
  isCut = true
  await settle(await begin())
  says('acct_1')
  expect((await shop.update({ creds: other })).status).toBe(200)
})

it('a key without the name of an account is proven by a payment that it shows, and refused when it shows none', async () => {
  const paid = await begin()
  await settle(paid)
  isCut = true
  await settle(await begin())
  says('')
  expect((await shop.update({ creds: other })).status).toBe(409)
  accounts.set(other.secret_key, new Set([paid]))
  expect((await shop.update({ creds: other })).status).toBe(200)
})

it('a payment that is being begun is waited for', async () => {
  says('acct_2')
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const beginning = connecting.testApp.owner.transaction(null, async (tx) => {
    await tx.query('select from merchants where merchant_id = $1 for key share', [shop.merchant.merchantId])
    hasBegun()
    await released
  })
  await begun
  let isAnswered = false
  const moving = shop.update({ creds: other }).finally(() => (isAnswered = true))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isAnswered).toBe(false)
  release()
  await beginning
  expect((await moving).status).toBe(200)
})
