import { beforeEach, describe, expect, it } from 'vitest'
import { startAttempt } from '#server/checkout/start-attempt.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { payables } from '#server/payables.ts'
import { seatArrangement, seatPayable } from '#server/payables/fixtures.ts'
import { arrangements, testPayables } from './payable-kinds.ts'

/** The kinds without mandates; `payables-with-mandates.test.ts` has the others. */
const kinds = [...payables, seatPayable]
const { paying, proved } = testPayables(kinds.filter(({ begun }) => begun === undefined))
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }

it('every kind that is registered has an arrangement here, under a name of its own', () => {
  expect(Object.keys(arrangements)).toEqual(kinds.map(({ kind }) => kind))
})

describe('a kind unlike a link', () => {
  let ref: string
  beforeEach(async () => {
    ref = await seatArrangement.make(paying(), {})
  })
  const begin = (amountMinor?: bigint) =>
    ownTransaction(
      paying().testApp.serveParts,
      { merchantId: paying().merchant.merchantId, environment: 'sandbox' as const },
      { requestId: 'test' },
      (ctx) => startAttempt(ctx, { kind: 'seat', ref }, wallet as never, amountMinor),
    )

  it('takes what the shopper chooses within its bounds, and only by its own methods', async () => {
    await expect(begin(100n)).rejects.toMatchObject({ fault: 'invalidRequest' })
    await expect(begin(90_001n)).rejects.toMatchObject({ fault: 'invalidRequest' })
    expect((await paying().start(ref, { method: 'QR_CODE' })).reason).toBe('INVALID_PAYMENT_CHANNEL')
    expect(await begin(12_345n)).toMatchObject({ amountMinor: 12_345n, source: 'hall' })
  })

  it('is offered to, and taken by, channels whose bounds the chosen amount is in', async () => {
    const held = async () =>
      (await paying().sql<{ held: number }>(`select held from test_halls where merchant_id = $1`))[0]?.held
    const bounds = (limits: object) =>
      paying().sql(
        `update payment_methods set limits = '${JSON.stringify(limits)}' where merchant_id = $1 and type = 'WALLET'`,
      )
    const offersWallet = async (amount: string) =>
      (await paying().testApp.app.inject({ url: `/pay/${ref}?amount=${amount}` })).body.includes('value="WALLET')
    const before = await held()
    await bounds({ SGD: { minimum: '10000', maximum: '20000' } })
    expect(await Promise.all(['99.99', '100.00', '200.00', '200.01', ''].map(offersWallet))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
    await expect(begin(9_999n)).rejects.toMatchObject({ fault: 'channelMissing' })
    await expect(begin(20_001n)).rejects.toMatchObject({ fault: 'channelMissing' })
    await expect(begin()).rejects.toMatchObject({ fault: 'channelMissing' })
    expect(await held()).toBe(before)
    expect(await begin(20_000n)).toMatchObject({ amountMinor: 20_000n })
    await bounds({})
    expect(await offersWallet('')).toBe(true)
  })

  it('has no attempt begin without what it has to reserve, and gives money back that finds nothing left', async () => {
    const { orderRef } = await paying().start(ref, { method: 'VA_BANK_TRANSFER' })
    await paying().settle(orderRef)
    await paying().cancel(ref, orderRef)
    await paying().settle(orderRef)
    const [{ free }] = (await paying().sql<{ free: number }>(`select free from test_halls where merchant_id = $1`)) as [
      { free: number },
    ]
    await paying().sql(`update test_halls set free = 0 where merchant_id = $1`)
    await expect(begin()).rejects.toMatchObject({ fault: 'wrongState' })
    expect(await proved(orderRef)).toMatchObject({ status: 'Success', late: true, refunding: 5 })
    await paying().sql(`update test_halls set free = ${free} where merchant_id = $1`)
    expect(await paying().findings()).toEqual([])
    const { orderRef: next } = await paying().start(ref, { token: await paying().simulator.token('4242424242424242') })
    await paying().settle(next)
    expect((await paying().attempt(ref, next)).redirect_url).toMatch(new RegExp(`/pay/${ref}$`))
  })
})
