import { limits } from '#contract/limits.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Login } from '#server/kit/auth/login.ts'

/** The continuation of a sign-in that is proven. */
export interface SignInWishes {
  environment: Environment
  /** Whether the browser greets the user from now on. */
  remember: boolean
  /** The proof of single sign-on; null for a password. */
  ssoProof: string | null
}
/** A login that waits for its second factor. */
export type FoundChallenge = Owner & Login & Omit<SignInWishes, 'ssoProof'> & { name: string; email: string }

/** Makes the token that a proven login brings with its second factor: from the same address, within five minutes. */
export function issueChallenge(ctx: Ctx, subUserId: string, wishes: SignInWishes): string {
  const token = newTokenOf(ctx.owner.merchantId)
  ctx.write(challengesOf(ctx, subUserId).where('expires_at', '<=', databaseNow))
  ctx.write(
    ctx.own.insert('sign_in_challenges', {
      sub_user_id: subUserId,
      token_hash: hashToken(token),
      environment: wishes.environment,
      remember: wishes.remember,
      address: ctx.client.address,
      expires_at: fromNow(limits.signInChallengeMinutes, 'minute'),
      sso_proof: wishes.ssoProof,
    }),
  )
  return token
}

/** The login of a challenge; null when it is unknown, used, expired, or sent from another address. */
export async function findChallenge(tx: Transaction, token: string, address: string): Promise<FoundChallenge | null> {
  const [row] = await tx.query<FoundChallenge>(
    `select merchant_id as "merchantId", sub_user_id as "subUserId", name, email, environment, remember
     from find_sign_in_challenge($1, $2)`,
    [hashToken(token), address],
  )
  return row ?? null
}

/** Consumes a challenge. Of many requests at once, one gets its proof; null for the others. */
export const takeChallenge = async (
  ctx: Ctx,
  subUserId: string,
  token: string,
): Promise<Pick<SignInWishes, 'ssoProof'> | null> =>
  (await challengesOf(ctx, subUserId)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', databaseNow)
    .returning('sso_proof as ssoProof')
    .executeTakeFirst()) ?? null

/** Voids a user's sign-ins that wait for the second factor, since the password or the factors have changed. */
export function dropChallenges(ctx: Ctx, subUserId: string): void {
  ctx.write(challengesOf(ctx, subUserId))
}

const challengesOf = (ctx: Ctx, subUserId: string) =>
  ctx.own.delete('sign_in_challenges').where('sub_user_id', '=', subUserId)

/** The purpose that a passkey's challenge for this sign-in has. */
export const aboutChallenge = (token: string): string => hashToken(token).toString('hex')
