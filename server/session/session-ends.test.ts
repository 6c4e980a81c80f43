import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionEnds, type SessionEnd } from '#contract/session-ends.ts'
import { personIn, stillHouse, tokenOf, withApp, type Person } from '#server/factors/fixtures.ts'
import { masterOf, type Master } from '#server/master-merchants/fixtures.ts'
import { newAddress } from '#server/registration/fixtures.ts'
import { browserOf, connectionOf, openFakeProvider, proofIn, type FakeProvider } from '#server/sso/fixtures.ts'
import { testPassword, type Answer } from '#test/test-app.ts'

/** Why a session ended, as whoever still holds its token or its cookie is told. */
let testApp: Awaited<ReturnType<typeof stillHouse>>
let provider: FakeProvider
let master: Master
/** A user, and an administrator of the same merchant. */
let person: Person
let admin: Person
beforeAll(async () => {
  testApp = await stillHouse()
  provider = await openFakeProvider()
  master = await masterOf(testApp)
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})
beforeEach(async () => {
  const merchant = await testApp.addMerchant({
    kind: 'managed',
    masterId: master.merchant.merchantId,
    logins: ['admin', 'payment-user'],
  })
  admin = await personIn(testApp, merchant)
  person = await personIn(testApp, merchant, 'payment-user')
})

/** The answer to a call that must succeed. */
const done = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
  return answer
}
const byPerson = (of: Answer, path: string, body = {}) => done(person.call(tokenOf(of), 'POST', path, body))
/** A change of the user by their administrator. */
async function update(changes: object): Promise<void> {
  const path = `/merchants/${person.merchant.merchantId}/subUser/${person.subUserId}`
  await done(admin.call(await admin.session(), 'PUT', path, changes))
}

const answersTo = async (signedIn: Answer) => {
  const cookie = /__Host-countinghouse=[\w-]+/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? ''
  return [
    await person.call(tokenOf(signedIn), 'GET', '/api/account/session'),
    await testApp.call(null, 'POST', '/api/account/session', {}, { cookie }),
  ]
}
const reasonsIn = (answers: Answer[]) =>
  answers.map(({ status, body }) => [status, (body['errors'] as { reason: string }[] | undefined)?.[0]?.reason])

/** What ends the session `there` of a user who has another one `here`. */
const ways: Record<SessionEnd, (sessions: { there: Answer; here: Answer }) => Promise<unknown>> = {
  signed_out: ({ there }) => byPerson(there, '/api/account/logout'),
  elsewhere: ({ here }) => byPerson(here, '/api/account/sessions/revoke-others'),
  password_changed: ({ here }) =>
    byPerson(here, '/api/account/change-password', { old_password: testPassword, new_password: 'another-password-1' }),
  address_changed: () => update({ email_address: newAddress() }),
  roles_changed: () => update({ roles: ['payment-links-user'] }),
  async two_step_changed({ here }) {
    await withApp(testApp, person, tokenOf(here))
    await done(admin.call(await admin.session(), 'POST', `/api/users/${person.subUserId}/reset-two-step`, {}))
  },
  async sso_changed() {
    const [browser, token] = [browserOf(testApp), await admin.session()]
    const { slug } = person.merchant
    await done(admin.call(token, 'PUT', '/api/single-sign-on', connectionOf(provider.issuer, slug)))
    const linkToken = await proofIn(testApp, browser, person.merchant)
    const link = { linkToken, username: person.email, password: testPassword }
    await done(browser.send('POST', `/api/sso/${slug}/link`, link))
    await done(admin.call(token, 'DELETE', `/api/single-sign-on/identities/${person.subUserId}`, {}))
  },
  deactivated: () => update({ is_active: false }),
  merchant_inactive: () => done(master.status(person.merchant.merchantId, 'INACTIVE')),
  // The database's clock decides, which no test moves.
  expired: () =>
    testApp.owner.transaction(null, (tx) =>
      tx.query(`update sessions set expires_at = now() - interval '1 second' where merchant_id = $1`, [
        person.merchant.merchantId,
      ]),
    ),
}

describe('a session that has ended', () => {
  it.each(sessionEnds)('says why to whoever holds its token or its cookie: %s', async (end) => {
    const sessions = { there: await person.signIn(), here: await person.signIn() }
    expect(reasonsIn(await answersTo(sessions.there))).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await ways[end](sessions)
    const reason = `session_${end}`
    expect(reasonsIn(await answersTo(sessions.there))).toEqual([
      [401, reason],
      [401, reason],
    ])
  })

  it('says nothing to anybody else, nor of what its facts were', async () => {
    const [there, here] = [await person.signIn(), await person.signIn()]
    await byPerson(here, '/api/account/sessions/revoke-others')
    const [byToken] = await answersTo(there)
    expect(byToken?.text).not.toContain(person.email)
    const stranger = await testApp.call(null, 'POST', '/api/account/session', {}, { cookie: '__Host-countinghouse=x' })
    expect(reasonsIn([stranger])).toEqual([[401, undefined]])
  })
})
