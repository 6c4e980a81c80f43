import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-log.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { masterOf } from '#server/master-merchants/fixtures.ts'
import { invite, update, userIn } from '#server/users/fixtures.ts'
import { linkBody } from '#test/link-body.ts'
import { act } from './fixtures.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

interface Page {
  content: AuditEntry[]
  total_elements: number
  next_cursor: string | null
}
async function list(session: TestSession, asked: object = {}, merchant = session.merchant): Promise<Page> {
  const answer = await testApp.call(session, 'POST', `/merchants/${merchant.key}/audit-logs`, asked)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as Page
}
const history = (session: TestSession, object: string, ref: string) =>
  testApp.call(session, 'POST', '/api/audit/history', { object, ref })
async function newLink(session: TestSession): Promise<string> {
  const answer = await testApp.call(session, 'POST', '/merchants/paymentLink', linkBody(session, 'Made'))
  return (answer.body as unknown as { content: { link_ref: string } }).content.link_ref
}
const admin = async (merchant: TestMerchant, name = 'Anna Admin') => testApp.signIn(merchant, { name })

describe('the list', () => {
  it('records actor, act, time, address and the values before and after', async () => {
    const merchant = await testApp.addMerchant()
    const session = await admin(merchant)
    const path = `/merchants/${merchant.key}`
    const made = await testApp.call(session, 'POST', `${path}/webhooks`, { name: 'Shop', url: 'http://127.0.0.1:8099/a', type: 'payment' }) // prettier-ignore
    const { uuid } = (made.body as unknown as { content: { uuid: string } }).content
    const changed = await testApp.call(session, 'PUT', `${path}/update-webhook`, {
      uuid,
      name: 'Shop 2',
      url: 'http://127.0.0.1:8099/a',
      type: 'payment',
      enabled: false,
    })
    expect(changed.status, changed.text).toBe(200)
    const { content, total_elements } = await list(session)
    expect(total_elements).toBe(2)
    expect(content[0]).toMatchObject({
      actor: 'Anna Admin',
      actor_id: session.subUserId,
      by_master: false,
      action: 'webhook.update',
      object_ref: uuid,
      result: 'done',
      address: '127.0.0.1',
      seq: 2,
      changes: { name: { before: 'Shop', after: 'Shop 2' }, enabled: { before: true, after: false } },
    })
    expect(content[1]?.changes).toMatchObject({ url: { before: '', after: 'http://127.0.0.1:8099/a' } })
  })

  it('finds by act, result, person, object, address, time and request', async () => {
    const merchant = await testApp.addMerchant()
    const [anna, user] = [
      await admin(merchant),
      await testApp.signIn(merchant, { roles: ['payouts-user'], name: 'Pat' }),
    ]
    const ref = await newLink(anna)
    await testApp.call(anna, 'PUT', `/api/paymentLink/${ref}/status/cancelled`, {})
    const denied = await testApp.call(user, 'POST', '/merchants/paymentLink', linkBody(user, 'Not mine to make'))
    const acts = async (filters: object, more: object = {}) =>
      (await list(anna, { filters, ...more })).content.map(({ action, result }) => `${action} ${result}`)
    const all = ['payment-link.create denied', 'payment-link.cancel done', 'payment-link.create done']
    expect(await acts({})).toEqual(all)
    expect(await acts({ action: 'payment-link.create' })).toEqual([all[0], all[2]])
    expect(await acts({ action: ['payment-link.cancel', 'webhook.create'] })).toEqual([all[1]])
    expect(await acts({ result: 'denied' })).toEqual([all[0]])
    expect(await acts({ actor_id: user.subUserId })).toEqual([all[0]])
    expect(await acts({ actor_id: 'nobody' })).toEqual([])
    expect(await acts({ object_ref: ref })).toEqual([all[1], all[2]])
    expect(await acts({ address: '127.0.0.1' })).toEqual(all)
    expect(await acts({ address: '10.0.0.1' })).toEqual([])
    expect(await acts({ at: { to: '2020-01-01 00:00:00' } })).toEqual([])
    expect(await acts({ at: { from: '2020-01-01 00:00:00' } })).toEqual(all)
    expect(await acts({}, { search: denied.body['request_id'] })).toEqual([all[0]])
    expect(await acts({}, { search: ref })).toEqual([all[1], all[2]])
    const actors = await testApp.call(anna, 'GET', `/api/merchants/${merchant.key}/audit/actors`)
    expect(actors.body['content']).toEqual([
      { actor_id: anna.subUserId, name: 'Anna Admin' },
      { actor_id: user.subUserId, name: 'Pat' },
    ])
  })

  it('pages by key to the end and back, each row once', async () => {
    const merchant = await testApp.addMerchant()
    const session = await admin(merchant)
    await act(testApp, { merchantId: merchant.merchantId, environment: 'sandbox' }, 23)
    for (const order of ['asc', 'desc']) {
      const seen: number[] = []
      let cursor: string | null = null
      do {
        const page: Page = await list(session, { pagesize: 5, sorting_data: [{ column: 'at', order }], ...(cursor && { cursor }) }) // prettier-ignore
        seen.push(...page.content.map(({ seq }) => seq ?? 0))
        cursor = page.next_cursor
      } while (cursor)
      expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, n) => n + 1))
    }
  })

  it('is the own environment alone, and of the own merchant', async () => {
    const [merchant, other] = [await testApp.addMerchant(), await testApp.addMerchant()]
    for (const environment of ['sandbox', 'live'] as const)
      await act(testApp, { merchantId: merchant.merchantId, environment }, environment === 'live' ? 3 : 1)
    await act(testApp, { merchantId: other.merchantId, environment: 'sandbox' }, 5)
    expect((await list(await admin(merchant))).total_elements).toBe(1)
    expect((await list(await testApp.signIn(merchant, { environment: 'live' }))).total_elements).toBe(3)
  })

  it('leaves as a spreadsheet', async () => {
    const merchant = await testApp.addMerchant()
    const session = await admin(merchant)
    await act(testApp, { merchantId: merchant.merchantId, environment: 'sandbox' }, 2)
    const columns = ['at', 'actor', 'action', 'changes', 'seq', 'request_id'].map((key) => ({ key }))
    const answer = await testApp.call(session, 'POST', `/api/merchants/${merchant.key}/audit/export`, { columns })
    expect(answer.status).toBe(200)
    expect(answer.text.startsWith('PK')).toBe(true)
  })
})

describe('a master', () => {
  it('sees the logs of all its merchants together, each row with whose it is, and its own acts in theirs', async () => {
    const master = await testApp.addMerchant({ kind: 'master' })
    const owned = await testApp.addMerchant({ kind: 'owned', masterId: master.merchantId })
    const stranger = await testApp.addMerchant()
    const boss = await admin(master, 'Boss')
    await act(testApp, { merchantId: stranger.merchantId, environment: 'sandbox' }, 1)
    await testApp.call(boss, 'POST', `/merchants/${owned.key}/webhooks`, { name: 'W', url: 'http://127.0.0.1:8099/', type: 'payment' }) // prettier-ignore
    const answer = await testApp.call(boss, 'POST', `/master-merchant/${master.key}/audit-logs`, {})
    expect(answer.body['content']).toMatchObject([
      { action: 'webhook.create', actor: 'Boss', by_master: true, merchant_key: owned.key },
    ])
    const theirs = await testApp.signIn(owned)
    expect((await list(theirs)).content).toMatchObject([{ action: 'webhook.create', actor: 'Boss', by_master: true }])
    const foreign = await testApp.call(boss, 'POST', `/master-merchant/${master.key}/audit-logs`, { merchant_keys: [stranger.key] }) // prettier-ignore
    expect(foreign.status).toBe(404)
  })
})

describe("an object's history", () => {
  it('is for users who may see the object, with addresses only for readers of the whole log', async () => {
    const merchant = await testApp.addMerchant()
    const [anna, links, payouts] = [
      await admin(merchant),
      await testApp.signIn(merchant, { roles: ['payment-links-user'] }),
      await testApp.signIn(merchant, { roles: ['payouts-user'] }),
    ]
    const ref = await newLink(anna)
    await newLink(anna)
    expect((await history(anna, 'payment-link', ref)).body['content']).toMatchObject([
      { action: 'payment-link.create', actor: 'Anna Admin', address: '127.0.0.1' },
    ])
    expect((await history(links, 'payment-link', ref)).body['content']).toMatchObject([
      { action: 'payment-link.create', actor: 'Anna Admin', address: '', request_id: '' },
    ])
    expect((await history(payouts, 'payment-link', ref)).status).toBe(403)
    expect((await history(links, 'webhook', crypto.randomUUID())).status).toBe(404)
  })

  it("of a user is what was done to them, whoever did it, for the merchant's administrators", async () => {
    const merchant = await testApp.addMerchant()
    const [anna, clerk] = [await admin(merchant), await testApp.signIn(merchant, { roles: ['payment-admin'] })]
    const { subUserUuid } = userIn(await invite(testApp, anna))
    await update(testApp, anna, subUserUuid, { name: 'Mei Tan' })
    expect((await update(testApp, clerk, subUserUuid, { name: 'Mine' })).status).toBe(403)
    expect((await history(anna, 'user', subUserUuid)).body['content']).toMatchObject([
      { action: 'user.update', result: 'denied', actor_id: clerk.subUserId },
      { action: 'user.update', result: 'done', changes: { name: { after: 'Mei Tan' } } },
      { action: 'user.invite', result: 'done' },
    ])
    expect((await history(clerk, 'user', subUserUuid)).status).toBe(403)
    expect((await history(await admin(await testApp.addMerchant()), 'user', subUserUuid)).status).toBe(404)
  })

  it("of a master's merchant is what the master did to it, active or not, for who manages merchants", async () => {
    const [master, other] = [await masterOf(testApp, 'Boss'), await masterOf(testApp, 'Other')]
    const { uuid } = await master.add()
    const second = await master.add()
    await master.status(uuid, 'INACTIVE')
    await master.move({ remove_merchants: [uuid, second.uuid] })
    expect((await history(master.session, 'merchant', uuid)).status).toBe(404)
    await master.move({ add_merchants: [second.key, uuid] })
    const acts = [
      { action: 'merchant.change-merchants', changes: { master: { before: '', after: 'Boss' } } },
      { action: 'merchant.change-merchants', changes: { master: { before: 'Boss', after: '' } } },
    ]
    expect((await history(master.session, 'merchant', uuid)).body['content']).toMatchObject([
      ...acts,
      { action: 'merchant.set-status', changes: { status: { after: 'INACTIVE' } } },
      { action: 'merchant.add' },
    ])
    expect((await history(master.session, 'merchant', second.uuid)).body['content']).toMatchObject([
      ...acts,
      { action: 'merchant.add' },
    ])
    const clerk = await testApp.signIn(master.merchant, { roles: ['payment-admin'] })
    for (const session of [clerk, other.session, await admin(await testApp.addMerchant())])
      expect((await history(session, 'merchant', uuid)).status).toBe(404)
  })

  it('of a ticket is for whom the ticket is there for, and that of single sign-on for administrators', async () => {
    const merchant = await testApp.addMerchant()
    const [anna, clerk, other] = [
      await admin(merchant),
      await testApp.signIn(merchant, { roles: ['payment-user'] }),
      await testApp.signIn(merchant, { roles: ['payment-user'] }),
    ]
    const wish = { subject: 'Why?', category: 'refunds', text: 'It says no.' }
    const made = await testApp.call(clerk, 'POST', '/api/support/tickets', wish)
    const { ticket_ref: ref } = made.body.content as unknown as { ticket_ref: string }
    await testApp.call(anna, 'POST', `/api/support/tickets/${ref}/close`)
    const acts = [{ action: 'ticket.close' }, { action: 'ticket.create' }]
    for (const session of [anna, clerk])
      expect((await history(session, 'ticket', ref)).body['content']).toMatchObject(acts)
    expect((await history(other, 'ticket', ref)).status).toBe(404)
    expect((await history(anna, 'single-sign-on', merchant.merchantId)).body['content']).toEqual([])
    expect((await history(clerk, 'single-sign-on', merchant.merchantId)).status).toBe(403)
  })

  it('tells nothing of acts on another kind of object under the same reference', async () => {
    const merchant = await testApp.addMerchant()
    const [anna, user] = [await admin(merchant), await testApp.signIn(merchant, { roles: ['payouts-user'] })]
    await testApp.call(anna, 'POST', `/api/merchants/${merchant.key}/reveal-secret`)
    const of = (session: TestSession, object: string) => history(session, object, merchant.merchantId)
    expect((await of(anna, 'secret')).body['content']).toMatchObject([{ action: 'merchant.reveal-secret' }])
    expect((await of(anna, 'merchant')).body['content']).toEqual([])
    expect((await of(user, 'merchant')).status).toBe(200)
    expect((await of(user, 'secret')).status).toBe(403)
    for (const object of ['payment', 'payment-link', 'refund-batch', 'webhook', 'user'])
      expect((await of(anna, object)).status, object).toBe(404)
  })
})
