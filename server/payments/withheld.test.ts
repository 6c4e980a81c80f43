import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'

let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

it('the facts of the page of a payment alone are empty in the list and its export for roles that may not open it', async () => {
  const { merchant, testApp } = back.paying
  const orderRef = await back.paid()
  const facts = { shopper_phone: '+6591234567', shopper_address: '1 Tanjong Pagar', shopper_ip: '203.0.113.9', device_info: 'Mozilla/5.0' } // prettier-ignore
  await back.paying.sql(
    `update payments set shopper_phone = '${facts.shopper_phone}', shopper_address = '${facts.shopper_address}',
       shopper_ip = '${facts.shopper_ip}', device_info = '${facts.device_info}' where merchant_id = $1 and order_ref = '${orderRef}'`,
  )
  const withheld = { shopper_phone: '', shopper_address: '', shopper_ip: '', device_info: '' }
  for (const [role, seen] of [
    ['recon-user', withheld],
    ['payment-user', facts],
  ] as const) {
    const session = await testApp.signIn(merchant, { roles: [role] })
    const answer = await testApp.call(session, 'POST', `/merchant/${merchant.key}/payments`, { search: orderRef })
    expect(answer.body.content, role).toMatchObject([{ order_ref: orderRef, ...seen }])
    const file = await testApp.app.inject({
      method: 'POST',
      url: `/gateway/merchant/${merchant.key}/export-payments`,
      payload: {
        search: orderRef,
        format: 'csv',
        columns: ['order_ref', ...Object.keys(facts)].map((key) => ({ key })),
      },
      headers: { authorization: `Bearer ${session.token}` },
    })
    const written =
      role === 'recon-user' ? ['', '', '', ''] : Object.values(facts).map((text) => text.replace(/^\+/, "'+"))
    expect(file.body.split('\r\n')[1], role).toBe([orderRef, ...written].join(','))
  }
})
