import { afterAll, beforeAll, expect, it } from 'vitest'
import { isManual, ways } from '#contract/methods.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'

let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

it('a way takes a manual outcome if and only if no provider confirms it, whatever else its method has', async () => {
  const { paying, session } = back
  const { orderRef } = await paying.start(await paying.link({}), { method: 'WALLET' })
  await paying.settle(orderRef)
  const { merchant_order_ref } = await paying.read(orderRef)
  const setStatus = async () => {
    const signed = { client_key: paying.merchant.key, merchant_order_ref, status: 'Failed' }
    const body = { status: 'Failed', merchant_order_ref, reason: 'told', signature: sign(signed, session.signingKey) }
    return (await paying.testApp.call(session, 'PUT', '/merchants/transaction/status', body)).status
  }
  const open = (type: string, subType: string) =>
    paying.sql(
      `update payments set status = 'Pending', payment_method = '${type}', payment_sub_type = '${subType}'
       where merchant_id = $1 and order_ref = '${orderRef}'`,
    )
  for (const { type, subType, run } of ways) {
    await open(type, subType)
    expect({ type, subType, answer: await setStatus() }).toEqual({
      type,
      subType,
      answer: run === 'manual' ? 200 : 409,
    })
  }
  expect([isManual('COD', 'GONE'), isManual('WALLET', 'GONE'), isManual('GONE', '')]).toEqual([true, false, false])
})
