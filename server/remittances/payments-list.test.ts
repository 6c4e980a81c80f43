import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRemitting, type Remitting } from './fixtures.ts'

/** The list of payments by how far sales abroad have come. */
let shop: Remitting
beforeAll(async () => {
  shop = await openRemitting()
})
afterAll(() => shop.close())

const at = (text: string) => new Date(`${text}Z`)
const sold = at('2026-03-04T03:00:00')

it('has what the state says, a payment has its settlement, and its file the same', async () => {
  const { testApp, merchant } = shop
  await shop.agree(at('2026-03-01T00:00:00'))
  await shop.sell(['a', 'b', 'c'].map((ref) => ({ ref, amountMinor: 10_000n, at: sold })))
  await shop.sell([{ ref: 'home', amountMinor: 50_000n, currency: 'KRW', at: sold }])
  await shop.sql(`update payments set remit_status = '' where merchant_id = $1 and order_ref = 'home'`)
  await shop.settle(at('2026-03-05T03:00:00'), 'USD', [{ ref: 'a', grossMinor: 10_000n }])
  await shop.open(at('2026-03-05T03:00:00'), 'USD', '2026-03-05')
  const { ref } = await shop.cut(at('2026-03-05T15:00:00'), 'USD', { source: '1' })
  await shop.settle(at('2026-03-06T03:00:00'), 'USD', [{ ref: 'b', grossMinor: 10_000n }])

  const session = await testApp.signIn(merchant, { roles: ['admin'] })
  const listed = async (filters: object) => {
    const { body } = await testApp.call(session, 'POST', `/merchant/${merchant.key}/payments`, { filters })
    const rows = body.content as unknown as { order_ref: string; remit_status: string }[]
    return rows.map(({ order_ref: of, remit_status: state }) => `${of} ${state}`).toSorted()
  }
  expect(await listed({})).toEqual(['a IN_SETTLEMENT', 'b PSP_SETTLED', 'c UNSETTLED', 'home '])
  expect(await listed({ remit_status: 'PSP_SETTLED' })).toEqual(['b PSP_SETTLED'])
  expect(await listed({ remit_status: ['UNSETTLED', 'IN_SETTLEMENT'], currency: 'USD' })).toEqual(['a IN_SETTLEMENT', 'c UNSETTLED']) // prettier-ignore
  expect(await listed({ remit_status: ['UNSETTLED', 'PSP_SETTLED', 'IN_SETTLEMENT', 'REMITTED'] })).toHaveLength(3)

  const details = async (of: string) => {
    const path = `/merchant/${merchant.key}/transaction-details`
    return (await testApp.call(session, 'POST', path, { order_ref: of })).body.content
  }
  expect(await details('a')).toMatchObject({ remit_status: 'IN_SETTLEMENT', settlement_ref: ref })
  expect(await details('b')).toMatchObject({ remit_status: 'PSP_SETTLED', settlement_ref: '' })

  const file = await testApp.app.inject({
    method: 'POST',
    url: `/gateway/merchant/${merchant.key}/export-payments`,
    payload: { filters: { remit_status: ['PSP_SETTLED'] }, format: 'csv', columns: [{ key: 'order_ref' }, { key: 'remit_status' }] }, // prettier-ignore
    headers: { authorization: `Bearer ${session.token}` },
  })
  expect(file.body.trimEnd().split('\r\n').slice(1)).toEqual(['b,PSP_SETTLED'])
})
