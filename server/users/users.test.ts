import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secureHashMessage } from '#contract/kit/secure-hash.ts'
import { limits } from '#contract/limits.ts'
import type { SubUser } from '#contract/users.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import {
  bearerOf,
  confirmed,
  goodPassword,
  lastToken,
  later,
  newAddress,
  post,
  signIn,
} from '#server/registration/fixtures.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { accept, accepted, invitationOf, invite, pathOf, read, reasonOf, update, userIn } from './fixtures.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant, { name: 'Ada Admin' })
})
afterAll(() => testApp.close())
const sql = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

describe('an invitation', () => {
  it('makes a user who signs in once they have chosen a password by the link, and only then', async () => {
    const body = invitationOf({ roles: ['recon-user', 'payment-user', 'recon-user'] })
    const user = userIn(await invite(testApp, admin, body))
    expect(user).toMatchObject({
      name: body.name,
      email_address: body.email_address,
      phone_number: body.phone_number,
      roles: ['payment-user', 'recon-user'],
      status: 'invited',
      is_active: true,
      is_2fa_enabled: false,
      iamportKey: merchant.key,
      environment: 'sandbox',
      last_seen_at: null,
    })
    expect((await signIn(testApp, body.email_address)).status).toBe(400)
    const token = await lastToken(testApp, body.email_address)
    const stored = await sql(`select token_hash from one_time_tokens where sub_user_id = $1`, [user.subUserUuid])
    expect(JSON.stringify(stored)).not.toContain(token)
    const opened = await testApp.call(null, 'POST', '/api/users/invitation', { inviteToken: token })
    expect(opened.body['content']).toEqual({
      merchant_name: expect.any(String),
      name: body.name,
      email_address: body.email_address,
    })
    expect((await accept(testApp, token, 'password1234')).body['errors']).toMatchObject([{ path: 'password' }])
    expect((await accept(testApp, token)).status).toBe(200)
    expect(reasonOf(await accept(testApp, token, 'another password 9'))).toEqual({
      status: 400,
      reason: 'LINK_NOT_VALID',
    })
    const signedIn = await signIn(testApp, body.email_address)
    expect(signedIn.status).toBe(200)
    const now = userIn(await read(testApp, admin, user.subUserUuid))
    expect(now).toMatchObject({ status: 'active', is_email_verified: true, last_seen_at: expect.any(String) })
  })

  it('is sent again at most once a minute, and then the link before is void', async () => {
    const body = invitationOf()
    const { subUserUuid } = userIn(await invite(testApp, admin, body))
    const first = await lastToken(testApp, body.email_address)
    const again = `/api${pathOf(merchant, subUserUuid)}/invitation`
    expect(reasonOf(await testApp.call(admin, 'POST', again))).toMatchObject({ status: 429 })
    await later(testApp, 61)
    expect((await testApp.call(admin, 'POST', again)).status).toBe(200)
    const second = await lastToken(testApp, body.email_address)
    expect(second).not.toBe(first)
    expect(reasonOf(await accept(testApp, first))).toMatchObject({ status: 400 })
    expect((await accept(testApp, second)).status).toBe(200)
    expect(reasonOf(await testApp.call(admin, 'POST', again))).toMatchObject({ status: 409 })
  })

  it('ends with the deactivation, and stays ended after it is taken back', async () => {
    const body = invitationOf()
    const { subUserUuid } = userIn(await invite(testApp, admin, body))
    const token = await lastToken(testApp, body.email_address)
    expect(userIn(await update(testApp, admin, subUserUuid, { is_active: false })).status).toBe('inactive')
    expect((await accept(testApp, token)).status).toBe(400)
    expect(userIn(await update(testApp, admin, subUserUuid, { is_active: true })).status).toBe('invited')
    expect((await accept(testApp, token)).status).toBe(400)
  })

  it('is over after seven days', async () => {
    const body = invitationOf()
    userIn(await invite(testApp, admin, body))
    const token = await lastToken(testApp, body.email_address)
    await later(testApp, limits.invitationDays * 86_400 + 1)
    expect((await accept(testApp, token)).status).toBe(400)
  })

  it('is accepted by a new password too, since its mail proves the mailbox', async () => {
    const body = invitationOf()
    const { subUserUuid } = userIn(await invite(testApp, admin, body))
    const invitation = await lastToken(testApp, body.email_address)
    await post(testApp, 'send-reset-password-link', { emailId: body.email_address })
    await runJobs(testApp)
    const resetToken = await lastToken(testApp, body.email_address)
    expect((await post(testApp, 'update-password', { resetToken, password: goodPassword })).status).toBe(200)
    expect(userIn(await read(testApp, admin, subUserUuid)).status).toBe('active')
    // The invitation is not a second way in.
    expect((await accept(testApp, invitation, 'another password 9')).status).toBe(400)
  })

  it('refuses an address that signs in anywhere, without telling where, and leaves nothing behind', async () => {
    const elsewhere = await confirmed(testApp)
    const before = await sql('select count(*) from sub_users')
    const answer = await invite(testApp, admin, invitationOf({ email_address: elsewhere.email.toUpperCase() }))
    expect(answer.status).toBe(409)
    expect(answer.body['errors']).toMatchObject([{ path: 'email_address', reason: 'address_taken' }])
    expect(answer.text).not.toMatch(/Café|merchant/)
    expect(await sql('select count(*) from sub_users')).toEqual(before)
    const own = userIn(await invite(testApp, admin))
    const twice = await invite(testApp, admin, invitationOf({ email_address: own.email_address }))
    expect(twice.body['errors']).toMatchObject([{ path: 'email_address', reason: 'address_yours' }])
  })

  it('does not reveal registered addresses: after ten taken ones the merchant is refused for an hour', async () => {
    const prober = await testApp.signIn(await testApp.addMerchant())
    for (let i = 0; i < limits.takenAddressesPerHour; i++) {
      const { email } = await confirmed(testApp)
      expect((await invite(testApp, prober, invitationOf({ email_address: email }))).status).toBe(409)
    }
    expect((await invite(testApp, prober)).status).toBe(429)
    expect((await invite(testApp, prober, invitationOf({ email_address: newAddress() }))).status).toBe(429)
  })

  it('wants name, e-mail, phone and a role', async () => {
    for (const [field, value] of [
      ['name', ' '],
      ['email_address', 'nobody'],
      ['phone_number', ''],
      ['roles', []],
      ['roles', ['owner']],
    ] as const) {
      const answer = await invite(testApp, admin, { ...invitationOf(), [field]: value })
      expect(answer.status, field).toBe(400)
      expect((answer.body['errors'] as unknown as { path: string }[])[0]?.path, field).toMatch(new RegExp(`^${field}`))
    }
  })

  it('needs a step-up', async () => {
    const stale = await testApp.signIn(merchant)
    await sql(`update sessions set proved_at = now() - interval '6 minutes' where session_id = $1`, [stale.sessionId])
    expect(reasonOf(await invite(testApp, stale))).toEqual({ status: 403, reason: 'STEP_UP_REQUIRED' })
  })

  it('goes out once for one key, however often it is asked', async () => {
    const body = invitationOf()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await testApp.call(admin, 'POST', pathOf(merchant), body, key)
    const second = await testApp.call(admin, 'POST', pathOf(merchant), body, key)
    expect(second.text).toBe(first.text)
    expect(await messagesTo(testApp, body.email_address)).toHaveLength(1)
  })
})

describe('the list', () => {
  it('shows the merchant its own users, each with a hash that the console can check', async () => {
    const answer = await testApp.call(admin, 'GET', `${pathOf(merchant)}?environment=sandbox`)
    const users = answer.body['content'] as unknown as SubUser[]
    expect(users.map(({ subUserUuid }) => subUserUuid)).toContain(admin.subUserId)
    for (const { roles, secure_hash, iamportKey } of users) {
      const message = secureHashMessage({ key: merchant.key, environment: 'sandbox', roles })
      expect(secure_hash).toBe(createHmac('sha256', admin.signingKey).update(message).digest('base64'))
      expect(iamportKey).toBe(merchant.key)
    }
    expect(answer.text).not.toMatch(/iamportSecret|argon2/)
    expect(answer.text).not.toContain(merchant.secret)
  })

  it('is for administrators; one of one’s own record for everybody, of others nothing', async () => {
    const user = await testApp.signIn(merchant, { roles: ['payment-user'] })
    expect((await testApp.call(user, 'GET', pathOf(merchant))).status).toBe(403)
    expect(userIn(await read(testApp, user, user.subUserId)).roles).toEqual(['payment-user'])
    expect((await read(testApp, user, admin.subUserId)).status).toBe(404)
    const verify = `${pathOf(merchant, admin.subUserId)}/verifyPermissions`
    expect((await testApp.call(user, 'POST', verify, {})).status).toBe(404)
  })
})

describe('changing a user', () => {
  it('ends their sessions at once and forgets their browsers when roles change, and says so in the history', async () => {
    const user = await accepted(testApp, admin, ['payment-admin'])
    const session = await signIn(testApp, user.email)
    await sql(
      `insert into remembered_logins (merchant_id, remembered_id, sub_user_id, cookie_hash, environment, created_at, expires_at)
       values ($1, gen_random_uuid(), $2, $3, 'sandbox', now(), now() + interval '1 day')`,
      [merchant.merchantId, user.subUserUuid, Buffer.from(user.subUserUuid)],
    )
    const me = () => testApp.call(null, 'GET', '/api/account/session', undefined, bearerOf(session))
    expect((await me()).status).toBe(200)
    const saved = userIn(
      await update(testApp, admin, user.subUserUuid, { name: 'Mei Lin', phone_number: '+65 8000 0000' }),
    )
    expect(saved).toMatchObject({ name: 'Mei Lin', phone_number: '+65 8000 0000', roles: ['payment-admin'] })
    expect((await me()).status).toBe(200)
    userIn(await update(testApp, admin, user.subUserUuid, { roles: ['payment-user'] }))
    expect((await me()).status).toBe(401)
    expect(await sql('select from remembered_logins where sub_user_id = $1', [user.subUserUuid])).toEqual([])
    const story = await testApp.call(admin, 'GET', `/api${pathOf(merchant, user.subUserUuid)}/changes`)
    expect(story.body['content']).toMatchObject([
      {
        event: 'roles_changed',
        actor: 'Ada Admin',
        changes: { roles: { before: 'payment-admin', after: 'payment-user' } },
      },
      { event: 'changed' },
      { event: 'accepted', actor: 'Mei Lin Tan' },
      { event: 'invited', actor: 'Ada Admin' },
    ])
    const audited = await sql<{ action: string; changes: object }>(
      `select action, changes from audit_events where object_ref = $1 and action like 'user.%' order by at, event_id`,
      [user.subUserUuid],
    )
    expect(audited.map(({ action }) => action)).toEqual(['user.invite', 'user.accept-invitation', 'user.update', 'user.update']) // prettier-ignore
    expect(audited.at(-1)?.changes).toEqual({ roles: { before: 'payment-admin', after: 'payment-user' } })
  })

  it('changes nothing when nothing is different, and does not overwrite what it has not seen', async () => {
    const user = await accepted(testApp, admin)
    const seen = userIn(await read(testApp, admin, user.subUserUuid))
    const same = userIn(await update(testApp, admin, user.subUserUuid, { roles: ['payment-user'], is_active: true }))
    expect(same.revision).toBe(seen.revision)
    userIn(await update(testApp, admin, user.subUserUuid, { roles: ['recon-user'], revision: seen.revision }))
    const late = await update(testApp, admin, user.subUserUuid, { roles: ['payment-admin'], revision: seen.revision })
    expect(reasonOf(late)).toEqual({ status: 409, reason: 'CHANGED_MEANWHILE' })
    expect(userIn(await read(testApp, admin, user.subUserUuid)).roles).toEqual(['recon-user'])
  })

  it('deactivates at once, so that neither session nor password nor a new one opens anything, and takes it back', async () => {
    const user = await accepted(testApp, admin)
    const session = await signIn(testApp, user.email)
    await post(testApp, 'send-reset-password-link', { emailId: user.email })
    await runJobs(testApp)
    const resetToken = await lastToken(testApp, user.email)
    userIn(await update(testApp, admin, user.subUserUuid, { is_active: false }))
    const me = await testApp.call(null, 'GET', '/api/account/session', undefined, bearerOf(session))
    expect(reasonOf(me)).toEqual({ status: 401, reason: 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR' })
    expect((await signIn(testApp, user.email)).status).toBe(400)
    userIn(await update(testApp, admin, user.subUserUuid, { is_active: true }))
    expect((await post(testApp, 'update-password', { resetToken, password: goodPassword })).status).toBe(400)
    expect((await signIn(testApp, user.email)).status).toBe(200)
    expect((await testApp.call(null, 'GET', '/api/account/session', undefined, bearerOf(session))).status).toBe(401)
  })

  it('has another address confirmed anew: old links are void, the old address is told, the name is free again', async () => {
    const user = await accepted(testApp, admin)
    const session = await signIn(testApp, user.email)
    await post(testApp, 'send-reset-password-link', { emailId: user.email })
    await runJobs(testApp)
    const stolen = await lastToken(testApp, user.email)
    const address = newAddress()
    const moved = userIn(await update(testApp, admin, user.subUserUuid, { email_address: address }))
    expect(moved).toMatchObject({ email_address: address, is_email_verified: false })
    expect(
      (await post(testApp, 'update-password', { resetToken: stolen, password: 'another password 9' })).status,
    ).toBe(400)
    expect((await testApp.call(null, 'GET', '/api/account/session', undefined, bearerOf(session))).status).toBe(401)
    expect((await signIn(testApp, user.email)).status).toBe(400)
    const unconfirmed = await signIn(testApp, address)
    const list = () =>
      testApp.call(null, 'POST', `/merchant/${merchant.merchantId}/payments`, {}, bearerOf(unconfirmed))
    expect(reasonOf(await list())).toEqual({ status: 403, reason: 'EMAIL_NOT_VERIFIED' })
    expect((await post(testApp, 'verify-email', { verifyToken: await lastToken(testApp, address) })).status).toBe(200)
    expect((await list()).status).toBe(200)
    expect((await messagesTo(testApp, user.email)).at(-1)?.subject).toBe('Your sign-in address was changed')
    expect((await invite(testApp, admin, invitationOf({ email_address: user.email }))).status).toBe(200)
  })

  it('sends an unaccepted invitation to the new address, and only there', async () => {
    const body = invitationOf()
    const { subUserUuid } = userIn(await invite(testApp, admin, body))
    const old = await lastToken(testApp, body.email_address)
    const address = newAddress()
    expect(userIn(await update(testApp, admin, subUserUuid, { email_address: address })).status).toBe('invited')
    expect((await accept(testApp, old)).status).toBe(400)
    expect((await accept(testApp, await lastToken(testApp, address))).status).toBe(200)
    expect((await signIn(testApp, address)).status).toBe(200)
  })
})

describe('rights to change users', () => {
  it('users cannot change their own roles or deactivate themselves, but may change the rest of their record', async () => {
    const other = await testApp.signIn(merchant)
    for (const body of [{ roles: ['payment-user'] }, { is_active: false }, { roles: ['admin', 'payment-user'] }])
      expect(reasonOf(await update(testApp, other, other.subUserId, body))).toEqual({
        status: 403,
        reason: 'OWN_ACCESS',
      })
    expect(userIn(await update(testApp, other, other.subUserId, { name: 'Myself', roles: ['admin'] })).name).toBe(
      'Myself',
    )
  })

  it('a deputy neither makes, edits, deactivates, reactivates nor invites again an administrator', async () => {
    const deputy = await testApp.signIn(merchant, { roles: ['sub-admin'] })
    expect(reasonOf(await invite(testApp, deputy, invitationOf({ roles: ['admin'] })))).toEqual({
      status: 403,
      reason: 'GRANT_NOT_HELD',
    })
    const other = await testApp.signIn(merchant)
    const above = { status: 403, reason: 'USER_ABOVE_YOU' }
    for (const body of [
      { name: 'x' },
      { roles: ['payment-user'] },
      { is_active: false },
      { email_address: newAddress() },
    ])
      expect(reasonOf(await update(testApp, deputy, other.subUserId, body)), JSON.stringify(body)).toEqual(above)
    userIn(await update(testApp, admin, other.subUserId, { is_active: false }))
    expect(reasonOf(await update(testApp, deputy, other.subUserId, { is_active: true }))).toEqual(above)
    const invited = userIn(await invite(testApp, admin, invitationOf({ roles: ['admin'] })))
    await later(testApp, 61)
    const again = await testApp.call(deputy, 'POST', `/api${pathOf(merchant, invited.subUserUuid)}/invitation`)
    expect(reasonOf(again)).toEqual(above)
    const plain = userIn(await invite(testApp, deputy, invitationOf({ roles: ['sub-admin', 'payouts-admin'] })))
    expect(reasonOf(await update(testApp, deputy, plain.subUserUuid, { roles: ['admin'] }))).toMatchObject({
      reason: 'GRANT_NOT_HELD',
    })
    expect(userIn(await update(testApp, deputy, plain.subUserUuid, { roles: ['payment-user'] })).roles).toEqual(['payment-user']) // prettier-ignore
  })

  it('a master manages the users of merchants that allow it, makes none for a merchant without logins, and hashes with its own key', async () => {
    const boss = await testApp.addMerchant({ kind: 'master' })
    const master = await testApp.signIn(boss)
    const managed = await testApp.addMerchant({ kind: 'managed', masterId: boss.merchantId })
    const owned = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId })
    const theirs = await testApp.signIn(managed)
    const listed = await testApp.call(master, 'GET', pathOf(managed))
    expect(listed.status, listed.text).toBe(200)
    const [shown] = listed.body['content'] as unknown as SubUser[]
    const message = secureHashMessage({ key: managed.key, environment: 'sandbox', roles: ['admin'] })
    expect(shown?.secure_hash).toBe(createHmac('sha256', master.signingKey).update(message).digest('base64'))
    expect(reasonOf(await testApp.call(master, 'POST', pathOf(managed), invitationOf()))).toMatchObject({ status: 403 })
    await sql('update merchants set master_access = true where merchant_id = $1', [managed.merchantId])
    const made = userIn(await testApp.call(master, 'POST', pathOf(managed), invitationOf({ roles: ['admin'] })))
    expect(made.iamportKey).toBe(managed.key)
    expect(reasonOf(await testApp.call(master, 'POST', pathOf(owned), invitationOf()))).toMatchObject({ status: 409 })
    const last = await testApp.call(master, 'PUT', pathOf(managed, theirs.subUserId), { is_active: false })
    expect(reasonOf(last)).toEqual({ status: 409, reason: 'LAST_ADMINISTRATOR' })
    expect((await testApp.call(theirs, 'GET', pathOf(boss))).status).toBe(404)
    const verify = await testApp.call(master, 'POST', `${pathOf(managed, theirs.subUserId)}/verifyPermissions`, {
      permissions: 'manageMerchants',
    })
    expect(verify.body['content']).toMatchObject({
      permissions: [{ permission: 'manageMerchants', allowed: false, reason: 'master_only', missing_roles: [] }],
    })
  })
})

describe('why can’t I', () => {
  it('names the roles that would suffice, the flag that is off, and the people who can grant', async () => {
    const shop = await testApp.addMerchant({ onboarded: false })
    await testApp.signIn(shop, { name: 'Zoe Admin' })
    await testApp.signIn(shop, { roles: ['sub-admin'], name: 'Bo Deputy' })
    const user = await testApp.signIn(shop, { roles: ['payment-user'] })
    const ask = (permissions?: unknown) =>
      testApp.call(user, 'POST', `${pathOf(shop, user.subUserId)}/verifyPermissions`, { permissions })
    expect((await ask(['refund', 'transactionsList', 'invoices'])).body['content']).toEqual({
      subUserUuid: user.subUserId,
      roles: ['payment-user'],
      is_active: true,
      all_allowed: false,
      administrators: ['Zoe Admin', 'Bo Deputy'],
      permissions: [
        {
          permission: 'refund',
          allowed: false,
          reason: 'role',
          missing_roles: ['admin', 'sub-admin', 'payment-admin', 'payment-refund-user'],
        },
        { permission: 'transactionsList', allowed: true, reason: null, missing_roles: [] },
        expect.objectContaining({ permission: 'invoices', allowed: false, reason: 'role' }),
      ],
    })
    const deputy = await testApp.signIn(shop, { roles: ['payment-admin'] })
    const flag = await testApp.call(deputy, 'POST', `${pathOf(shop, deputy.subUserId)}/verifyPermissions`, {
      permissions: 'invoices',
    })
    expect(flag.body['content']).toMatchObject({ permissions: [{ reason: 'not_onboarded', missing_roles: [] }] })
    const whole = (await ask()).body['content'] as unknown as { permissions: unknown[] }
    expect(whole.permissions.length).toBeGreaterThan(20)
    expect((await ask('everything')).status).toBe(400)
  })

  it('tells a master that a merchant with a channel for payouts alone is not onboarded, as it tells the merchant', async () => {
    const boss = await testApp.addMerchant({ kind: 'master' })
    const master = await testApp.signIn(boss)
    const shop = await testApp.addMerchant({ kind: 'managed', masterId: boss.merchantId })
    const own = await testApp.signIn(shop)
    const reasons = async () =>
      Promise.all(
        [master, own].map(async (by) => {
          const path = `${pathOf(shop, own.subUserId)}/verifyPermissions`
          const { content } = (await testApp.call(by, 'POST', path, { permissions: 'invoices' })).body
          return (content as unknown as { permissions: { reason: string | null }[] }).permissions.map(
            ({ reason }) => reason,
          )
        }),
      )
    expect(await reasons()).toEqual([[null], [null]])
    await sql(`update payment_channels set pay_type = 'PAYOUT' where merchant_id = $1`, [shop.merchantId])
    expect(await reasons()).toEqual([['not_onboarded'], ['not_onboarded']])
  })

  it('gives deactivation as the reason for a deactivated user', async () => {
    const user = await accepted(testApp, admin, ['payment-admin'])
    userIn(await update(testApp, admin, user.subUserUuid, { is_active: false }))
    const answer = await testApp.call(admin, 'POST', `${pathOf(merchant, user.subUserUuid)}/verifyPermissions`, {
      permissions: ['refund'],
    })
    expect(answer.body['content']).toMatchObject({ all_allowed: false, permissions: [{ reason: 'inactive' }] })
  })
})
