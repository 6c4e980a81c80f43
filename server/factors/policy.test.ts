import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { requestOf, send } from '#test/request.ts'
import { seedObjects } from '#test/objects.ts'
import { resetLostFactors } from './reset-lost.ts'
import {
  answerChallenge,
  challengeOf,
  outcomeOf,
  personIn,
  proofIsOld,
  stillHouse,
  tokenOf,
  withApp,
  withPasskey,
  type Person,
} from './fixtures.ts'

let testApp: Awaited<ReturnType<typeof stillHouse>>
let admin: Person
beforeAll(async () => {
  testApp = await stillHouse()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  admin = await personIn(testApp)
})

describe('a merchant that wants two-step verification of everybody', () => {
  const require = (token: string, required: boolean) =>
    admin.call(token, 'POST', `/api/merchants/${admin.merchant.key}/require-two-step`, { required })

  it('is set by an admin with a second factor, after a step-up, and is in the record’s history', async () => {
    const plain = await admin.session()
    expect(outcomeOf(await require(plain, true))).toEqual({ status: 409, reason: 'OWN_TWO_STEP_FIRST' })
    const { token } = await withApp(testApp, admin, plain)
    await proofIsOld(testApp, admin.subUserId)
    expect((await require(token, true)).body['status_reason']).toBe('STEP_UP_REQUIRED')
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sessions set proved_at = now() where sub_user_id = $1', [admin.subUserId]),
    )
    expect((await require(token, true)).body.content).toMatchObject({ require_two_step: true })
    const changes = await admin.call(token, 'GET', `/api/merchants/${admin.merchant.key}/changes`)
    expect(changes.body.content).toMatchObject([{ changes: { require_two_step: { before: false, after: true } } }])
    expect((await require(token, false)).body.content).toMatchObject({ require_two_step: false })
  })

  it('lets a user without a factor only set one up, at once and by every call', async () => {
    const { token } = await withApp(testApp, admin)
    const user = await personIn(testApp, admin.merchant, 'payment-user')
    const own = await user.session()
    expect((await user.call(own, 'GET', `/merchants/${admin.merchant.key}`)).status).toBe(200)
    await require(token, true)

    const objects = await seedObjects(testApp, admin.merchant, 'Policy')
    const open = ['readFactors', 'setUpTwoStep', 'verifyTwoStep', 'removeAuthenticator', 'beginPasskey', 'addPasskey']
    const allowed = [...open, 'challengePasskey', 'beginSsoStepUp', 'stepUp', 'readSession', 'lockSession', 'signOut']
    const sessions = allCalls().filter(({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string))
    const through = []
    for (const { name, call } of sessions) {
      const session = {
        token: await user.session(),
        subUserId: user.subUserId,
        merchant: admin.merchant,
        signingKey: 'x',
      } as never
      const answer = await send(testApp, session, call, requestOf(call, { merchant: admin.merchant, objects }))
      if (answer.body['status_reason'] !== 'TWO_STEP_REQUIRED') through.push(name)
    }
    expect(through.toSorted()).toEqual(allowed.toSorted())

    const again = await user.signIn()
    expect(again.body.content).toMatchObject({ user: { must_set_up_two_step: true } })
    await withPasskey(testApp, user, tokenOf(again))
    expect((await user.call(tokenOf(again), 'GET', `/merchants/${admin.merchant.key}`)).status).toBe(200)
  })
})

describe('an admin', () => {
  const reset = (token: string, of: string) => admin.call(token, 'POST', `/api/users/${of}/reset-two-step`)

  it('removes the factors of a user who has lost them, ends their sessions and mails them the admin’s name', async () => {
    const token = await admin.session()
    const user = await personIn(testApp, admin.merchant, 'payment-user')
    const lost = await withApp(testApp, user)
    await withPasskey(testApp, user, lost.token)
    await proofIsOld(testApp, admin.subUserId)
    expect((await reset(token, user.subUserId)).body['status_reason']).toBe('STEP_UP_REQUIRED')
    const fresh = await admin.session()
    expect((await reset(fresh, user.subUserId)).body['message']).toBe('Two-step verification reset')
    expect((await user.call(lost.token, 'GET', '/api/account/session')).status).toBe(401)
    expect(tokenOf(await user.signIn())).not.toBe('')
    const mail = (await messagesTo(testApp, user.email)).find(
      ({ subject }) => subject === 'Your two-step verification was reset',
    )
    expect(mail?.text).toContain('admin removed your second factors')
    expect((await reset(fresh, user.subUserId)).status).toBe(409)
    const [audit] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ object_ref: string; actor_id: string }>(
        `select object_ref, actor_id from audit_events where action = 'user.reset-two-step' and result = 'done' and actor_id = $1`,
        [admin.subUserId],
      ),
    )
    expect(audit).toEqual({ object_ref: user.subUserId, actor_id: admin.subUserId })
  })

  it('is refused for users of another merchant, for oneself, and to a sub-admin for an admin', async () => {
    const own = await withApp(testApp, admin)
    const stranger = await personIn(testApp)
    await withApp(testApp, stranger)
    for (const of of [stranger.subUserId, '01890a5d-ac96-774b-bcce-b302099a8057', 'nobody'])
      expect(outcomeOf(await reset(own.token, of))).toEqual({ status: 404, reason: 'RECORD_NOT_FOUND_ERROR' })
    expect((await reset(own.token, admin.subUserId)).status).toBe(403)
    const second = await personIn(testApp, admin.merchant, 'sub-admin')
    expect(
      (await second.call(await second.session(), 'POST', `/api/users/${admin.subUserId}/reset-two-step`)).status,
    ).toBe(403)
    testApp.wait(30)
    const opened = await answerChallenge(testApp, challengeOf(await admin.signIn()), { otp: own.code() })
    expect(opened.status).toBe(200)
  })
})

describe('the operator', () => {
  it('resets a user whom no admin can help, only one with a second factor, and the audit log records it', async () => {
    const { token } = await withApp(testApp, admin)
    const resetLost = (email: string) =>
      resetLostFactors(testApp.owner, { email, master: testApp.serveParts.services.master, now: new Date() })
    expect(await resetLost('nobody@shop.example')).toBe(false)
    expect(await resetLost(` ${admin.email.toUpperCase()} `)).toBe(true)
    expect((await admin.call(token, 'GET', '/api/account/session')).status).toBe(401)
    expect(tokenOf(await admin.signIn())).not.toBe('')
    expect(await resetLost(admin.email)).toBe(false)
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ why: string }>(
        `select why from audit_events where action = 'user.reset-two-step' and object_ref = $1 and actor_id is null`,
        [admin.subUserId],
      ),
    )
    expect(rows).toEqual([{ why: 'by whoever runs the installation' }])
  })
})
