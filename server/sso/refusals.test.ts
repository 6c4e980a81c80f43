import { generateKeyPair, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { forgetIssuer } from './issuer.ts'
import {
  browserOf,
  connectionOf,
  linkIn,
  openFakeProvider,
  refusalsOf,
  signedIn,
  type Browser,
  type FakeProvider,
} from './fixtures.ts'

/** What a hostile provider, a hostile page or somebody between them may try: each ends in the one text, and is written down. */
let testApp: TestApp
let merchant: TestMerchant
let other: TestMerchant
let fake: FakeProvider
let elsewhere: FakeProvider
let browser: Browser
beforeAll(async () => {
  testApp = await openTestApp()
  fake = await openFakeProvider()
  elsewhere = await openFakeProvider()
  merchant = await testApp.addMerchant({ logins: ['admin', 'sub-admin'] })
  other = await testApp.addMerchant({ logins: ['admin'] })
  for (const [of, provider] of [
    [merchant, fake],
    [other, elsewhere],
  ] as const) {
    const admin = await signedIn(testApp, of)
    const saved = await admin.browser.send(
      'PUT',
      '/api/single-sign-on',
      connectionOf(provider.issuer, of.slug),
      admin.token,
    )
    if (saved.status !== 200) throw new Error(saved.text)
  }
})
beforeEach(() => {
  browser = browserOf(testApp)
  fake.document = {}
  fake.token = async (right) => ({ id_token: await fake.sign(right) })
  fake.userInfo = {}
})
afterAll(async () => {
  await fake.close()
  await elsewhere.close()
  await testApp.close()
})

const failed = { status: 400, reason: 'SSO_FAILED', text: 'SSO login failed. Please try again.' }
const outcome = ({ status, body }: Awaited<ReturnType<Browser['send']>>) => ({
  status,
  reason: body['status_reason'],
  text: body['Message'],
})
const refused = async (why: RegExp, answer: Awaited<ReturnType<Browser['send']>>, of = merchant) => {
  expect(outcome(answer)).toEqual(failed)
  expect((await refusalsOf(testApp, of)).at(-1)).toMatch(why)
  expect(JSON.stringify(answer.headers['set-cookie'] ?? '')).not.toMatch(/__Host-countinghouse=/)
}
const come = async () => {
  const { query } = fake.visit(await browser.begin(merchant.slug))
  return browser.finish(merchant.slug, query)
}

describe('the ID token', () => {
  it('is accepted when it is right: the identity is new, so it is to be linked', async () => {
    expect(linkIn(await come())).toMatch(/^[\w-]{43}$/)
    const asked = fake.asked.at(-1)
    expect(asked?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  const told = (change: (right: JWTPayload) => JWTPayload) => async (right: JWTPayload) => ({
    id_token: await fake.sign(change(right)),
  })
  const tokens: [string, RegExp, () => void][] = [
    ['is not signed', /"alg"/, () => (fake.token = (right) => ({ id_token: new UnsecuredJWT(right).encode() }))],
    [
      'is signed by a key of somebody else’s',
      /signature verification failed/,
      () =>
        (fake.token = async (right) => ({
          id_token: await fake.sign(right, { key: (await generateKeyPair('RS256')).privateKey }),
        })),
    ],
    [
      'is signed by a key that nobody has published',
      /no applicable keys/,
      () =>
        (fake.token = async (right) => ({
          id_token: await fake.sign(right, { key: (await generateKeyPair('RS256')).privateKey, kid: 'second' }),
        })),
    ],
    [
      'is signed by the secret that both know',
      /"alg"/,
      () =>
        (fake.token = async (right) => ({
          id_token: await fake.sign(right, { alg: 'HS256', key: Buffer.from('a secret of the client'.padEnd(32)) }),
        })),
    ],
    [
      'is of another business’ provider, by its own key',
      /"iss"/,
      () => (fake.token = async (right) => ({ id_token: await elsewhere.sign({ ...right, iss: elsewhere.issuer }) })),
    ],
    [
      'has no signature left',
      /signature verification failed/,
      () => (fake.token = async (right) => ({ id_token: (await fake.sign(right)).replace(/[^.]+$/, '') })),
    ],
    ['names another issuer', /"iss"/, () => (fake.token = told((right) => ({ ...right, iss: elsewhere.issuer })))],
    ['is for another client', /"aud"/, () => (fake.token = told((right) => ({ ...right, aud: 'another' })))],
    [
      'is for several clients, and not said to be ours',
      /untrusted audiences/,
      () => (fake.token = told((right) => ({ ...right, aud: ['countinghouse', 'another'] }))),
    ],
    [
      'is for several clients, and said to be another’s',
      /"azp"/,
      () => (fake.token = told((right) => ({ ...right, aud: ['countinghouse', 'another'], azp: 'another' }))),
    ],
    [
      'has expired',
      /"exp"/,
      () => (fake.token = told((right) => ({ ...right, iat: Number(right.iat) - 600, exp: Number(right.exp) - 400 }))),
    ],
    ['is not valid yet', /"nbf"/, () => (fake.token = told((right) => ({ ...right, nbf: Number(right.iat) + 300 })))],
    ['never expires', /"exp"/, () => (fake.token = told(({ exp: _, ...right }) => right))],
    ['carries another nonce', /"nonce"/, () => (fake.token = told((right) => ({ ...right, nonce: 'another' })))],
    ['carries no nonce', /"nonce"/, () => (fake.token = told(({ nonce: _, ...right }) => right))],
    ['is about nobody', /"sub"/, () => (fake.token = told(({ sub: _, ...right }) => right))],
    [
      'is about a name too long to keep',
      /no subject/,
      () => (fake.token = told((right) => ({ ...right, sub: 's'.repeat(300) }))),
    ],
    ['is missing', /"id_token"/, () => (fake.token = () => ({}))],
    ['is no token', /failed to parse/, () => (fake.token = () => ({ id_token: 'a.b.c' }))],
    [
      'is told otherwise by the user-info',
      /"sub"/,
      () => (fake.userInfo = { sub: 'somebody else', email: 'x@y.example' }),
    ],
  ]
  it.each(tokens)('is refused when it %s', async (_name, why, arrange) => {
    arrange()
    await refused(why, await come())
  })

  it('may be a minute early or late, as clocks are', async () => {
    fake.token = told((right) => ({ ...right, exp: Number(right.iat) - 30, nbf: Number(right.iat) + 30 }))
    expect(linkIn(await come())).not.toBe('')
  })
})

describe('the way back', () => {
  it('is open once: a state that is used is none', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    expect(linkIn(await browser.finish(merchant.slug, query))).not.toBe('')
    await refused(/^state$/, await browser.finish(merchant.slug, query))
  })

  it('is consumed by a refused sign-in, too', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    fake.token = () => ({})
    await refused(/id_token/, await browser.finish(merchant.slug, query))
    fake.token = async (right) => ({ id_token: await fake.sign(right) })
    await refused(/^state$/, await browser.finish(merchant.slug, query))
  })

  it('admits one of many concurrent requests', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.finish(merchant.slug, query)))
    expect(answers.filter((answer) => linkIn(answer) !== '')).toHaveLength(1)
  })

  it('is closed to another browser, and stays open for the one that began', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    await refused(/^browser$/, await browserOf(testApp).finish(merchant.slug, query))
    const attacker = browserOf(testApp)
    await attacker.begin(merchant.slug)
    await refused(/^browser$/, await attacker.finish(merchant.slug, query))
    expect(linkIn(await browser.finish(merchant.slug, query))).not.toBe('')
  })

  it('is not another tenant’s', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    await refused(/^state$/, await browser.finish(other.slug, query), other)
    expect(outcome(await browser.finish('no-such-tenant', query))).toEqual(failed)
  })

  it('is over after ten minutes', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    const later = (minutes: number) =>
      testApp.owner.transaction(null, (tx) =>
        tx.query(`update sso_attempts set expires_at = expires_at - $1 * interval '1 minute'`, [minutes]),
      )
    await later(10)
    await refused(/^state$/, await browser.finish(merchant.slug, query))
    const again = fake.visit(await browser.begin(merchant.slug))
    await later(9)
    expect(linkIn(await browser.finish(merchant.slug, again.query))).not.toBe('')
  })

  const queries: [string, RegExp, (query: string) => string][] = [
    [
      'of another issuer (mix-up)',
      /"iss"/,
      (query) => query.replace(/iss=[^&]+/, `iss=${encodeURIComponent('http://127.0.0.1:9')}`),
    ],
    ['without the issuer that it promises', /"iss"/, (query) => query.replace(/&iss=[^&]+/, '')],
    ['without a code', /authorization code/, (query) => query.replace(/code=[^&]+&/, '')],
    ['with two codes', /only once/, (query) => `${query}&code=another`],
    ['with the provider’s error', /access_denied/, (query) => query.replace(/code=[^&]+/, 'error=access_denied')],
    ['with a token in it', /JARM/, (query) => query.replace(/code=[^&]+/, 'response=a.b.c')],
  ]
  it.each(queries)('is closed to an address %s', async (_name, why, change) => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    await refused(why, await browser.finish(merchant.slug, change(query)))
  })

  it.each(['', '?', '?state=', `?state=${'A'.repeat(43)}&code=x`, '?state=%00&code=x', `?${'x'.repeat(200)}`])(
    'is closed to what is no address of ours: %j',
    async (query) => {
      await browser.begin(merchant.slug)
      await refused(/^state$/, await browser.finish(merchant.slug, query))
    },
  )

  it('is refused when the provider has been changed meanwhile', async () => {
    const { query } = fake.visit(await browser.begin(merchant.slug))
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sso_connections set client_id = 'another' where merchant_id = $1`, [merchant.merchantId]),
    )
    await refused(/^changed$/, await browser.finish(merchant.slug, query))
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update sso_connections set client_id = 'countinghouse' where merchant_id = $1`, [merchant.merchantId]),
    )
  })

  it('leads to a path of ours, or nowhere', async () => {
    const strange = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '\\\\evil']
    for (const wanted of strange) await browser.begin(merchant.slug, wanted)
    const kept = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ return_to: string }>('select distinct return_to from sso_attempts where merchant_id = $1', [
        merchant.merchantId,
      ]),
    )
    expect(kept).toEqual([{ return_to: '' }])
  })
})

describe('the provider’s description of itself', () => {
  const documents: [string, string, () => Record<string, unknown>][] = [
    ['says it is somebody else', 'issuer_differs', () => ({ issuer: elsewhere.issuer })],
    ['takes codes at a private address', 'endpoint_refused', () => ({ token_endpoint: 'http://10.0.0.1/token' })],
    ['has its keys at the cloud’s metadata', 'endpoint_refused', () => ({ jwks_uri: 'http://169.254.169.254/keys' })],
    ['sends people to a script', 'endpoint_refused', () => ({ authorization_endpoint: 'javascript:alert(1)' })],
    [
      'tells users to a name of the intranet',
      'endpoint_refused',
      () => ({ userinfo_endpoint: 'https://wiki.internal/user' }),
    ],
    ['signs out by a file', 'endpoint_refused', () => ({ end_session_endpoint: 'file:///etc/passwd' })],
    ['has no keys', 'not_a_provider', () => ({ jwks_uri: undefined })],
    [
      'signs by nothing but the secret',
      'no_algorithm',
      () => ({ id_token_signing_alg_values_supported: ['HS256', 'none'] }),
    ],
  ]
  it.each(documents)('is refused when it %s', async (_name, fault, document) => {
    fake.document = document()
    forgetIssuer(fake.issuer)
    await refused(new RegExp(`^issuer_${fault}$`), await browser.send('POST', `/api/sso/${merchant.slug}/begin`, {}))
    const admin = await signedIn(testApp, merchant)
    const test = await admin.browser.send('POST', '/api/single-sign-on/test', { issuer: fake.issuer }, admin.token)
    expect(test.body.content).toMatchObject({ fault, sign_in_at: '' })
  })

  const issuers: [string, string][] = [
    ['http://10.0.0.1', 'address_refused'],
    ['https://169.254.169.254', 'address_refused'],
    ['https://[::ffff:10.0.0.1]', 'address_refused'],
    ['http://2130706433:8080', 'address_refused'],
    ['https://user@login.example', 'address_refused'],
    ['https://router.local', 'address_refused'],
    ['http://login.example', 'address_refused'],
    ['file:///etc/passwd', 'address_refused'],
    ['not an address', 'address_refused'],
    ['http://127.0.0.1:1', 'address_refused'],
    ['http://127.0.0.1:65000', 'unreachable'],
  ]
  it.each(issuers)('is not asked for at %s', async (issuer, fault) => {
    const admin = await signedIn(testApp, merchant)
    const test = await admin.browser.send('POST', '/api/single-sign-on/test', { issuer }, admin.token)
    expect(test.body.content).toMatchObject({ fault })
    const saved = await admin.browser.send(
      'PUT',
      '/api/single-sign-on',
      { ...connectionOf(issuer, merchant.slug), revision: 0 },
      admin.token,
    )
    expect({ status: saved.status, errors: saved.body['errors'] }).toMatchObject({
      status: 400,
      errors: [{ path: 'issuer', reason: `issuer_${fault}` }],
    })
  })

  it('is found where it is, without a redirect', async () => {
    const admin = await signedIn(testApp, merchant)
    const ask = (issuer: string) => admin.browser.send('POST', '/api/single-sign-on/test', { issuer }, admin.token)
    forgetIssuer(fake.issuer)
    fake.document = {}
    expect((await ask(fake.issuer)).body.content).toEqual({
      fault: null,
      detail: '',
      remarks: [],
      sign_in_at: `${fake.issuer}/authorize`,
    })
    expect((await ask(`${fake.issuer}/nowhere`)).body.content).toMatchObject({ fault: 'not_found', detail: '404' })
    expect((await ask(`${fake.issuer}/.well-known/openid-configuration`)).body.content).toMatchObject({
      fault: 'not_a_provider',
    })
  })
})
