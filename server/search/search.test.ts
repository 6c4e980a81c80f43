import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import type { SearchHit } from '#contract/search.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { seedObjects } from '#test/objects.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
let row: { link_ref: string; order_ref: string; merchant_order_ref: string; email_lower: string; webhook_id: string }
const eventId = '01890a5d-ac96-774b-bcce-b302099a8057'

beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  await seedObjects(testApp, merchant, 'Harbour Tours')
  await seedObjects(testApp, await testApp.addMerchant(), 'Harbour Tours')
  admin = await testApp.signIn(merchant)
  row = await testApp.owner.transaction(null, async (tx) => {
    await tx.query('update payment_links set customer_name_lower = lower(customer_name)', [])
    await tx.query(
      'update payments p set merchant_order_ref = l.merchant_order_ref from payment_links l where l.link_ref = p.payable_ref',
      [],
    )
    await tx.query('update webhooks set name_lower = lower(name)', [])
    await tx.query(`update payments set shopper_email = 'Zoe@shop.example', shopper_email_lower = 'zoe@shop.example', channel_order_ref = 'pi_77' where merchant_id = $1`, [merchant.merchantId]) // prettier-ignore
    await tx.query(`insert into webhook_events select merchant_id, environment, $2, 'payment', order_ref, '{}', now() from payments where merchant_id = $1`, [merchant.merchantId, eventId]) // prettier-ignore
    const [found] = await tx.query<typeof row>(
      `select l.link_ref, p.order_ref, l.merchant_order_ref, l.email_lower, w.webhook_id from payments p
       join payment_links l on l.merchant_id = p.merchant_id and l.link_ref = p.payable_ref join webhooks w on w.merchant_id = p.merchant_id where p.merchant_id = $1`,
      [merchant.merchantId],
    )
    if (!found) throw new Error('nothing was seeded')
    return found
  })
})
afterAll(() => testApp.close())

const find = async (q: string, session = admin) => {
  const answer = await testApp.call(session, 'GET', `/api/search?q=${encodeURIComponent(q)}`)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body.content as unknown as SearchHit[]).map(({ kind, ref }) => `${kind} ${ref}`)
}

it('finds by every reference, whole', async () => {
  expect(await find(row.link_ref)).toEqual([`payment_link ${row.link_ref}`])
  expect(await find(row.order_ref)).toEqual([`payment ${row.order_ref}`])
  expect(await find('pi_77')).toEqual([`payment ${row.order_ref}`])
  expect(await find(row.webhook_id)).toEqual([`webhook ${row.webhook_id}`])
  expect(await find(eventId)).toEqual([`payment ${row.order_ref}`])
})

it('finds by the start of a known text, in any case', async () => {
  expect(await find(row.merchant_order_ref.slice(0, 9))).toEqual(
    expect.arrayContaining([`payment ${row.order_ref}`, `payment_link ${row.link_ref}`]),
  )
  expect(await find('ZOE@')).toEqual([`payment ${row.order_ref}`])
  expect(await find('harbour')).toEqual(
    expect.arrayContaining([`payment_link ${row.link_ref}`, `webhook ${row.webhook_id}`]),
  )
})

it('finds nothing of another merchant, of the other environment, or beyond the user’s rights', async () => {
  const stranger = await testApp.signIn(await testApp.addMerchant())
  for (const wanted of [row.link_ref, row.order_ref, row.webhook_id, eventId, 'harbour', 'zoe@'])
    expect(await find(wanted, stranger), wanted).toEqual([])
  expect(await find(row.link_ref, await testApp.signIn(merchant, { environment: 'live' }))).toEqual([])
  const may: [Role, string[]][] = [
    ['payment-user', ['payment']],
    ['payouts-admin', ['webhook']],
    ['payouts-user', []],
    ['payment-links-user', ['payment', 'payment_link']],
  ]
  for (const [role, kinds] of may) {
    const session = await testApp.signIn(merchant, { roles: [role] })
    const found = [row.link_ref, row.order_ref, row.webhook_id, eventId].map((wanted) => find(wanted, session))
    const seen = (await Promise.all(found)).flat().map((hit) => hit.split(' ')[0] ?? '')
    expect({ role, kinds: new Set(seen) }).toEqual({ role, kinds: new Set(kinds) })
  }
})

it('finds refunds by both references, batches, tickets, users and a card by its last four digits', async () => {
  const shop = await testApp.addMerchant()
  const objects = await seedObjects(testApp, shop, 'Orchid House')
  const by = await testApp.signIn(shop)
  const refundId = objects.of('refund')
  await testApp.owner.transaction(null, async (tx) => {
    await tx.query(`update refunds set psp_refund_id = 're_90' where merchant_id = $1`, [shop.merchantId])
    await tx.query(`update payouts set channel_ref = 'bank_77' where merchant_id = $1`, [shop.merchantId])
    await tx.query(`update payments set masked_card_number = '424242******4321' where merchant_id = $1`, [shop.merchantId])
    await tx.query(`update refund_batches set file_name = 'Week 12 returns.xlsx' where merchant_id = $1`, [shop.merchantId])
    await tx.query(`update support_tickets set subject = 'Where are my returns?' where merchant_id = $1`, [shop.merchantId])
  }) // prettier-ignore
  expect(await find(refundId, by)).toEqual([`refund ${refundId}`])
  expect(await find('re_90', by)).toEqual([`refund ${refundId}`])
  const payout = objects.of('payout')
  expect(await find(payout, by)).toEqual([`payout ${payout}`])
  expect(await find('bank_77', by)).toEqual([`payout ${payout}`])
  expect((await find('ORCHID', by)).toSorted()).toContain(`payout ${payout}`)
  const makers = await testApp.signIn(shop, { roles: ['payouts-user'] })
  const shops = await testApp.signIn(shop, { roles: ['payment-user'] })
  expect([await find(payout, makers), await find(payout, shops)]).toEqual([[`payout ${payout}`], []])
  expect(await find('4321', by)).toEqual([`payment ${objects.of('payment')}`])
  expect(new Set(await find('returns', by))).toEqual(
    new Set([`refund_batch ${objects.of('refundBatch')}`, `ticket ${objects.of('ticket')}`]),
  )
  expect(await find(objects.of('ticket').toLowerCase(), by)).toEqual([`ticket ${objects.of('ticket')}`])
  expect((await find('test us', by)).map((hit) => hit.split(' ')[0])).toContain('user')
  const clerk = await testApp.signIn(shop, { roles: ['payment-user'] })
  expect(await find('test us', clerk)).toEqual([])
  expect(await find('returns', clerk)).toEqual([])
})

it('finds subscriptions and prices by reference, order id, name and the customer’s e-mail, with what a period comes to', async () => {
  const shop = await testApp.addMerchant()
  const objects = await seedObjects(testApp, shop, 'Lantern Yoga')
  const [subscription, price] = [`subscription ${objects.of('subscription')}`, `price ${objects.of('price')}`]
  const by = await testApp.signIn(shop)
  await testApp.owner.transaction(null, async (tx) => {
    await tx.query(`update subscriptions set merchant_order_ref = 'Yoga-77', email_lower = 'mei@yoga.example', quantity = 3 where merchant_id = $1`, [shop.merchantId]) // prettier-ignore
    await tx.query(`update prices set merchant_order_ref = 'Plan-77' where merchant_id = $1`, [shop.merchantId])
  })
  expect(await find(objects.of('subscription'), by)).toEqual([subscription])
  expect(await find('Yoga-', by)).toEqual([subscription])
  expect(await find('MEI@', by)).toEqual([subscription])
  expect(await find(objects.of('price'), by)).toEqual([price])
  expect(await find('Plan-7', by)).toEqual([price])
  expect(await find('lantern Y', by)).toEqual(expect.arrayContaining([subscription, price]))
  const { body } = await testApp.call(by, 'GET', '/api/search?q=Yoga-77')
  expect(body.content).toMatchObject([
    { title: 'Yoga-77', about: 'Lantern Yoga', amount: 30, currency: 'SGD', status: 'active', merchant_name: '' },
  ])
  const links = await testApp.signIn(shop, { roles: ['payment-links-user'] })
  for (const wanted of ['Yoga-', 'Plan-7', objects.of('price')]) expect(await find(wanted, links), wanted).toEqual([])
  expect(await find('Yoga-', await testApp.signIn(await testApp.addMerchant()))).toEqual([])
})

it('finds names of users and merchants, subjects and files by any part, in the lower case of every language', async () => {
  const boss = await testApp.addMerchant({ kind: 'master', name: 'Boss' })
  const owned = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId, name: 'Élan Đồ Gỗ' })
  const objects = await seedObjects(testApp, boss, 'Boss')
  const by = await testApp.signIn(boss)
  await testApp.owner.transaction(null, async (tx) => {
    const of = [boss.merchantId]
    await tx.query(`update sub_users set name = 'Đặng Ánh' where merchant_id = $1`, of)
    await tx.query(`update refund_batches set file_name = 'Übersicht.xlsx' where merchant_id = $1`, of)
    await tx.query(`update support_tickets set subject = 'Где ОПЛАТА?' where merchant_id = $1`, of)
  })
  for (const typed of ['ánh', 'ÁNH']) expect((await find(typed, by)).join()).toMatch(/^user /)
  expect(await find('đồ gỗ', by)).toEqual([`merchant ${owned.key}`])
  expect(await find('übersicht', by)).toEqual([`refund_batch ${objects.of('refundBatch')}`])
  expect(await find('оплата', by)).toEqual([`ticket ${objects.of('ticket')}`])
})

it("finds a master's merchants and their objects, and says whose each is; no other merchant's", async () => {
  const boss = await testApp.addMerchant({ kind: 'master', name: 'Boss' })
  const owned = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId, name: 'Quiet Lagoon' })
  const objects = await seedObjects(testApp, owned, 'Quiet Lagoon')
  const by = await testApp.signIn(boss)
  expect(await find('quiet', by)).toContain(`merchant ${owned.key}`)
  const answer = await testApp.call(by, 'GET', `/api/search?q=${objects.of('payment')}`)
  expect(answer.body.content).toMatchObject([
    { kind: 'payment', merchant_key: owned.key, merchant_name: 'Quiet Lagoon' },
  ])
  const own = await testApp.call(await testApp.signIn(owned), 'GET', `/api/search?q=${objects.of('payment')}`)
  expect(own.body.content).toMatchObject([{ kind: 'payment', merchant_key: '', merchant_name: '' }])
  const clerk = await testApp.signIn(boss, { roles: ['payment-user'] })
  expect((await find('quiet', clerk)).filter((hit) => hit.startsWith('merchant'))).toEqual([])
  expect(await find(row.order_ref, by)).toEqual([])
})

it('asks for two characters, and no pattern is one', async () => {
  for (const wanted of ['', 'h', '%%', '__', '.*', "' or 1=1 --", '\u202e\u202e'])
    expect(await find(wanted)).toEqual([])
})
