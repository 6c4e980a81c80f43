import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { newToken } from '#server/kit/auth/token.ts'
import { testPassword, type Answer, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { openConnection } from './connection.ts'
import { keepProof } from '#server/sso-identities/proofs.ts'

/** A fake provider whose every answer a test chooses. It has no sign-in page and checks nothing. */
export interface FakeProvider {
  issuer: string
  /** Changes of the discovery document. */
  document: Record<string, unknown>
  /** The token endpoint's next answer, made from the claims that would be right. */
  token: (right: JWTPayload) => Promise<Record<string, unknown>> | Record<string, unknown>
  /** The user-info endpoint's answer. */
  userInfo: Record<string, unknown>
  /** The requests to the token endpoint. */
  asked: URLSearchParams[]
  /** The requested paths. */
  visits: string[]
  sign(claims: JWTPayload, how?: { alg?: string; key?: CryptoKey | Uint8Array; kid?: string }): Promise<string>
  /** The browser comes by: what it would be told to remember. */
  visit(url: string): { state: string; nonce: string; challenge: string; query: string }
  close(): Promise<void>
}

export async function openFakeProvider(): Promise<FakeProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  let last: Record<string, string> = {}
  const fake: FakeProvider = {
    issuer: '',
    document: {},
    token: async (right) => ({ id_token: await fake.sign(right) }),
    userInfo: {},
    asked: [],
    visits: [],
    sign: (claims, { alg = 'RS256', key = privateKey, kid = 'first' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
    visit(url) {
      last = Object.fromEntries(new URL(url).searchParams)
      const query = `?${new URLSearchParams({ code: newToken(), state: last['state'] ?? '', iss: fake.issuer })}`
      return { state: last['state'] ?? '', nonce: last['nonce'] ?? '', challenge: last['code_challenge'] ?? '', query }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const answers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: fake.issuer,
      authorization_endpoint: `${fake.issuer}/authorize`,
      token_endpoint: `${fake.issuer}/token`,
      jwks_uri: `${fake.issuer}/keys`,
      userinfo_endpoint: `${fake.issuer}/user`,
      end_session_endpoint: `${fake.issuer}/end`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...fake.document,
    }),
    '/keys': async () => ({ keys: [jwk] }),
    '/user': async () => ({ sub: 'somebody', ...fake.userInfo }),
    async '/token'(request) {
      fake.asked.push(new URLSearchParams(await bodyOf(request)))
      const now = Math.floor(Date.now() / 1_000)
      const right = {
        iss: fake.issuer,
        aud: last['client_id'] ?? '',
        sub: 'somebody',
        nonce: last['nonce'],
        iat: now,
        exp: now + 300,
        auth_time: now,
      }
      return { access_token: 'an access token', token_type: 'Bearer', ...(await fake.token(right)) }
    },
  }
  const server = createServer((request, response) => {
    const path = String(request.url)
    fake.visits.push(path)
    const answer = answers[path]
    if (!answer) return void response.writeHead(404).end()
    void answer(request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export const clientOfTest = { clientId: 'countinghouse', clientSecret: 'a secret of the client' }

/** The body of an administrator's call. */
export const connectionOf = (issuer: string, tenant: string, changes: object = {}) => ({
  tenant_id: tenant,
  company_name: 'Shop & Sons',
  issuer,
  client_id: clientOfTest.clientId,
  client_secret: clientOfTest.clientSecret,
  scopes: ['email', 'profile'],
  enabled: true,
  required: false,
  provision: false,
  provision_roles: [],
  ...changes,
})

/** A browser, which keeps its cookies. */
export function browserOf(testApp: TestApp) {
  const cookies = new Map<string, string>()
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = '') => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await testApp.call(null, method, path, body, headers)
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    send,
    /** The address at the provider. */
    async begin(tenant: string, redirectFrom?: string): Promise<string> {
      const answer = await send('POST', `/api/sso/${tenant}/begin`, redirectFrom === undefined ? {} : { redirectFrom })
      if (answer.status !== 200) throw new Error(answer.text)
      return contentOf<{ url: string }>(answer).url
    },
    finish: (tenant: string, query: string) => send('POST', `/api/sso/${tenant}/finish`, { query }),
  }
}
export type Browser = ReturnType<typeof browserOf>

export const contentOf = <T>({ body }: Answer): T => body.content as unknown as T
export const tokenIn = (answer: Answer): string => contentOf<{ token?: string } | undefined>(answer)?.token ?? ''
export const linkIn = (answer: Answer): string => contentOf<{ linkToken?: string } | undefined>(answer)?.linkToken ?? ''

/** A user of a merchant, signed in by password in their own browser. */
export async function signedIn(testApp: TestApp, merchant: TestMerchant, role = 'admin') {
  const browser = browserOf(testApp)
  const email = `${role}@${merchant.slug}.example`
  const answer = await browser.send('POST', '/api/account/login', { username: email, password: testPassword })
  if (answer.status !== 200) throw new Error(answer.text)
  const user = contentOf<{ user: { subUserUuid: string } }>(answer).user
  return { browser, email, token: tokenIn(answer), subUserId: user.subUserUuid }
}

/** The reasons of the merchant's refused sign-ins, newest last. */
export async function refusalsOf(testApp: TestApp, merchant: TestMerchant): Promise<string[]> {
  const rows = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ why: string }>(
      `select why from audit_events where merchant_id = $1 and action = 'sso.sign-in' and result = 'denied' order by event_id`,
      [merchant.merchantId],
    ),
  )
  return rows.map(({ why }) => why)
}

/** What a browser goes on by that has proven an identity at its merchant's provider, as if it had just come back. */
export async function proofIn(testApp: TestApp, browser: Browser, merchant: TestMerchant, subject = newToken()) {
  await browser.begin(merchant.slug)
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const { link } = await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, async (ctx) => {
    const connection = await openConnection(ctx)
    const proven = { issuer: connection?.issuer ?? '', subject, email: '', emailVerified: false, name: '' }
    return keepProof(ctx, {
      browser: browser.cookies.get('__Host-countinghouse-sso') ?? '',
      proven: { ...proven, authTime: null, idToken: 'a.b.c' },
      returnTo: '',
    })
  })
  return link
}
