import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { denialByAll, roles, rules, type Role } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { onlyReads, rulesOf } from '#contract/kit/call-facts.ts'
import type { Session } from '#contract/session.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { seedObjects, type Objects } from '#test/objects.ts'
import { requestOf, send } from '#test/request.ts'
import { accepted, reasonOf, update, userIn } from './fixtures.ts'

const withSession = allCalls().filter(({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string))
let testApp: TestApp
let merchant: TestMerchant
let objects: Objects
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  objects = await seedObjects(testApp, merchant, 'Objects')
  admin = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const view = (session: TestSession, as: Role[]) => testApp.call(session, 'POST', '/api/users/view-as', { roles: as })
async function viewing(session: TestSession, as: Role[]): Promise<TestSession> {
  const answer = await view(session, as)
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...session, token: (answer.body['content'] as unknown as Session).token }
}

describe('the console as other roles see it', () => {
  it('is told as these roles and no others, with a hash that holds, while other tabs stay as they were', async () => {
    const answer = await view(admin, ['payment-user', 'recon-user'])
    const { user } = answer.body['content'] as unknown as Session
    expect(user).toMatchObject({
      roles: ['payment-user', 'recon-user'],
      viewing_as: ['payment-user', 'recon-user'],
      subUserUuid: admin.subUserId,
    })
    expect(user.permissions).toContain('transactionDetails')
    expect(user.permissions).not.toContain('refund')
    const own = await testApp.call(admin, 'GET', '/api/account/session')
    expect((own.body['content'] as unknown as { user: object }).user).toMatchObject({
      roles: ['admin'],
      viewing_as: null,
    })
  })

  it('gives exactly the rights of each role, and changes nothing by any call', async () => {
    const party = { merchant, objects }
    const flags = { onboarded: true, master: false, crossBorder: false, reconAnalytics: false, reconDashboard: true, reconReports: true } // prettier-ignore
    // Asked last: they end what they are asked with.
    const ending = ['lockSession', 'signOut']
    for (const role of ['sub-admin', 'payment-user', 'payouts-admin'] as Role[]) {
      const session = await viewing(await testApp.signIn(merchant), [role])
      for (const { name, call } of withSession.filter((one) => !ending.includes(one.name))) {
        const answer = await send(testApp, session, call, requestOf(call, party))
        const denied = denialByAll(rulesOf(call), { roles: [role], flags }) !== null
        const expected = denied ? 'ROLE_NOT_ALLOWED' : onlyReads(call) ? undefined : 'VIEWING_AS_ROLE'
        const reason = String(answer.body['status_reason'])
        if (expected) expect({ role, name, ...reasonOf(answer) }).toEqual({ role, name, status: 403, reason: expected })
        // What an object shows is for the object's own rule to say.
        else if (name === 'readHistory' || call.orAccess) expect(reason, role).not.toBe('VIEWING_AS_ROLE')
        else expect(['ROLE_NOT_ALLOWED', 'VIEWING_AS_ROLE'], `${role} ${name}`).not.toContain(reason)
      }
    }
  })

  it('may be locked and left by signing out', async () => {
    for (const path of ['/api/account/lock', '/api/account/logout']) {
      const session = await viewing(await testApp.signIn(merchant), ['payment-user'])
      expect((await testApp.call(session, 'POST', path)).status).toBe(200)
    }
  })

  it('never shows more than the user’s own rights', async () => {
    const deputy = await testApp.signIn(merchant, { roles: ['sub-admin'] })
    expect(reasonOf(await view(deputy, ['admin']))).toEqual({ status: 403, reason: 'GRANT_NOT_HELD' })
    for (const role of roles.filter((one) => one !== 'admin')) expect((await view(deputy, [role])).status).toBe(200)
    const user = await testApp.signIn(merchant, { roles: ['payment-admin'] })
    expect(reasonOf(await view(user, ['payment-user']))).toEqual({ status: 403, reason: 'ROLE_NOT_ALLOWED' })
  })

  it('only ever narrows: the roles of a token count as far as the user’s own go, whatever the token says', async () => {
    const deputy = await testApp.signIn(merchant, { roles: ['sub-admin'] })
    const session = await viewing(deputy, ['payment-admin', 'recon-admin'])
    // What no call can bring about: the user has fewer roles, and the session was not ended with that.
    await testApp.owner.transaction(null, async (tx) => {
      await tx.query(`update sub_users set roles = '{recon-admin}' where sub_user_id = $1`, [deputy.subUserId])
      await tx.query(`update session_tokens set view_as = '{admin,payment-admin,recon-admin}' where view_as is not null and session_id = $1`, [deputy.sessionId]) // prettier-ignore
    })
    const me = await testApp.call(session, 'GET', '/api/account/session')
    expect((me.body['content'] as unknown as { user: object }).user).toMatchObject({ roles: ['recon-admin'] })
    expect((await testApp.call(session, 'GET', `/merchants/${merchant.merchantId}/webhooks`)).status).toBe(403)
  })

  it('ends with the session, as every token of it does', async () => {
    const user = await accepted(testApp, admin, ['sub-admin'])
    const [row] = await testApp.owner.transaction(null, (tx) =>
      tx.query('select 1 as one from sub_users where sub_user_id = $1', [user.subUserUuid]),
    )
    expect(row).toBeDefined()
    const deputy = await testApp.signIn(merchant, { roles: ['sub-admin'] })
    const session = await viewing(deputy, ['payment-user'])
    userIn(await update(testApp, admin, deputy.subUserId, { roles: ['payment-admin'] }))
    expect((await testApp.call(session, 'GET', '/api/account/session')).status).toBe(401)
  })
})
