import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, testPassword, type TestApp } from '#test/test-app.ts'
import {
  answerChallenge,
  challengeOf,
  outcomeOf,
  personIn,
  proofIsOld,
  softAuthenticator,
  tokenOf,
  withPasskey,
  type Person,
} from './fixtures.ts'
import { passkeysPossible } from './passkeys.ts'

let testApp: TestApp
let person: Person
let token: string
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  person = await personIn(testApp)
  token = await person.session()
})

const refused = { status: 400, reason: 'INVALID_PASSKEY' }
type Options = { challenge: string; rpId?: string; allowCredentials: { id: string }[] }
const options = (answer: { body: { content?: unknown } }) => answer.body.content as Options
const challenge = async () => challengeOf(await person.signIn())
/** What the browser is asked for at a sign-in. */
const asked = async (one: string) => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/gateway/api/account/sign-in/passkey',
    payload: { challenge: one },
    remoteAddress: '198.51.100.7',
    headers: { host: 'evil.example', origin: 'https://evil.example' },
  })
  return answer.json<{ content: Options }>().content
}
const stepUp = (passkey: object, of = token) => person.call(of, 'POST', '/api/account/step-up', { passkey })
const stepUpAsked = async (of = token) => options(await person.call(of, 'POST', '/api/account/step-up/passkey'))

describe('a passkey', () => {
  it('is a second factor: asked for at the sign-in, told of, with recovery codes for when it is lost', async () => {
    const there = await person.session()
    const { authenticator, recoveryCodes } = await withPasskey(testApp, person, token)
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect((await person.call(there, 'GET', '/api/account/session')).status).toBe(401)
    const asking = await person.signIn()
    expect(asking.body.content).toEqual({ challenge: expect.any(String), factors: ['passkey', 'recovery_code'] })
    const request = await asked(challengeOf(asking))
    expect(request).toMatchObject({ rpId: 'localhost', allowCredentials: [{ type: 'public-key' }] })
    const opened = await answerChallenge(testApp, challengeOf(asking), { passkey: authenticator.get(request) })
    expect((await person.call(tokenOf(opened), 'GET', '/api/account/factors')).body.content).toMatchObject({
      passkeys: [{ name: 'Laptop', is_synced: false, last_used_at: expect.stringMatching(/^20/) }],
    })
    expect((await messagesTo(testApp, person.email)).map(({ subject }) => subject)).toContain('A passkey was added')
    expect((await answerChallenge(testApp, await challenge(), { recovery_code: recoveryCodes[0] })).status).toBe(200)
  })

  it('serves a step-up, once for each challenge', async () => {
    const { authenticator } = await withPasskey(testApp, person, token)
    await proofIsOld(testApp, person.subUserId)
    const reveal = () => person.call(token, 'POST', `/api/merchants/${person.merchant.key}/reveal-secret`)
    expect((await reveal()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    const signed = authenticator.get(await stepUpAsked())
    expect((await stepUp(signed)).status).toBe(200)
    expect((await reveal()).status).toBe(200)
    expect(outcomeOf(await stepUp(signed))).toEqual(refused)
  })

  it('signs only for this address, this purpose, this session or sign-in, and with this user’s key', async () => {
    const { authenticator } = await withPasskey(testApp, person, token)
    const { publicUrl } = testApp.serveParts.services
    const others = [
      softAuthenticator({ origin: publicUrl }),
      softAuthenticator({ origin: 'https://evil.example' }),
    ].map((one) => one.get)
    for (const get of others) expect(outcomeOf(await stepUp(get(await stepUpAsked())))).toEqual(refused)

    const stranger = await personIn(testApp)
    const theirs = await withPasskey(testApp, stranger, await stranger.session())
    expect(outcomeOf(await stepUp(theirs.authenticator.get(await stepUpAsked())))).toEqual(refused)

    const one = await challenge()
    expect(outcomeOf(await stepUp(authenticator.get(await asked(one))))).toEqual(refused)
    const mine = authenticator.get(await stepUpAsked())
    expect(outcomeOf(await answerChallenge(testApp, one, { passkey: mine }))).toEqual(refused)
    const two = await challenge()
    const ofTwo = authenticator.get(await asked(two))
    expect(outcomeOf(await answerChallenge(testApp, one, { passkey: ofTwo }))).toEqual(refused)

    const late = authenticator.get(await stepUpAsked())
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update passkey_challenges set expires_at = expires_at - interval '301 seconds'`, []),
    )
    expect(outcomeOf(await stepUp(late))).toEqual(refused)
    expect((await stepUp(authenticator.get(await stepUpAsked()))).status).toBe(200)
  })

  it('whose counter does not go on is refused: there is a copy of it', async () => {
    const { authenticator } = await withPasskey(testApp, person, token)
    expect((await stepUp(authenticator.get(await stepUpAsked()))).status).toBe(200)
    authenticator.rewind(0)
    expect(outcomeOf(await stepUp(authenticator.get(await stepUpAsked())))).toEqual(refused)
    authenticator.rewind(10)
    expect((await stepUp(authenticator.get(await stepUpAsked()))).status).toBe(200)
  })

  it('that does not count at all is taken', async () => {
    const quiet = softAuthenticator({ origin: testApp.serveParts.services.publicUrl, counts: false })
    const begun = options(await person.call(token, 'POST', '/api/account/passkeys/begin'))
    const body = { name: 'Phone', credential: quiet.create(begun) }
    expect((await person.call(token, 'POST', '/api/account/passkeys', body)).status).toBe(200)
    for (let i = 0; i < 3; i++) expect((await stepUp(quiet.get(await stepUpAsked()))).status).toBe(200)
  })

  it('is added only by a challenge of this session and origin, once, after a step-up', async () => {
    const begin = async (of = token) => options(await person.call(of, 'POST', '/api/account/passkeys/begin'))
    const add = (credential: object, of = token) =>
      person.call(of, 'POST', '/api/account/passkeys', { name: 'Key', credential })
    const make = softAuthenticator({ origin: testApp.serveParts.services.publicUrl }).create
    expect(outcomeOf(await add(make({ challenge: 'A'.repeat(43) })))).toEqual(refused)
    const other = await person.session()
    expect(outcomeOf(await add(make(await begin(other))))).toEqual(refused)
    const evil = softAuthenticator({ origin: 'https://evil.example' }).create
    expect(outcomeOf(await add(evil(await begin())))).toEqual(refused)
    const good = make(await begin())
    const broken = { ...good, response: { ...good.response, attestationObject: 'AAAA' } }
    expect(outcomeOf(await add(broken))).toEqual(refused)
    expect((await add(good)).status).toBe(200)
    expect(outcomeOf(await add(good))).toEqual(refused)
    await proofIsOld(testApp, person.subUserId)
    expect((await person.call(token, 'POST', '/api/account/passkeys/begin')).body['status_reason']).toBe(
      'STEP_UP_REQUIRED',
    )
  })

  it('is one of several, each with a name that can be changed, each to be taken away after a fresh proof', async () => {
    const first = await withPasskey(testApp, person, token, 'Laptop')
    await withPasskey(testApp, person, token, 'Phone')
    const list = async () =>
      (
        (await person.call(token, 'GET', '/api/account/factors')).body.content as unknown as {
          passkeys: { passkey_id: string; name: string }[]
        }
      ).passkeys
    const [laptop, phone] = await list()
    const rename = await person.call(token, 'PUT', `/api/account/passkeys/${laptop?.passkey_id}`, {
      name: 'Old laptop',
    })
    expect(rename.body['message']).toBe('Passkey renamed')
    expect((await list()).map(({ name }) => name)).toEqual(['Old laptop', 'Phone'])
    const stranger = await personIn(testApp, person.merchant, 'sub-admin')
    const theirs = await stranger.session()
    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect((await stranger.call(theirs, method, `/api/account/passkeys/${phone?.passkey_id}`, body)).status).toBe(404)

    await proofIsOld(testApp, person.subUserId)
    const remove = (id = '') => person.call(token, 'DELETE', `/api/account/passkeys/${id}`)
    expect((await remove(phone?.passkey_id)).body['status_reason']).toBe('STEP_UP_REQUIRED')
    await stepUp(first.authenticator.get(await stepUpAsked()))
    expect((await remove(phone?.passkey_id)).status).toBe(200)
    expect(challengeOf(await person.signIn())).not.toBe('')
    expect((await remove(laptop?.passkey_id)).status).toBe(200)
    expect(tokenOf(await person.signIn())).not.toBe('')
    const answer = await person.call(token, 'POST', '/api/account/step-up', { password: testPassword })
    expect(answer.status).toBe(200)
  })

  it('is one of ten at most', async () => {
    await withPasskey(testApp, person, token)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `insert into passkeys (merchant_id, sub_user_id, passkey_id, credential_id, name, public_key, counter, transports, is_synced, created_at)
         select merchant_id, sub_user_id, gen_random_uuid(), n::text, name, public_key, 0, '{}', false, now()
         from passkeys, generate_series(1, 9) n where sub_user_id = $1`,
        [person.subUserId],
      ),
    )
    expect((await person.call(token, 'POST', '/api/account/passkeys/begin')).body['status_reason']).toBe(
      'INVALID_MAXIMUM_AMOUNT_LIMIT',
    )
  })
})

it.each([
  ['http://localhost:8080', true],
  ['https://pay.example', true],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
])('browsers make passkeys at %s: %s', (publicUrl, possible) => {
  expect(passkeysPossible({ publicUrl })).toBe(possible)
})
