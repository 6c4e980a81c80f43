import { limits } from '#contract/limits.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Login } from '#server/kit/auth/login.ts'

/** How a sign-in is to go on once it is proven. */
export interface SignInWishes {
  environment: Environment
  /** Whether the browser is to greet the user from now on. */
  remember: boolean
  /** The proof of a provider that it came by; null for a password. */
  ssoProof: string | null
}
/** A login that waits for its second factor. */
export type FoundChallenge = Owner & Login & Omit<SignInWishes, 'ssoProof'> & { name: string; email: string }

/** Makes the token by which a proven login comes back with its second factor, from the same address, in five minutes. */
export async function issueChallenge(ctx: Ctx, login: Login, wishes: SignInWishes): Promise<string> {
  const { merchantId, subUserId } = login
  const token = newTokenOf(merchantId)
  await ctx.tx.query(
    'delete from sign_in_challenges where merchant_id = $1 and sub_user_id = $2 and expires_at <= statement_timestamp()',
    [merchantId, subUserId],
  )
  await ctx.tx.query(
    `insert into sign_in_challenges (merchant_id, sub_user_id, token_hash, environment, remember, address, expires_at, sso_proof)
     values ($1, $2, $3, $4, $5, $6, statement_timestamp() + $7 * interval '1 minute', $8)`,
    [
      merchantId,
      subUserId,
      hashToken(token),
      wishes.environment,
      wishes.remember,
      ctx.client.address,
      limits.signInChallengeMinutes,
      wishes.ssoProof,
    ],
  )
  return token
}

/** The login that a challenge is of; null when it is unknown, used, too old, or asked for from another address. */
export async function findChallenge(tx: Transaction, token: string, address: string): Promise<FoundChallenge | null> {
  const [row] = await tx.query<FoundChallenge>(
    `select merchant_id as "merchantId", sub_user_id as "subUserId", name, email, environment, remember
     from find_sign_in_challenge($1, $2)`,
    [hashToken(token), address],
  )
  return row ?? null
}

/** Uses a challenge up, and says what it came by; of many at once, one does, and the others get null. */
export async function takeChallenge(
  ctx: Ctx,
  { merchantId, subUserId }: Login,
  token: string,
): Promise<Pick<SignInWishes, 'ssoProof'> | null> {
  const [taken] = await ctx.tx.query<{ ssoProof: string | null }>(
    `delete from sign_in_challenges where merchant_id = $1 and sub_user_id = $2 and token_hash = $3
       and expires_at > statement_timestamp() returning sso_proof as "ssoProof"`,
    [merchantId, subUserId, hashToken(token)],
  )
  return taken ?? null
}

/** Voids what a user has under way: a password that is no longer theirs, or factors that are not. */
export async function dropChallenges(ctx: Ctx, { merchantId, subUserId }: Login): Promise<void> {
  await ctx.tx.query('delete from sign_in_challenges where merchant_id = $1 and sub_user_id = $2', [
    merchantId,
    subUserId,
  ])
}

/** What a passkey's challenge names as its purpose when it is for this sign-in. */
export const aboutChallenge = (token: string): string => hashToken(token).toString('hex')
