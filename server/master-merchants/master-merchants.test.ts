import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo } from '#server/messages/fixtures.ts'
import { newAddress, post, signIn, goodPassword } from '#server/registration/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { seedObjects } from '#test/objects.ts'
import { inviteToken, managedBy, masterOf, registeredBy, rowOf, type Master } from './fixtures.ts'

let testApp: TestApp
let master: Master
beforeAll(async () => {
  testApp = await openTestApp()
  master = await masterOf(testApp)
})
afterAll(() => testApp.close())

const auditOf = (uuid: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<Record<string, unknown>>(
      'select action, actor_merchant_id, actor_id, result from audit_events where merchant_id = $1 order by event_id',
      [uuid],
    ),
  )
const as = (key: string) => ({ 'x-sub-merchant-key': key })
const linksOf = (key: string, headers = as(key)) => master.ask('POST', `/merchant/${key}/paymentLinks`, {}, headers)

describe('an owned merchant', () => {
  it('is there at once, in the configured country, without a login', async () => {
    const owned = await master.add({ name: 'Coral Bay', ph_number: '+84 123 4567' })
    expect(owned).toMatchObject({
      name: 'Coral Bay',
      kind: 'owned',
      country: 'VN',
      currency: 'VND',
      status: 'ACTIVE',
      acc_status: 'SANDBOX',
      kyc_status: 'PENDING',
      ph_number: '+84 123 4567',
      is_login_allowed: false,
      is_invite_merchant: false,
      use_master_merchant_creds: false,
      writable: true,
    })
    expect(owned.kyc_link).toMatch(/^http:\/\/localhost:8080\/kyc#token=[\w.-]{66}$/)
    expect((await linksOf(owned.key)).status).toBe(200)
    expect(await messagesTo(testApp, owned.email_address)).toEqual([])
    expect(await auditOf(owned.uuid)).toMatchObject([
      { action: 'merchant.added', actor_merchant_id: master.merchant.merchantId, actor_id: master.session.subUserId },
    ])
  })

  it('is made by register too, with a master’s session only', async () => {
    const email = newAddress()
    const body = {
      merchant_name: 'By Register',
      merchant_loginid: email,
      is_login_allowed: false,
      send_kyc_link_email: true,
    }
    const answer = await master.ask('POST', '/api/account/register', body)
    expect(answer.status, answer.text).toBe(200)
    expect(await master.names()).toContain('By Register')
    expect((await messagesTo(testApp, email))[0]?.subject).toBe('Verify By Register')

    const single = await testApp.addMerchant()
    const user = await testApp.signIn(single)
    const clerk = await testApp.signIn(master.merchant, { roles: ['payment-admin'] })
    for (const session of [user, clerk])
      expect((await testApp.call(session, 'POST', '/api/account/register', body)).status).toBe(403)
    const forged = { authorization: `Bearer ${'A'.repeat(43)}` }
    expect((await testApp.call(null, 'POST', '/api/account/register', body, forged)).status).toBe(401)
    expect((await post(testApp, 'register', body)).status).toBe(400)
  })

  it('gets a first login only by an invite to its own address, and none when it may have none', async () => {
    const email = newAddress()
    const owned = await master.add({ name: 'With Login', email_address: email, is_login_allowed: true })
    const token = await inviteToken(testApp, email)
    expect((await registeredBy(testApp, { email, token })).status).toBe(200)
    const answer = await signIn(testApp, email, goodPassword)
    expect(answer.body.content).toMatchObject({ user: { merchantUuid: owned.uuid, roles: ['admin'] } })
    expect(await rowOf(testApp, owned.uuid)).toMatchObject({ kind: 'owned', master_id: master.merchant.merchantId })

    const closed = await master.add({ name: 'Without' })
    const claimed = await testApp.owner.transaction(null, async (tx) => {
      const sub = crypto.randomUUID()
      await tx.query(
        `insert into sub_users (merchant_id, sub_user_id, name, email, roles, password_phc, created_at) values ($1, $2, 'x', 'x', '{admin}', '', now())`,
        [closed.uuid, sub],
      )
      return tx.query<{ claimed: boolean }>('select claim_login($1, $2, $3) as claimed', [
        newAddress(),
        closed.uuid,
        sub,
      ])
    })
    expect(claimed).toEqual([{ claimed: false }])
  })

  it('is made once for one idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { name: 'Only Once', email_address: newAddress() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => master.ask('POST', '/master-merchant/{key}/add-merchant', body, key)),
    )
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
    expect((await master.names()).filter((name) => name === 'Only Once')).toHaveLength(1)
  })
})

describe('an inactive merchant', () => {
  it('neither signs in nor takes payments, at once; its pages say so, and it comes back with a new sign-in', async () => {
    const managed = await managedBy(master, 'On And Off')
    const session = () => testApp.call(null, 'GET', '/api/account/session', undefined, managed.headers)
    expect((await session()).status).toBe(200)
    expect((await master.status(managed.uuid, 'INACTIVE')).body['message']).toBe('Merchant status updated')
    expect((await session()).status).toBe(401)
    expect((await signIn(testApp, managed.email, goodPassword)).status).toBe(400)
    expect((await linksOf(managed.key)).status).toBe(404)
    expect((await master.status(managed.uuid, 'ACTIVE')).status).toBe(200)
    expect((await session()).status).toBe(401)
    expect((await signIn(testApp, managed.email, goodPassword)).status).toBe(200)
    const rows = (await auditOf(managed.uuid)).filter((row) => row['action'] === 'merchant.set-status')
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatchObject({ actor_merchant_id: master.merchant.merchantId })
  })

  it('has links whose page says that it takes no payments, and that start none', async () => {
    const shop = await testApp.addMerchant({ kind: 'owned', masterId: master.merchant.merchantId, name: 'Closed Shop' })
    const objects = await seedObjects(testApp, shop, 'Closed Shop')
    const ref = objects.of('paymentLink')
    const page = () => testApp.app.inject({ url: `/pay/${ref}?lang=en` })
    const start = () => testApp.call(null, 'POST', `/api/checkout/${ref}/attempts`, { method: 'CARD', token: 'tok_x' })
    expect((await page()).body).toContain('page-data')
    const before = (await page()).body
    await master.status(shop.key, 'INACTIVE')
    const answer = await page()
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Closed Shop')
    expect(answer.body).not.toBe(before)
    const refused = await start()
    expect([refused.status, refused.body['status_reason']]).toEqual([409, 'MERCHANT_INACTIVE'])
    await master.status(shop.key, 'ACTIVE')
    expect((await start()).body['status_reason']).not.toBe('MERCHANT_INACTIVE')
  })

  it('is set by its own master only, and only to a known state', async () => {
    const owned = await master.add({ name: 'Mine' })
    const rival = await masterOf(testApp, 'Rival')
    expect((await rival.status(owned.uuid, 'INACTIVE')).status).toBe(404)
    expect((await rival.status(owned.key, 'INACTIVE')).status).toBe(404)
    expect((await master.status(owned.uuid, 'DELETED')).status).toBe(400)
    expect(await rowOf(testApp, owned.uuid)).toMatchObject({ status: 'ACTIVE' })
    expect((await master.status(master.merchant.merchantId, 'INACTIVE')).status).toBe(404)
  })
})

describe('merchants that are let go', () => {
  it('keep their data: a managed one stays active, an owned one becomes inactive; both can be taken back', async () => {
    const managed = await managedBy(master, 'Goes Alone')
    const owned = await master.add({ name: 'Goes To Sleep' })
    const gone = await master.move({ remove_merchants: [managed.uuid, owned.key] })
    expect(gone.body['message']).toBe('Merchants updated')
    expect(await rowOf(testApp, managed.uuid)).toMatchObject({ kind: 'single', master_id: null, status: 'ACTIVE' })
    expect(await rowOf(testApp, owned.uuid)).toMatchObject({ kind: 'owned', master_id: null, status: 'INACTIVE' })
    for (const key of [managed.key, owned.key]) expect((await linksOf(key)).status).toBe(404)
    expect((await messagesTo(testApp, managed.email)).at(-1)?.subject).toBe('Boss no longer manages your account')

    expect((await master.move({ add_merchants: [managed.key, owned.uuid] })).status).toBe(200)
    expect(await rowOf(testApp, managed.uuid)).toMatchObject({ kind: 'managed', master_id: master.merchant.merchantId })
    expect(await rowOf(testApp, owned.uuid)).toMatchObject({ kind: 'owned', status: 'INACTIVE' })
    await master.status(owned.uuid, 'ACTIVE')
    expect((await linksOf(owned.key)).status).toBe(200)
  })

  it('are none but its own: a foreign, an absent and an unwilling one are alike, and all or none is done', async () => {
    const rival = await masterOf(testApp, 'Rival')
    const foreign = await testApp.addMerchant({ name: 'Foreign' })
    const theirs = await rival.add({ name: 'Theirs' })
    const unwilling = await managedBy(master, 'Unwilling')
    const left = await testApp.call(
      null,
      'POST',
      `/api/merchants/${unwilling.uuid}/leave-master`,
      undefined,
      unwilling.headers,
    )
    expect(left.status, left.text).toBe(200)
    const mine = await master.add({ name: 'All Or None' })
    const texts = new Set<string>()
    for (const named of [foreign.merchantId, foreign.key, theirs.uuid, unwilling.key, 'absent', crypto.randomUUID()]) {
      const answer = await master.move({ remove_merchants: [mine.uuid], add_merchants: [named] })
      expect(answer.status, named).toBe(404)
      texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''))
      expect((await master.move({ remove_merchants: [named] })).status).toBe(404)
    }
    expect(texts.size).toBe(1)
    expect(await rowOf(testApp, mine.uuid)).toMatchObject({ master_id: master.merchant.merchantId })
    expect(await rowOf(testApp, foreign.merchantId)).toMatchObject({ kind: 'single', master_id: null })
    expect(await rowOf(testApp, theirs.uuid)).toMatchObject({ master_id: rival.merchant.merchantId })
  })

  it('say no to being taken back', async () => {
    const managed = await managedBy(master, 'Says No')
    await master.move({ remove_merchants: [managed.uuid] })
    const whose = () => testApp.call(null, 'GET', `/api/merchants/${managed.uuid}/master`, undefined, managed.headers)
    expect((await whose()).body.content).toMatchObject({ name: 'Boss', is_former: true })
    await testApp.call(null, 'POST', `/api/merchants/${managed.uuid}/leave-master`, undefined, managed.headers)
    expect((await whose()).body.content).toMatchObject({ name: '' })
    expect((await master.move({ add_merchants: [managed.uuid] })).status).toBe(404)
  })
})

describe('the list of merchants', () => {
  it('pages, filters and searches what is the master’s, active or not, and goes on by cursor without a gap', async () => {
    const boss = await masterOf(testApp, 'Lister')
    const made: string[] = []
    for (let at = 0; at < 7; at++) {
      const { name, uuid } = await boss.add({ name: `Shop ${at}`, country: at % 2 ? 'SG' : 'TH' })
      made.push(name)
      if (at === 3) await boss.status(uuid, 'INACTIVE')
    }
    expect(await boss.names()).toEqual(made)
    expect(await boss.names({ status: 'INACTIVE' })).toEqual(['Shop 3'])
    expect(await boss.names({ country: 'SG' })).toEqual(['Shop 1', 'Shop 3', 'Shop 5'])
    expect(await boss.names({ merchant_kind: ['managed'] })).toEqual([])
    expect(await boss.names({ kyc_status: ['PENDING', 'RESUBMIT'] })).toEqual(made)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const answer = await boss.ask('POST', '/master-merchant/{key}/merchants/paginated', {
        pagesize: 3,
        order: 'asc',
        ...(cursor && { cursor }),
      })
      const { content, next_cursor, total_elements } = answer.body as unknown as {
        content: { name: string }[]
        next_cursor: string | null
        total_elements: number
      }
      expect(total_elements).toBe(7)
      found.push(...content.map((row) => row.name))
      cursor = next_cursor
    } while (cursor)
    expect(found).toEqual(made)
    const search = await boss.ask('POST', '/master-merchant/{key}/merchants/paginated', { search: 'SHOP 4' })
    expect(search.body['total_elements']).toBe(1)
    const filters = encodeURIComponent(JSON.stringify({ country: 'TH' }))
    const older = await boss.ask('GET', `/master-merchant/{key}/merchants?pageIndex=1&pagesize=2&filters=${filters}`)
    expect(older.body).toMatchObject({ total_elements: 4, total_pages: 2, number_of_elements: 2, size: 2 })
    expect((await boss.ask('GET', '/master-merchant/{key}/merchants?filters={"x":1}')).status).toBe(400)
  })
})
