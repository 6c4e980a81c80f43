import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import { form, formType, png } from '#test/picture.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant, { name: 'Ada Admin' })
})

interface Record_ extends Record<string, unknown> {
  revision: number
  logo: string
}
const contentOf = <T>(answer: Answer): T => answer.body.content as unknown as T
const read = async (session = admin) =>
  contentOf<Record_>(await testApp.call(session, 'GET', `/merchants/${session.merchant.key}`))
const update = (body: object, session = admin, of = session.merchant.merchantId) =>
  testApp.call(session, 'POST', `/merchants/${of}`, body)
const uploadLogo = (bytes: Buffer, session = admin) =>
  testApp.call(session, 'POST', `/api/merchants/${session.merchant.merchantId}/logo`, form({}, [{ name: 'logo.png', bytes }]), { 'content-type': formType }) // prettier-ignore
const story = async (session = admin) =>
  contentOf<{ actor: string; changes: Record<string, { before: unknown; after: unknown }> }[]>(
    await testApp.call(session, 'GET', `/api/merchants/${session.merchant.merchantId}/changes`),
  )
const reasonOf = ({ status, body }: Answer) => ({ status, reason: body['status_reason'] })

describe('the record', () => {
  it('changes the fields that are sent, and no others', async () => {
    const before = await read()
    const answer = await update({ brand_name: 'Acme & Söhne', website_url: 'https://acme.example/shop' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body['message']).toBe('Settings saved')
    const after = { ...before, brand_name: 'Acme & Söhne', website_url: 'https://acme.example/shop' }
    expect(await read()).toEqual({ ...after, revision: before.revision + 1 })
  })

  it('records each change with author and values, in its history and in the audit log', async () => {
    await update({ name: 'Acme Two', send_receipts: false })
    await update({ time_zone: 'Europe/Madrid' })
    const [second, first] = await story()
    expect(first).toMatchObject({
      actor: 'Ada Admin',
      changes: {
        name: { before: 'Acme Outfitters', after: 'Acme Two' },
        send_receipts: { before: true, after: false },
      },
    })
    expect(second?.changes).toEqual({ time_zone: { before: 'Asia/Singapore', after: 'Europe/Madrid' } })
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ actor_name: string; object_ref: string; changes: object }>(
        `select actor_name, object_ref, changes from audit_events where merchant_id = $1 and action = 'merchant.update' order by at, event_id`,
        [merchant.merchantId],
      ),
    )
    expect(rows[1]).toEqual({
      actor_name: 'Ada Admin',
      object_ref: merchant.merchantId,
      changes: { time_zone: { before: 'Asia/Singapore', after: 'Europe/Madrid' } },
    })
  })

  it('is not changed, and tells nothing, when everything is as it was', async () => {
    const before = await read()
    expect((await update({ name: before['name'] })).status).toBe(200)
    expect(await read()).toEqual(before)
    expect(await story()).toEqual([])
  })

  it('is not overwritten by a form that has not seen the last change; of many at once, one gets through', async () => {
    const { revision } = await read()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => update({ brand_name: `Brand ${n}`, revision })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map((answer) => answer.body['status_reason']))).toEqual(new Set(['CHANGED_MEANWHILE']))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]))
    expect((await read()).revision).toBe(revision + 1)
    expect(await story()).toHaveLength(1)
  })

  it.each([
    ['name', ''],
    ['name', ' '],
    ['name', 'x'.repeat(121)],
    ['website_url', 'http://acme.example'],
    ['website_url', 'javascript:alert(1)'],
    ['website_url', 'https://user:pass@acme.example'],
    ['time_zone', 'Moon/Base'],
    ['time_zone', '+08:00'],
    ['time_zone', 'Etc/GMT+8'],
    ['logo', 'https://evil.example/x.png'],
    ['isVerifyPayoutsEnabled', 'yes'],
    ['country', 'US'],
    ['kyc_status', 'APPROVED'],
    ['status', 'INACTIVE'],
    ['currency', 'USD'],
    ['master_merchant_access', true],
  ])('refuses %s: %j, at its field', async (field, value) => {
    const before = await read()
    const answer = await update({ [field]: value })
    expect(reasonOf(answer)).toEqual({ status: 400, reason: 'INVALID_REQUEST_DATA' })
    expect((answer.body['errors'] as { path: string }[])[0]?.path).toBe(field)
    expect(await read()).toEqual(before)
  })

  it('is for administrators to change and for everybody of the merchant to read', async () => {
    for (const role of ['payment-admin', 'payouts-user', 'recon-admin'] as Role[]) {
      const session = await testApp.signIn(merchant, { roles: [role] })
      expect(reasonOf(await update({ name: 'Mine' }, session))).toEqual({ status: 403, reason: 'ROLE_NOT_ALLOWED' })
      expect((await read(session))['name']).toBe('Acme Outfitters')
    }
  })

  it('shows times in another zone from the next reading of the session on', async () => {
    await update({ time_zone: 'America/Bogota' })
    const answer = await testApp.call(admin, 'GET', '/api/account/session')
    expect(contentOf<{ user: object }>(answer).user).toMatchObject({ time_zone: 'America/Bogota' })
  })
})

describe('a managed merchant', () => {
  it('alone opens itself to its master, who then may change all but that', async () => {
    const master = await testApp.addMerchant({ kind: 'master' })
    const managed = await testApp.addMerchant({ kind: 'managed', masterId: master.merchantId })
    const [own, above] = [await testApp.signIn(managed), await testApp.signIn(master)]
    const asMaster = (body: object) => update(body, above, managed.merchantId)
    expect(reasonOf(await asMaster({ name: 'Taken' }))).toEqual({ status: 403, reason: 'ROLE_NOT_ALLOWED' })
    expect((await update({ master_merchant_access: true }, own)).status).toBe(200)
    expect((await asMaster({ brand_name: 'Helped' })).status).toBe(200)
    expect(reasonOf(await asMaster({ master_merchant_access: false }))).toEqual({ status: 403, reason: 'ROLE_NOT_ALLOWED' }) // prettier-ignore
    expect((await update({ master_merchant_access: false }, own)).status).toBe(200)
    expect(reasonOf(await asMaster({ brand_name: 'Again' }))).toEqual({ status: 403, reason: 'ROLE_NOT_ALLOWED' })
    expect((await read(own))['brand_name']).toBe('Helped')
  })
})

describe('a logo', () => {
  it('is served to everyone as the redrawn picture, immutable and without scripts', async () => {
    const answer = await uploadLogo(png(300, 300))
    expect(answer.status, answer.text).toBe(200)
    const { logo } = contentOf<Record_>(answer)
    const picture = await testApp.app.inject({ method: 'GET', url: new URL(logo).pathname })
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 300 })
    expect(logo).toContain(createHash('sha256').update(picture.rawPayload).digest('hex'))
    for (const name of ['x.png', `${'0'.repeat(64)}.png`, `${'0'.repeat(64)}`, '..%2f..%2fetc%2fpasswd'])
      expect((await testApp.app.inject({ method: 'GET', url: `/gateway/logos/${name}` })).statusCode).toBe(404)
  })

  it('stands on the session, on new links and on the page of their shoppers, and can be taken away', async () => {
    const { logo } = contentOf<Record_>(await uploadLogo(png(256, 256)))
    const { user } = contentOf<{ user: { merchant_logo: string } }>(
      await testApp.call(admin, 'GET', '/api/account/session'),
    )
    expect(user.merchant_logo).toBe(logo)
    expect((await story())[0]?.changes).toEqual({ logo: { before: '', after: logo } })
    expect((await update({ logo: '' })).status).toBe(200)
    expect((await read()).logo).toBe('')
    // Links that were made with it go on showing it.
    expect((await testApp.app.inject({ method: 'GET', url: new URL(logo).pathname })).statusCode).toBe(200)
  })

  it('is no longer taken when there are a hundred', async () => {
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `insert into merchant_logos select $1, sha256(n::text::bytea), '', 'image/png', now() from generate_series(1, 100) n`,
        [merchant.merchantId],
      ),
    )
    expect(reasonOf(await uploadLogo(png(256, 256)))).toEqual({ status: 400, reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT' })
  })
})
