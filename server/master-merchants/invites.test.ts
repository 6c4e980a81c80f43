import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedToken } from '#server/kit/auth/signed-link.ts'
import { masterKey } from '#server/kit/secrets/seal.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { goodPassword, newAddress, post, registrationOf, signIn } from '#server/registration/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { inviteToken, managedBy, masterOf, registeredBy, rowOf, singleMerchant, type Master } from './fixtures.ts'

let testApp: TestApp
let master: Master
beforeAll(async () => {
  testApp = await openTestApp()
  master = await masterOf(testApp, 'Boss & Söhne')
})
afterAll(() => testApp.close())

const merchantsOf = (email: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<Record<string, unknown>>(
      `select m.*, u.is_email_verified from merchants m join sub_users u using (merchant_id) where lower(u.email) = lower($1)`,
      [email],
    ),
  )
const reasonOf = (answer: { status: number; body: Record<string, unknown> }) => [
  answer.status,
  answer.body['status_reason'],
]
const notValid = [400, 'LINK_NOT_VALID']
const resend = (email: string) => master.ask('POST', '/master-merchant/{key}/merchants/invite/resend', { email })
const read = (token: string) => post(testApp, 'read-invite', { invite_token: token })
const accept = (who: { uuid: string; headers: Record<string, string> }, token: string, more: object = {}) =>
  testApp.call(null, 'POST', `/api/merchants/${who.uuid}/accept-invite`, { invite_token: token, ...more }, who.headers)

describe('an invite', () => {
  it('makes a registration a managed merchant with a confirmed address, once', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    expect((await read(token)).body.content).toMatchObject({ email, master_merchant_name: 'Boss & Söhne' })
    const answer = await registeredBy(testApp, { email, token })
    expect(answer.status, answer.text).toBe(200)
    expect(await merchantsOf(email)).toMatchObject([
      {
        kind: 'managed',
        master_id: master.merchant.merchantId,
        master_access: false,
        cross_border_enabled: false,
        is_email_verified: true,
      },
    ])
    expect((await signIn(testApp, email, goodPassword)).status).toBe(200)
    expect(await master.invites()).toMatchObject([{ status: 'ACCEPTED', email_address: email, invite_link: '' }])
    expect(reasonOf(await read(token))).toEqual(notValid)
    expect(reasonOf(await registeredBy(testApp, { email, token }))).toEqual(notValid)
  })

  it('grants cross-border only when it says so', async () => {
    const [one, other] = [newAddress(), newAddress()]
    const wish = { cross_border_enabled: true, cross_border_model: 'PARTNERSHIP', is_invite_merchant: true }
    const token = await master.invite(one, 'CROSS_BORDER')
    expect((await registeredBy(testApp, { email: one, token, changes: wish })).status).toBe(200)
    expect(await merchantsOf(one)).toMatchObject([{ cross_border_enabled: true, cross_border_model: 'PARTNERSHIP' }])
    const plain = await master.invite(other)
    expect(reasonOf(await registeredBy(testApp, { email: other, token: plain, changes: wish }))).toEqual(notValid)
    expect(await merchantsOf(other)).toEqual([])
  })

  it('is refused for another address, another master, or as a master', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    const stranger = await masterOf(testApp)
    for (const changes of [
      { merchant_loginid: newAddress() },
      { master_merchant_key: stranger.merchant.key },
      { is_master_merchant: true },
      { is_invite_merchant: false },
    ])
      expect(reasonOf(await registeredBy(testApp, { email, token, changes }))).toEqual(notValid)
    expect(
      (await registeredBy(testApp, { email, token, changes: { master_merchant_key: master.merchant.key } })).status,
    ).toBe(200)
  })

  it('cannot be forged: not by another key, another id, a changed row or a bent signature', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    const [id = '', signature = ''] = token.split('.')
    const other = await master.invite(newAddress())
    const flipped = `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`
    const foreign = signedToken(masterKey(Buffer.alloc(32, 9).toString('base64')), 'invite', crypto.randomUUID(), [])
    for (const forged of [
      `${id}.${flipped}`,
      `${other.split('.')[0]}.${signature}`,
      `${id}.${'A'.repeat(43)}`,
      foreign,
      signature,
      'A'.repeat(43),
      `${id}.${signature}.${signature}`,
    ])
      expect(reasonOf(await read(forged)), forged).toEqual(notValid)
    const setType = (type: string) =>
      testApp.owner.transaction(null, (tx) =>
        tx.query(`update merchant_invites set merchant_type = $2 where email = $1`, [email, type]),
      )
    await setType('CROSS_BORDER')
    expect(reasonOf(await read(token))).toEqual(notValid)
    await setType('MANAGED')
    expect((await read(token)).status).toBe(200)
  })

  it('is over after seven days, by the database’s clock, and says so', async () => {
    const email = newAddress()
    testApp.clock.now = new Date(Date.now() - 7 * 86_400_000 - 1_000)
    const token = await master.invite(email).finally(() => (testApp.clock.now = null))
    expect(reasonOf(await read(token))).toEqual(notValid)
    expect(reasonOf(await registeredBy(testApp, { email, token }))).toEqual(notValid)
    expect((await master.invites()).find((one) => one.email_address === email)).toMatchObject({
      status: 'EXPIRED',
      invite_link: '',
    })
    const again = await master.invite(email)
    expect((await read(again)).status).toBe(200)
    expect((await master.invites()).filter((one) => one.email_address === email)).toHaveLength(1)
  })

  it('is sent again once a minute, which voids the link before', async () => {
    const email = newAddress()
    testApp.clock.now = new Date(Date.now() - 61_000)
    const first = await master.invite(email).finally(() => (testApp.clock.now = null))
    expect((await resend(email)).status).toBe(200)
    const second = await inviteToken(testApp, email)
    expect(second).not.toBe(first)
    expect(reasonOf(await read(first))).toEqual(notValid)
    expect((await read(second)).status).toBe(200)
    expect((await resend(email)).status).toBe(429)
    expect(reasonOf(await resend(newAddress()))[0]).toBe(404)
    const twice = await master.ask('POST', '/master-merchant/{key}/merchants/invite', {
      email,
      merchant_type: 'MANAGED',
    })
    expect(reasonOf(twice)).toEqual([409, 'DUPLICATE_FOUND_ERROR'])
  })

  it('makes one merchant of two concurrent uses, and none by a link that was withdrawn meanwhile', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(testApp, 'register', { ...registrationOf(email), invite_token: token })),
    )
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const worker = await testApp.startWorker()
    const waiting = () =>
      testApp.owner.transaction(null, (tx) => tx.query('select from registrations where email = $1', [email]))
    await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(0)
    await worker.stop()
    expect(await merchantsOf(email)).toHaveLength(1)

    const late = newAddress()
    const lateToken = await master.invite(late)
    expect((await post(testApp, 'register', { ...registrationOf(late), invite_token: lateToken })).status).toBe(200)
    await master.ask('POST', '/api/master-merchant/{key}/merchants/invite/withdraw', { email: late })
    await runJobs(testApp)
    expect(await merchantsOf(late)).toEqual([])
  })

  it('shown on the master’s screen proves no address: its registration has to be confirmed', async () => {
    const email = newAddress()
    const mailed = await master.invite(email)
    const shown = (await master.invites())[0]?.invite_link.split('#token=')[1] ?? ''
    expect(shown).not.toBe(mailed)
    expect((await registeredBy(testApp, { email, token: shown })).status).toBe(200)
    expect(await merchantsOf(email)).toMatchObject([{ kind: 'managed', is_email_verified: false }])
  })

  it('does not reveal whether its address is registered; the owner of the address gets a mail', async () => {
    const { email, uuid } = await singleMerchant(testApp)
    const token = await master.invite(email)
    const unknown = newAddress()
    const unknownToken = await master.invite(unknown)
    const [known, fresh] = [
      await registeredBy(testApp, { email, token }),
      await registeredBy(testApp, { email: unknown, token: unknownToken }),
    ]
    expect([known.status, known.text]).toEqual([fresh.status, fresh.text])
    expect((await messagesTo(testApp, email)).at(-1)).toMatchObject({ subject: 'You already have an account' })
    expect(await rowOf(testApp, uuid)).toMatchObject({ kind: 'single', master_id: null })
  })

  it('leads to the configured address, whatever the request says its host is', async () => {
    const email = newAddress()
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const body = { email, merchant_type: 'MANAGED' }
    await master.ask('POST', '/master-merchant/{key}/merchants/invite', body, evil)
    const listed = await master.ask('GET', '/master-merchant/{key}/merchants-invite', undefined, evil)
    const texts = [...(await messagesTo(testApp, email)).map(({ text }) => text), listed.text]
    for (const text of texts) {
      expect(text).not.toContain('evil')
      expect(text).toContain('http://localhost:8080/invite#token=')
    }
  })

  it('is nowhere in the database in a form that could be used', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ all: string }>(
        `select t::text as all from merchant_invites t union all select t::text from messages t union all select data::text from pgboss.job`,
        [],
      ),
    )
    for (const { all } of rows) expect(all).not.toContain(token.split('.')[1])
  })

  it('works also where registration is closed', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    testApp.serveParts.services.registrationOpen = false
    try {
      expect((await registeredBy(testApp, { email, token })).status).toBe(200)
      expect(await merchantsOf(email)).toHaveLength(1)
    } finally {
      testApp.serveParts.services.registrationOpen = true
    }
  })
})

describe('a single merchant', () => {
  it('comes under the master when its administrator accepts, with access only if they say so', async () => {
    for (const access of [false, true]) {
      const single = await singleMerchant(testApp)
      const token = await master.invite(single.email)
      const answer = await accept(single, token, { master_merchant_access: access })
      expect(answer.status, answer.text).toBe(200)
      expect(await rowOf(testApp, single.uuid)).toMatchObject({
        kind: 'managed',
        master_id: master.merchant.merchantId,
        master_access: access,
      })
      const whose = await testApp.call(null, 'GET', `/api/merchants/${single.uuid}/master`, undefined, single.headers)
      expect(whose.body.content).toEqual({ name: 'Boss & Söhne', key: master.merchant.key, is_former: false })
      expect(reasonOf(await accept(single, token))).toEqual(notValid)
      const [row] = await testApp.owner.transaction(null, (tx) =>
        tx.query(`select * from audit_events where merchant_id = $1 and action = 'merchant.accept-invite'`, [
          single.uuid,
        ]),
      )
      expect(row).toMatchObject({ actor_merchant_id: single.uuid, result: 'done' })
    }
  })

  it('cannot join by an invite to another address, nor be taken from its master by another invite', async () => {
    const single = await singleMerchant(testApp)
    expect(reasonOf(await accept(single, await master.invite(newAddress())))).toEqual(notValid)
    expect(await rowOf(testApp, single.uuid)).toMatchObject({ kind: 'single', master_id: null })
    const managed = await managedBy(master)
    const rival = await masterOf(testApp, 'Rival')
    expect(reasonOf(await accept(managed, await rival.invite(managed.email)))[0]).toBe(409)
    expect(await rowOf(testApp, managed.uuid)).toMatchObject({ master_id: master.merchant.merchantId })
    expect((await rival.invites())[0]).toMatchObject({ status: 'INVITED' })
  })

  it('says no, and the master reads that; the link is void', async () => {
    const email = newAddress()
    const token = await master.invite(email)
    expect((await post(testApp, 'decline-invite', { invite_token: token })).status).toBe(200)
    expect((await master.invites()).find((one) => one.email_address === email)).toMatchObject({ status: 'DECLINED' })
    expect(reasonOf(await registeredBy(testApp, { email, token }))).toEqual(notValid)
    expect(reasonOf(await post(testApp, 'decline-invite', { invite_token: token }))).toEqual(notValid)
    expect((await resend(email)).status).toBe(404)
  })

  it('joins a master only by an administrator of its own', async () => {
    const single = await testApp.addMerchant({ name: 'Other' })
    const user = await testApp.signIn(single, { roles: ['payment-admin'] })
    const token = await master.invite(newAddress())
    const answer = await testApp.call(user, 'POST', `/api/merchants/${single.key}/accept-invite`, {
      invite_token: token,
    })
    expect(answer.status).toBe(403)
  })
})
