import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, testPassword, type Answer, type TestApp, type TestMerchant } from '#test/test-app.ts'

/** The code that an authenticator app shows at a time: RFC 6238 implemented apart, so that our code is not tested by itself. */
export function codeAt(seed: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', base32(seed)).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = Array.from(text).map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A user with a login, in a browser at an address. */
export interface Person {
  merchant: TestMerchant
  email: string
  subUserId: string
  /** Calls with a session's token, or without a session. */
  call(token: string | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>
  /** Signs in by password; the answer is a session, or a challenge. */
  signIn(from?: { address?: string; headers?: Record<string, string> }): Promise<Answer>
  /** Signs in as a user without a second factor, to a session. */
  session(): Promise<string>
}

export async function personIn(testApp: TestApp, merchant?: TestMerchant, role = 'admin'): Promise<Person> {
  const of = merchant ?? (await testApp.addMerchant({ logins: ['admin', 'sub-admin', 'payment-user'] }))
  const email = `${role}@${of.slug}.example`
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ sub_user_id: string }>('select sub_user_id from sub_users where email = $1', [email]),
  )
  const signIn: Person['signIn'] = async ({ address = '198.51.100.7', headers = {} } = {}) =>
    answerOf(
      await testApp.app.inject({
        method: 'POST',
        url: '/gateway/api/account/login',
        payload: { username: email, password: testPassword },
        remoteAddress: address,
        headers: { 'user-agent': 'Test/1', ...headers },
      }),
    )
  return {
    merchant: of,
    email,
    subUserId: row?.sub_user_id ?? '',
    signIn,
    call: (token, method, path, body) =>
      testApp.call(null, method, path, body, token === null ? {} : { authorization: `Bearer ${token}` }),
    async session() {
      return tokenOf(await signIn())
    },
  }
}

/** Answers a challenge with a second factor. */
export const answerChallenge = async (
  testApp: TestApp,
  challenge: string,
  offer: object,
  { address = '198.51.100.7' } = {},
): Promise<Answer> =>
  answerOf(
    await testApp.app.inject({
      method: 'POST',
      url: '/gateway/api/account/sign-in/factor',
      payload: { challenge, ...offer },
      remoteAddress: address,
      headers: { 'user-agent': 'Test/1' },
    }),
  )

type Injected = Awaited<ReturnType<TestApp['app']['inject']>>
const answerOf = (answer: Injected): Answer => ({
  status: answer.statusCode,
  text: answer.body,
  body: answer.json<Answer['body']>(),
  headers: answer.headers as Record<string, unknown>,
})
export const tokenOf = ({ body }: Answer): string => (body.content as { token?: string } | undefined)?.token ?? ''
export const challengeOf = ({ body }: Answer): string =>
  (body.content as { challenge?: string } | undefined)?.challenge ?? ''
export const outcomeOf = ({ status, body }: Answer): { status: number; reason: unknown } => ({
  status,
  reason: body['status_reason'],
})

/** A test app whose clock moves only by `wait`, so that a code stays valid as long as a test needs it. */
export async function stillHouse(): Promise<TestApp & { wait(seconds: number): Date }> {
  const testApp = await openTestApp()
  // In the middle of a step.
  testApp.clock.now = new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)
  const wait = (seconds: number) =>
    (testApp.clock.now = new Date((testApp.clock.now as Date).getTime() + seconds * 1_000))
  return Object.assign(testApp, { wait })
}

/** Gives a user an authenticator app. The step of its first code is used up; `code` is of the present step. */
export async function withApp(testApp: Awaited<ReturnType<typeof stillHouse>>, person: Person, token?: string) {
  const own = token ?? (await person.session())
  const begun = await person.call(own, 'POST', '/merchants/verification/2FA', { email_address: person.email })
  const { secret } = begun.body.content as unknown as { secret: string }
  const code = (steps = 0) => codeAt(secret, new Date((testApp.clock.now as Date).getTime() + steps * 30_000))
  const confirmed = await person.call(own, 'POST', '/merchants/verification/2FA/verify', {
    email_address: person.email,
    otp: code(),
  })
  if (confirmed.status !== 200) throw new Error(confirmed.text)
  const { recovery_codes: recoveryCodes } = confirmed.body.content as unknown as { recovery_codes: string[] }
  return { token: own, seed: secret, code, recoveryCodes }
}

/** A six-digit code that is invalid now. */
export function wrongCode(seed: string, now: Date): string {
  const right = [-30, 0, 30].map((seconds) => codeAt(seed, new Date(now.getTime() + seconds * 1_000)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string
}

/**
 * A software authenticator: an ES256 key that signs every request, for the given origin. It stores the passkey with the
 * user's handle, unless it is not `resident`.
 */
export function softAuthenticator({
  origin,
  counts = true,
  resident = true,
}: {
  origin: string
  counts?: boolean
  resident?: boolean
}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  let handle: string | undefined
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  const authData = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? ++counter : 0)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const names = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    /** Sets the counter back, as on a copy of the key. */
    rewind: (to: number) => (counter = to),
    create({ challenge, user }: { challenge: string; user?: { id: string } }) {
      if (resident) handle = user?.id
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      // User present and verified, with the key.
      const data = authData(0x45, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]))
      const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        ...names,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
        is_resident: resident,
      }
    },
    /** `verified`: whether the device has verified its user; `userHandle`: what it answers in place of its own handle. */
    get({ challenge }: { challenge: string }, { verified = true, userHandle = handle } = {}) {
      const data = authData(verified ? 0x05 : 0x01)
      const client = clientData('webauthn.get', challenge)
      const signed = createSign('sha256').update(data).update(createHash('sha256').update(client).digest())
      return {
        ...names,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed.sign(privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
}

/** Gives a user a passkey in their session. */
export async function withPasskey(
  testApp: TestApp,
  person: Person,
  token: string,
  name = 'Laptop',
  { resident = true } = {},
) {
  const authenticator = softAuthenticator({ origin: testApp.serveParts.services.publicUrl, resident })
  const begun = await person.call(token, 'POST', '/api/account/passkeys/begin')
  const credential = authenticator.create(begun.body.content as unknown as { challenge: string; user: { id: string } })
  const added = await person.call(token, 'POST', '/api/account/passkeys', { name, credential })
  if (added.status !== 200) throw new Error(added.text)
  const { recovery_codes: recoveryCodes } = added.body.content as unknown as { recovery_codes: string[] }
  return { authenticator, recoveryCodes }
}

/** Makes a session's last proof older than a step-up allows. */
export const proofIsOld = (testApp: TestApp, subUserId: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query(`update sessions set proved_at = now() - interval '6 minutes' where sub_user_id = $1`, [subUserId]),
  )

/** The outcome of a code that is wrong. */
export const wrong = { status: 400, reason: 'OTP_VERIFICATION_ERROR' }

/** The subjects of the mails to an address. */
export const subjectsTo = async (testApp: TestApp, email: string): Promise<string[]> =>
  (await messagesTo(testApp, email)).map(({ subject }) => subject)
