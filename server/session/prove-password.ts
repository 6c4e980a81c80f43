import { Fault } from '#contract/faults.ts'
import type { Before } from '#server/kit/handler.ts'
import { newId } from '#server/kit/db/id.ts'
import { findLogin, loginName, type Login } from '#server/kit/auth/login.ts'
import { noTenant } from '#server/kit/db/no-tenant.ts'
import { countFailure, forgetFailures, isLocked, nameHash } from '#server/session-store/sign-in-failures.ts'
import { goThrough, ssoNeeded } from '#server/sso-identities/needed.ts'
import { noteSignInFailure, type SignInAction } from './jobs.ts'

/**
 * Checks an e-mail and password, with no transaction open while it hashes. A wrong password, an unknown name and an
 * inactive user get the same answer after the same time: `invalidPassword`. Ten failures lock the name for the failing
 * address for 30 minutes (`signInLocked`); the user can still sign in from another address, or from one they used before. A
 * user who must use single sign-on gets `ssoRequired` with its address.
 */
export async function provePassword(
  before: Before,
  username: string,
  password: string,
  action: SignInAction = 'session.begin',
): Promise<Login> {
  const login = await provePasswordAlone(before, username, password, action)
  // After the password's check, so that only its owner learns that single sign-on is required.
  const tenant = await before.transaction((tx) => ssoNeeded(tx, login))
  if (tenant !== null) throw goThrough(tenant)
  return login
}

/** The same without `ssoRequired`: linking single sign-on needs the password too. */
export async function provePasswordAlone(
  before: Before,
  username: string,
  password: string,
  action: SignInAction = 'session.begin',
): Promise<Login> {
  const name = loginName(username)
  const guesser = { nameHash: nameHash(name), address: before.client.address }
  const { locked, login } = await before.transaction(async (tx) => ({
    locked: await isLocked(tx, guesser),
    login: await findLogin(tx, name),
  }))
  if (locked) throw new Fault('signInLocked')

  const right = await before.services.passwords.matches(password, login?.password_phc ?? null)
  if (!right || !login?.may_sign_in) {
    await before.transaction(async (tx) => {
      const why = (await countFailure(tx, guesser)) ? 'locked' : 'invalid_password'
      // For an unknown name too, with an id that no user has, so that the answer takes as long.
      const [merchantId, subUserId] = [login?.merchant_id ?? noTenant.merchantId, login?.sub_user_id ?? newId()]
      const enqueue = before.enqueueIn(tx, { merchantId, environment: 'sandbox' })
      enqueue(noteSignInFailure, {
        subUserId,
        action,
        why,
        address: before.client.address,
        at: before.now.getTime(),
      })
    })
    throw new Fault('invalidPassword')
  }
  await before.transaction((tx) => forgetFailures(tx, guesser))
  return { merchantId: login.merchant_id, subUserId: login.sub_user_id }
}
