import type { PasskeyAssertion } from '#contract/factor-shapes.ts'
import { Fault } from '#contract/faults.ts'
import { verifyAssertion } from '#server/factors/passkeys.ts'
import { findPasskey, takeSignInChallenge, type NamedPasskey } from '#server/factors/passkey-sign-in.ts'
import { notePasskeyUse } from '#server/factors/queries.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before, Http } from '#server/kit/handler.ts'
import { goThrough, ssoNeeded } from '#server/sso-identities/needed.ts'
import { noteSignInFailure, type SignInAction } from './jobs.ts'

/** A login that a passkey has proven, with the counter of its signature. */
export type ProvenPasskey = NamedPasskey & { signed: bigint }

/**
 * Checks a passkey in place of the password, with no transaction open while it verifies. An unknown passkey, a wrong
 * signature, a device that has not verified its user and an inactive user get the same answer: `invalidPasskey`. The
 * challenge is used up however that ends. A user who must use single sign-on gets `ssoRequired` with its address.
 */
export async function provePasskey(
  before: Before,
  http: Http,
  assertion: PasskeyAssertion,
  action: SignInAction = 'session.begin',
): Promise<ProvenPasskey> {
  const { challenge, passkey } = await before.transaction(async (tx) => ({
    challenge: await takeSignInChallenge(tx, assertion, http.passkey),
    passkey: await findPasskey(tx, assertion),
  }))
  if (challenge === null || !passkey) throw new Fault('invalidPasskey')
  const expected = { challenge, passkey, requireUserVerification: true }
  const signed = await verifyAssertion(before.services, assertion, expected).catch(async (error: unknown) => {
    await noteFailure(before, passkey, action)
    throw error
  })
  if (!passkey.may_sign_in) {
    await noteFailure(before, passkey, action)
    throw new Fault('invalidPasskey')
  }
  const tenant = await before.transaction((tx) => ssoNeeded(tx, passkey))
  if (tenant !== null) throw goThrough(tenant)
  return { ...passkey, signed }
}

/** Stores the use of a proven passkey. Throws `invalidPasskey` for one that was removed or whose counter has not increased. */
export async function takePasskey(own: Ctx, passkey: ProvenPasskey): Promise<void> {
  if (!(await notePasskeyUse(own, passkey.subUserId, passkey, passkey.signed))) throw new Fault('invalidPasskey')
}

const noteFailure = (before: Before, { merchantId, subUserId }: NamedPasskey, action: SignInAction): Promise<void> =>
  before.transaction(async (tx) => {
    const enqueue = before.enqueueIn(tx, { merchantId, environment: 'sandbox' })
    const { address } = before.client
    enqueue(noteSignInFailure, { subUserId, action, why: 'invalid_passkey', address, at: before.now.getTime() })
  })
