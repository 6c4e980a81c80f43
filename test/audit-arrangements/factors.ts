import { codeAt, softAuthenticator } from '#server/factors/fixtures.ts'
import { testPassword } from '#test/test-app.ts'
import { addressOf, done, sql, type Arrangements, type Scene } from './scene.ts'

/** Passwords, second factors and sessions. */
export const ofFactors: Arrangements = {
  stepUp: async (scene) => {
    await withPassword(scene)
    scene.asked.body = { password: testPassword }
  },
  changePassword: async (scene) => {
    await withPassword(scene)
    scene.asked.body = { old_password: testPassword, new_password: 'another long password 1' }
  },
  setUpTwoStep: ({ session, asked }) => void (asked.body = { email_address: addressOf(session) }),
  async verifyTwoStep(scene) {
    scene.asked.body = { email_address: addressOf(scene.session), otp: await codeOfNewApp(scene) }
  },
  removeAuthenticator: withApp,
  renewRecoveryCodes: withApp,
  requireTwoStep: withApp,
  async addPasskey(scene) {
    scene.asked.body = await newPasskey(scene)
  },
  renamePasskey: withPasskey,
  removePasskey: withPasskey,
  resetTwoStep: (scene) =>
    sql(
      scene,
      `update sub_users u set is_2fa_enabled = true where merchant_id = $1
         and exists (select from passkeys p where p.merchant_id = u.merchant_id and p.sub_user_id = u.sub_user_id)`,
    ),
  /** The seeded session, as one of the user's own in another browser. */
  revokeSession: (scene) =>
    sql(
      scene,
      `update sessions set sub_user_id = $2, user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
       where merchant_id = $1 and sub_user_id <> $2`,
    ),
}

async function codeOfNewApp(scene: Scene): Promise<string> {
  const { testApp, session } = scene
  const { secret } = await done(scene, 'POST', '/merchants/verification/2FA', { email_address: addressOf(session) })
  return codeAt(String(secret), testApp.clock.now ?? new Date())
}

async function withApp(scene: Scene): Promise<void> {
  const body = { email_address: addressOf(scene.session), otp: await codeOfNewApp(scene) }
  await done(scene, 'POST', '/merchants/verification/2FA/verify', body)
}

async function newPasskey(scene: Scene) {
  const authenticator = softAuthenticator({ origin: scene.testApp.serveParts.services.publicUrl })
  const { challenge } = await done(scene, 'POST', '/api/account/passkeys/begin')
  return { name: 'Laptop', credential: authenticator.create({ challenge: String(challenge) }) }
}

async function withPasskey(scene: Scene): Promise<void> {
  await done(scene, 'POST', '/api/account/passkeys', await newPasskey(scene))
  const { passkeys } = await done(scene, 'GET', '/api/account/factors')
  const [own] = passkeys as { passkey_id: string }[]
  scene.asked.path = { ...scene.asked.path, passkey_id: own?.passkey_id ?? '' }
}

async function withPassword({ testApp, session: { merchant, subUserId } }: Scene): Promise<void> {
  const phc = await testApp.serveParts.services.passwords.hash(testPassword)
  await testApp.owner.transaction(null, async (tx) => {
    const [user] = await tx.query<{ email: string }>(
      'update sub_users set password_phc = $2 where sub_user_id = $1 returning email',
      [subUserId, phc],
    )
    await tx.query('insert into logins (email_lower, merchant_id, sub_user_id) values ($1, $2, $3)', [
      user?.email.toLowerCase(),
      merchant.merchantId,
      subUserId,
    ])
  })
}
