import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerKey } from '#contract/server-keys.ts'
import { faults } from '#contract/faults.ts'
import { createApp } from '#server/app.ts'
import { hashServerKey } from '#server/kit/auth/server-key-form.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { keysOf, linkBody, newKey, withKey } from './fixtures.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const invalid = { status: 401, reason: faults.serverTokenInvalid.reason }
const missing = { status: 403, reason: faults.scopeMissing.reason }
const link = (key: string, changes: object = {}, from?: string) =>
  withKey(testApp, key, ['POST', '/merchants/paymentLink', { ...linkBody(admin), ...changes }], from)
const sql = (text: string, values: unknown[]) => testApp.owner.transaction(null, (tx) => tx.query(text, values))
const change = (keyId: string, body: object) => testApp.call(admin, 'PUT', `${keysOf(admin)}/${keyId}`, body)
const rotate = (keyId: string, overlap: number, session = admin) =>
  testApp.call(session, 'POST', `${keysOf(admin)}/${keyId}/rotate`, { overlap_hours: overlap })
const revoke = (keyId: string) => testApp.call(admin, 'POST', `${keysOf(admin)}/${keyId}/revoke`)
const listed = async (session = admin) =>
  (await testApp.call(session, 'GET', keysOf(session))).body.content as unknown as ServerKey[]
const keyOf = (answer: { body: { content?: unknown } }) => (answer.body.content as { server_key: string }).server_key

describe('a server key', () => {
  it('is shown once, and is kept as a hash', async () => {
    const { server_key: key, key_id: keyId } = await newKey(testApp, admin)
    expect(key).toMatch(/^chs_sandbox_[0-9A-Za-z]{12}_[\w-]{43}$/)
    const rows = (await sql('select * from server_keys where key_id = $1', [keyId])) as { key_hash: Buffer }[]
    expect(rows[0]?.key_hash).toEqual(hashServerKey(key))
    expect(JSON.stringify(await listed())).not.toContain(key.slice(-43))
  })

  it('needs no signature, and is refused with a wrong one', async () => {
    const { server_key: key } = await newKey(testApp, admin)
    expect((await link(key)).status).toBe(200)
    const body = linkBody(admin)
    const params = { amount: '12.5', client_key: merchant.key, currency: 'SGD', failure_url: '', success_url: '', merchant_order_id: body.merchant_order_id } // prettier-ignore
    const signed = (secret: string) => ({ ...body, signature_hash: sign(params, secret) })
    expect(await link(key, signed('another secret'))).toMatchObject({
      status: 400,
      reason: faults.invalidSignature.reason,
    })
    expect((await link(key, signed(merchant.secret))).status).toBe(200)
  })

  it('is named in the audit log, and repeats under its own idempotency keys', async () => {
    const { server_key: key, name } = await newKey(testApp, admin)
    const made = (await link(key)).body['content'] as unknown as { link_ref: string }
    const rows = await sql('select actor_name from audit_events where object_ref = $1', [made.link_ref])
    expect(rows).toEqual([{ actor_name: `server key ${name}` }])
  })

  it('is refused alike when it is wrong, ended, revoked, or the merchant is inactive', async () => {
    const { server_key: key, key_id: keyId } = await newKey(testApp, admin)
    const [head, tail] = [key.slice(0, -1), key.at(-1) === 'A' ? 'B' : 'A']
    expect(await link(head + tail)).toMatchObject(invalid)
    expect(await link(key.replace('sandbox', 'live'))).toMatchObject(invalid)
    expect(await link(key.replace(keyId, 'AAAAAAAAAAAA'))).toMatchObject(invalid)
    await sql(`update server_keys set days = 30, expires_at = now() - interval '1 second' where key_id = $1`, [keyId])
    expect(await link(key)).toMatchObject(invalid)
    const other = await newKey(testApp, admin)
    expect((await revoke(other.key_id)).status).toBe(200)
    expect(await link(other.server_key)).toMatchObject(invalid)
    expect(await revoke(other.key_id)).toMatchObject({ status: 409 })
    const closed = await testApp.addMerchant()
    const closing = await newKey(testApp, await testApp.signIn(closed))
    await sql(`update merchants set status = 'INACTIVE' where merchant_id = $1`, [closed.merchantId])
    expect(await link(closing.server_key)).toMatchObject(invalid)
  })

  it('belongs to one merchant and one mode', async () => {
    const { server_key: key } = await newKey(testApp, admin)
    const stranger = await testApp.addMerchant()
    expect((await link(key, { chaipay_key: stranger.key })).status).toBe(404)
    expect(await link(key, { environment: 'live' })).toMatchObject({ reason: faults.invalidEnvironment.reason })
    expect(await listed(await testApp.signIn(merchant, { environment: 'live' }))).toEqual([])
  })

  it('that is revoked or narrowed counts as such on every node at once', async () => {
    const second = await createApp(testApp.parts, { rateFactor: 10_000 })
    const other = { ...testApp, app: second.app }
    const ask = (key: string) => withKey(other, key, ['POST', '/merchants/paymentLink', linkBody(admin)])
    try {
      const { server_key: key, key_id: keyId } = await newKey(testApp, admin)
      expect((await ask(key)).status).toBe(200)
      expect((await change(keyId, { scopes: ['links:read'] })).status).toBe(200)
      expect(await ask(key)).toMatchObject(missing)
      expect((await change(keyId, { scopes: ['links:write'], networks: ['198.51.100.0/24'] })).status).toBe(200)
      expect(await ask(key)).toMatchObject(invalid)
      expect((await change(keyId, { networks: [] })).status).toBe(200)
      expect((await ask(key)).status).toBe(200)
      await revoke(keyId)
      expect(await ask(key)).toMatchObject(invalid)
    } finally {
      await second.close()
    }
  })
})

describe("its maker's rights", () => {
  const setRoles = (session: TestSession, roles: string[], active = true) =>
    sql('update sub_users set roles = $3, is_active = $4 where merchant_id = $1 and sub_user_id = $2', [
      merchant.merchantId, session.subUserId, roles, active,
    ]) // prettier-ignore

  it('bound what a key is given', async () => {
    const payouts = await testApp.signIn(merchant, { roles: ['payouts-admin'] })
    const body = { name: 'Payouts', scopes: ['links:read'], days: null }
    const refused = await testApp.call(payouts, 'POST', keysOf(payouts), body)
    expect([refused.status, refused.body['status_reason']]).toEqual([403, faults.scopeNotHeld.reason])
    expect((await testApp.call(payouts, 'POST', keysOf(payouts), { ...body, scopes: ['webhooks:write'] })).status).toBe(
      200,
    )
  })

  it('that are taken away narrow the key, and given back widen it', async () => {
    const maker = await testApp.signIn(merchant, { roles: ['payment-admin'], name: 'Maker' })
    const { server_key: key, key_id: keyId } = await newKey(testApp, maker, {
      scopes: ['links:write', 'refunds:write'],
    })
    expect((await link(key)).status).toBe(200)
    await setRoles(maker, ['payouts-admin'])
    expect(await link(key)).toMatchObject(missing)
    expect((await listed()).find((one) => one.key_id === keyId)).toMatchObject({
      scopes: ['links:write', 'refunds:write'],
      scopes_in_force: [],
      maker: 'Maker',
    })
    await setRoles(maker, ['payment-admin'])
    expect((await link(key)).status).toBe(200)
    await setRoles(maker, ['payment-admin'], false)
    expect(await link(key)).toMatchObject(missing)
    // Whoever rotates it answers for it from then on.
    expect((await link(keyOf(await rotate(keyId, 0)))).status).toBe(200)
  })
})

describe("a key that a master's user has made", () => {
  it('is as good as the access of the master to the merchant', async () => {
    const master = await testApp.addMerchant({ kind: 'master' })
    const served = await testApp.addMerchant({ kind: 'managed', masterId: master.merchantId })
    const access = (on: boolean) =>
      sql('update merchants set master_access = $2 where merchant_id = $1', [served.merchantId, on])
    await access(true)
    const session = { ...(await testApp.signIn(master)), merchant: served }
    const { server_key: key } = await newKey(testApp, session)
    const ask = () => withKey(testApp, key, ['POST', '/merchants/paymentLink', linkBody(session)])
    expect((await ask()).status).toBe(200)
    await access(false)
    expect(await ask()).toMatchObject(missing)
  })
})

describe('rotating a key', () => {
  it('keeps the old one for the overlap and no longer', async () => {
    const { server_key: old, key_id: keyId } = await newKey(testApp, admin, { days: 30 })
    const fresh = keyOf(await rotate(keyId, 24))
    for (const key of [old, fresh]) expect((await link(key)).status).toBe(200)
    await sql(`update server_keys set previous_ends_at = now() - interval '1 second' where key_id = $1`, [keyId])
    expect(await link(old)).toMatchObject(invalid)
    expect((await link(fresh)).status).toBe(200)
    const last = keyOf(await rotate(keyId, 0))
    expect(await link(fresh)).toMatchObject(invalid)
    expect((await link(last)).status).toBe(200)
  })
})

describe('what is asked of a new key', () => {
  it('is a free name, networks that are some, and no more than fifty keys', async () => {
    const own = await testApp.addMerchant()
    const session = await testApp.signIn(own)
    const make = (changes: object) =>
      testApp.call(session, 'POST', keysOf(session), { name: 'Shop', scopes: ['links:read'], days: null, ...changes })
    const made = await make({ networks: ['203.0.113.7', ' 2001:DB8::/32 '] })
    expect(made.body.content).toMatchObject({ networks: ['203.0.113.7/32', '2001:db8::/32'] })
    expect((await make({ name: 'shop' })).body['status_reason']).toBe(faults.duplicateName.reason)
    for (const network of ['203.0.113.0/33', 'localhost', '2001:db8::/129', '10.0.0.0/08', '::ffff:10.0.0.1'])
      expect((await make({ name: 'x', networks: [network] })).body['errors'], network).toMatchObject([{ path: 'networks.0', reason: 'not_a_network' }]) // prettier-ignore
    await sql(
      `insert into server_keys (merchant_id, environment, key_id, name, name_lower, scopes, networks, key_hash, maker_merchant_id, maker_id, maker_name, created_at)
       select merchant_id, environment, key_id || n, name || n, name || n, scopes, networks, key_hash, maker_merchant_id, maker_id, maker_name, created_at
       from server_keys, generate_series(2, 50) n where merchant_id = $1`,
      [own.merchantId],
    )
    expect((await make({ name: 'One more' })).body['status_reason']).toBe(faults.tooMany.reason)
  })
})
