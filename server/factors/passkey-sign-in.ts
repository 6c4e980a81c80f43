import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/factor-shapes.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Http } from '#server/kit/handler.ts'
import type { Login } from '#server/kit/auth/login.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { loginIn } from './passkey-handle.ts'
import { bytesOf, challengeIn, passkeysPossible, relyingParty } from './passkeys.ts'

/**
 * The WebAuthn options by which a passkey signs in alone: they list no passkeys, so the device offers its own, and they are
 * the same whoever asks. A cookie binds them to this browser.
 */
export async function signInOptions(ctx: Ctx, http: Http): Promise<PasskeyRequest> {
  if (!passkeysPossible(ctx.services)) throw new Fault('wrongState')
  const browser = isBrowser(http.passkey) ? http.passkey : newToken()
  const challenge = newToken()
  const db = ctx.tx.queries()
  ctx.write(db.deleteFrom('passkey_sign_ins').where('expires_at', '<=', databaseNow))
  ctx.write(
    db.insertInto('passkey_sign_ins').values({
      challenge_hash: hashToken(challenge),
      browser_hash: hashToken(browser),
      expires_at: fromNow(limits.signInChallengeMinutes, 'minute'),
    }),
  )
  http.setPasskey(browser, limits.signInChallengeMinutes * 60)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.services),
    challenge: bytesOf(challenge),
    timeout: limits.signInChallengeMinutes * 60_000,
    userVerification: 'required',
    allowCredentials: [],
  })
  return { allowCredentials: [], ...options } as unknown as PasskeyRequest
}

/** Uses up the challenge that this browser was given and has signed; null for any other. */
export async function takeSignInChallenge(
  tx: Transaction,
  { response }: PasskeyAssertion,
  browser: string | undefined,
): Promise<string | null> {
  const challenge = challengeIn(response.clientDataJSON)
  const taken = await tx
    .queries()
    .deleteFrom('passkey_sign_ins')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('browser_hash', '=', hashToken(browser ?? ''))
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n ? challenge : null
}

/** A passkey that says whose it is; its signature is still to be verified. */
export interface NamedPasskey extends Login {
  passkey_id: string
  public_key: Buffer
  counter: bigint
  /** The user and the merchant are active. */
  may_sign_in: boolean
}

/** Finds the passkey by the handle and the id that its device has answered. */
export async function findPasskey(
  tx: Transaction,
  { id, response }: PasskeyAssertion,
): Promise<NamedPasskey | undefined> {
  const login = loginIn(response.userHandle)
  if (!login) return undefined
  const [found] = await tx.query<Omit<NamedPasskey, keyof Login>>(
    'select passkey_id, public_key, counter, may_sign_in from find_passkey($1, $2, $3)',
    [login.merchantId, login.subUserId, id],
  )
  return found && { ...login, ...found }
}

const isBrowser = (cookie: string | undefined): cookie is string =>
  cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie)
