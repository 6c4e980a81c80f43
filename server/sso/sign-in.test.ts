import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo } from '#server/messages/fixtures.ts'
import { lastToken, newAddress } from '#server/registration/fixtures.ts'
import { testPassword, type TestMerchant } from '#test/test-app.ts'
import { openProvider } from '#test/openid-provider.ts'
import { runJobs } from '#test/run-jobs.ts'
import { challengeOf, personIn, stillHouse, withApp } from '#server/factors/fixtures.ts'
import { atProvider } from './provider-fixtures.ts'
import {
  browserOf,
  clientOfTest,
  connectionOf,
  contentOf,
  linkIn,
  proofIn,
  signedIn,
  tokenIn,
  type Browser,
} from './fixtures.ts'

/** The whole way with a real OpenID provider, as a browser goes it. */
let testApp: Awaited<ReturnType<typeof stillHouse>>
let provider: Awaited<ReturnType<typeof openProvider>>
let merchant: TestMerchant
let stranger: TestMerchant
const people: Parameters<typeof openProvider>[1] = {}
beforeAll(async () => {
  testApp = await stillHouse()
  merchant = await testApp.addMerchant({
    slug: `sso-${crypto.randomUUID().slice(0, 8)}`,
    logins: ['admin', 'sub-admin', 'payment-user'],
  })
  stranger = await testApp.addMerchant({ logins: ['admin'] })
  const { publicUrl } = testApp.serveParts.services
  provider = await openProvider(
    [
      {
        ...clientOfTest,
        redirectUri: `${publicUrl}/auth/callback/${merchant.slug}`,
        logoutUri: `${publicUrl}/login/tenant/${merchant.slug}`,
      },
    ],
    people,
  )
  await save({})
})
afterAll(async () => {
  await provider.close()
  await testApp.close()
})

let revision: number | undefined
/** Changes the connection as the admin does. */
async function save(changes: object, by?: { browser: Browser; token: string }) {
  const admin = by ?? (await signedIn(testApp, merchant))
  const { client_secret: _, ...kept } = connectionOf(provider.issuer, merchant.slug)
  const body = {
    ...(revision === undefined ? connectionOf(provider.issuer, merchant.slug) : kept),
    revision,
    ...changes,
  }
  const answer = await admin.browser.send('PUT', '/api/single-sign-on', body, admin.token)
  if (answer.status !== 200) throw new Error(answer.text)
  revision = contentOf<{ connection: { revision: number } }>(answer).connection.revision
}
/** Goes to the provider and comes back. */
async function come(browser: Browser, name: string, redirectFrom?: string) {
  const back = await atProvider(await browser.begin(merchant.slug, redirectFrom), name)
  return browser.finish(merchant.slug, back.search)
}
const emailOf = (role: string, of = merchant) => `${role}@${of.slug}.example`
const link = (browser: Browser, token: string, username: string, password = testPassword) =>
  browser.send('POST', `/api/sso/${merchant.slug}/link`, { linkToken: token, username, password })
const outcome = (answer: Awaited<ReturnType<Browser['send']>>) => ({
  status: answer.status,
  reason: answer.body['status_reason'],
})
const session = (browser: Browser, token: string) => browser.send('GET', '/api/account/session', undefined, token)
const audited = (action: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<{ actor_id: string; why: string; result: string; object_ref: string }>(
      'select actor_id, why, result, object_ref from audit_events where merchant_id = $1 and action = $2 order by event_id',
      [merchant.merchantId, action],
    ),
  )
const nameOf = () => `person-${crypto.randomUUID().slice(0, 8)}`

describe('the first time', () => {
  it('links the identity to the login whose password is given, and signs in from then on', async () => {
    const browser = browserOf(testApp)
    const name = nameOf()
    people[name] = { email: 'somebody@else.example', email_verified: true }
    const first = await come(browser, name, '/payment-links?status=created')
    expect(contentOf(first)).toEqual({ linkToken: expect.any(String), provider_email: 'somebody@else.example' })

    expect(outcome(await link(browser, linkIn(first), emailOf('payment-user'), 'wrong password 1'))).toEqual({
      status: 400,
      reason: 'INVALID_PASSWORD',
    })
    const linked = await link(browser, linkIn(first), emailOf('payment-user'))
    expect(contentOf(linked)).toMatchObject({
      return_to: '/payment-links?status=created',
      user: { sso_enabled: true, sso_company: merchant.slug, sso_required: false },
    })
    expect(outcome(await session(browser, tokenIn(linked)))).toMatchObject({ status: 200 })
    await runJobs(testApp)
    expect((await messagesTo(testApp, emailOf('payment-user'))).map(({ subject }) => subject)).toContain(
      'Single sign-on was linked to your account',
    )

    const again = await come(browserOf(testApp), name)
    expect(contentOf(again)).toMatchObject({ user: { email_address: { email: emailOf('payment-user') } } })
    expect(
      (await audited('session.begin')).filter(
        ({ object_ref, result }) =>
          result === 'done' && object_ref === contentOf<{ user: { subUserUuid: string } }>(again).user.subUserUuid,
      ),
    ).toHaveLength(2)
    expect(await audited('sso.link')).toHaveLength(1)
  })

  it('links nothing by an address alone, be it verified', async () => {
    const name = nameOf()
    people[name] = { email: emailOf('admin'), email_verified: true }
    const answer = await come(browserOf(testApp), name)
    expect(contentOf(answer)).toEqual({ linkToken: expect.any(String), provider_email: emailOf('admin') })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('links by a mail to the login’s own address, opened in the same browser, once', async () => {
    const browser = browserOf(testApp)
    const name = nameOf()
    const { linkToken: token } = contentOf<{ linkToken: string }>(await come(browser, name))
    const mail = (from: Browser, email_address: string) =>
      from.send('POST', `/api/sso/${merchant.slug}/mail`, { linkToken: token, email_address })
    const [known, unknown] = [await mail(browser, emailOf('sub-admin')), await mail(browser, newAddress())]
    expect(known.text.replaceAll(/"request_id":"[^"]+"/g, '')).toBe(
      unknown.text.replaceAll(/"request_id":"[^"]+"/g, ''),
    )
    expect(outcome(await mail(browserOf(testApp), emailOf('sub-admin')))).toEqual({ status: 400, reason: 'SSO_FAILED' })
    await runJobs(testApp)
    const mailToken = await lastToken(testApp, emailOf('sub-admin'))

    const elsewhere = browserOf(testApp)
    await elsewhere.begin(merchant.slug)
    expect(outcome(await elsewhere.send('POST', '/api/sso/confirm', { mailToken }))).toEqual({
      status: 400,
      reason: 'SSO_FAILED',
    })
    const confirmed = await browser.send('POST', '/api/sso/confirm', { mailToken })
    expect(contentOf(confirmed)).toMatchObject({ user: { email_address: { email: emailOf('sub-admin') } } })
    expect(outcome(await browser.send('POST', '/api/sso/confirm', { mailToken }))).toEqual({
      status: 400,
      reason: 'LINK_NOT_VALID',
    })
    expect(tokenIn(await come(browserOf(testApp), name))).not.toBe('')
  })

  it('writes nothing to a login of another business, and links it by no password', async () => {
    const browser = browserOf(testApp)
    const { linkToken: token } = contentOf<{ linkToken: string }>(await come(browser, nameOf()))
    await browser.send('POST', `/api/sso/${merchant.slug}/mail`, {
      linkToken: token,
      email_address: emailOf('admin', stranger),
    })
    await runJobs(testApp)
    expect(await messagesTo(testApp, emailOf('admin', stranger))).toEqual([])
    expect(outcome(await link(browser, token, emailOf('admin', stranger)))).toEqual({
      status: 400,
      reason: 'INVALID_PASSWORD',
    })
  })

  it('does not take the place of an identity that is there', async () => {
    const browser = browserOf(testApp)
    const { linkToken: token } = contentOf<{ linkToken: string }>(await come(browser, nameOf()))
    expect(outcome(await link(browser, token, emailOf('payment-user')))).toEqual({ status: 400, reason: 'SSO_FAILED' })
  })

  it('waits a quarter of an hour, in its own browser', async () => {
    const browser = browserOf(testApp)
    const { linkToken: token } = contentOf<{ linkToken: string }>(await come(browser, nameOf()))
    expect(outcome(await link(browserOf(testApp), token, emailOf('admin')))).toEqual({
      status: 400,
      reason: 'SSO_FAILED',
    })
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sso_proofs set expires_at = expires_at - interval '15 minutes'`, []),
    )
    expect(outcome(await link(browser, token, emailOf('admin')))).toEqual({ status: 400, reason: 'SSO_FAILED' })
  })
})

describe('an identity without a user', () => {
  it('gets a user with the configured roles if that is switched on, the address is verified and unused', async () => {
    const [verified, unverified, none] = [nameOf(), nameOf(), nameOf()]
    const email = newAddress()
    people[verified] = { email, email_verified: true, name: 'Mei Lin Tan' }
    people[unverified] = { email: newAddress(), email_verified: false }
    people[none] = {}
    expect(linkIn(await come(browserOf(testApp), verified))).not.toBe('')
    await save({ provision: true, provision_roles: ['payment-user', 'invoice-user'] })
    for (const name of [unverified, none]) expect(linkIn(await come(browserOf(testApp), name))).not.toBe('')
    const answer = await come(browserOf(testApp), verified)
    expect(contentOf(answer)).toMatchObject({
      user: {
        name: 'Mei Lin Tan',
        email_address: { email },
        roles: ['payment-user', 'invoice-user'],
        is_email_verified: true,
      },
    })
    expect(await audited('user.provision')).toHaveLength(1)
    // They have no password, and none that is empty.
    for (const password of [' ', testPassword])
      expect(
        outcome(await browserOf(testApp).send('POST', '/api/account/login', { username: email, password })),
      ).toEqual({
        status: 400,
        reason: 'INVALID_PASSWORD',
      })
    const taken = nameOf()
    people[taken] = { email: emailOf('admin', stranger), email_verified: true }
    expect(linkIn(await come(browserOf(testApp), taken))).not.toBe('')
    await save({ provision: false })
  })
})

describe('a second factor', () => {
  it('is asked for as by every way, in the browser that came, and links nothing before', async () => {
    const person = await personIn(testApp, await testApp.addMerchant({ logins: ['admin'] }))
    const own = person.merchant
    const admin = await signedIn(testApp, own)
    const body = connectionOf(provider.issuer, own.slug)
    expect((await admin.browser.send('PUT', '/api/single-sign-on', body, admin.token)).status).toBe(200)
    const app = await withApp(testApp, person, admin.token)
    testApp.wait(60)
    // The provider knows one address to come back to; what came is finished where it was begun.
    const browser = browserOf(testApp)
    const proof = await proofIn(testApp, browser, own)
    const asked = await browser.send('POST', `/api/sso/${own.slug}/link`, {
      linkToken: proof,
      username: person.email,
      password: testPassword,
    })
    expect(contentOf(asked)).toEqual({
      challenge: expect.any(String),
      factors: ['totp', 'recovery_code'],
      return_to: '',
    })
    expect(await identities(own)).toBe(0)
    const answer = (from: Browser, offer: object) =>
      from.send('POST', '/api/account/sign-in/factor', { challenge: challengeOf(asked), ...offer })
    expect(outcome(await answer(browserOf(testApp), { otp: app.code() }))).toEqual({
      status: 400,
      reason: 'SSO_FAILED',
    })
    expect(await identities(own)).toBe(0)
    const opened = await answer(browser, { otp: app.code() })
    expect(contentOf(opened)).toMatchObject({ user: { sso_enabled: true } })
    expect(await identities(own)).toBe(1)
  })

  const identities = async (of: TestMerchant) => {
    const [row] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ n: bigint }>('select count(*) as n from sso_identities where merchant_id = $1', [of.merchantId]),
    )
    return Number(row?.n)
  }
})

describe('signing out', () => {
  const logout = (browser: Browser, company: string) => browser.send('GET', `/auth/logout/${company}`)
  const home = () => `${testApp.serveParts.services.publicUrl}/login/tenant/${merchant.slug}`

  it('leads through the provider back to the tenant’s sign-in, once, and only in its own browser', async () => {
    const name = nameOf()
    const browser = browserOf(testApp)
    const linked = await link(browser, linkIn(await come(browser, name)), emailOf('admin'))
    const open = await logout(browser, merchant.slug)
    expect({ status: open.status, to: open.headers['location'] }).toEqual({ status: 302, to: home() })
    expect((await session(browser, tokenIn(linked))).status).toBe(200)

    await browser.send('POST', '/api/account/logout', {}, tokenIn(linked))
    expect((await logout(browserOf(testApp), merchant.slug)).headers['location']).toBe(home())
    const to = new URL(String((await logout(browser, merchant.slug)).headers['location']))
    expect(to.origin).toBe(provider.issuer)
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(home())
    expect(to.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect((await atProvider(to.href, name)).href).toBe(home())
    expect((await logout(browser, merchant.slug)).headers['location']).toBe(home())
  })

  it('leads nowhere else, whatever is asked for', async () => {
    const { publicUrl } = testApp.serveParts.services
    const strange = [
      'no-such-tenant',
      '..%2f..%2fevil',
      '%2f%2fevil.example',
      'https:%2f%2fevil.example',
      'a%0d%0ab',
      '%00',
    ]
    for (const company of strange)
      expect((await logout(browserOf(testApp), company)).headers['location'], company).toBe(`${publicUrl}/login`)
    const more =
      '?post_logout_redirect_uri=https://evil.example&redirectFrom=//evil.example&returnTo=https://evil.example'
    expect((await logout(browserOf(testApp), merchant.slug + more)).headers['location']).toBe(home())
    const forged = await testApp.call(null, 'GET', `/auth/logout/${merchant.slug}`, undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    expect(forged.headers['location']).toBe(home())
  })
})
