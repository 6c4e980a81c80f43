import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { merchantKeys, openSealed, seal, ssoFactsPlace } from '#server/kit/secrets/vault.ts'

/** Who a provider says that somebody is, as far as its word was checked. */
export interface Proven {
  issuer: string
  subject: string
  /** As the provider has it; empty where it says none. Never what decides whose login it is. */
  email: string
  emailVerified: boolean
  name: string
  /** When they last signed in there, in seconds of Unix time; null where it does not say. */
  authTime: number | null
  /** The provider's word itself, which it wants to see when they sign out. */
  idToken: string
}
/** A proof that waits in its browser. */
export interface Waiting {
  proofId: string
  returnTo: string
  proven: Proven
}

/** Keeps what a provider has proven until it is known whose login it is, and the second factor is there. */
export async function keepProof(
  ctx: Ctx,
  { browser, proven, returnTo }: { browser: string; proven: Proven; returnTo: string },
): Promise<{ proofId: string; link: string }> {
  const { merchantId } = ctx.owner
  const [proofId, link] = [newId(), newToken()]
  await ctx.tx.query('delete from sso_proofs where merchant_id = $1 and expires_at <= statement_timestamp()', [
    merchantId,
  ])
  await ctx.tx.query(
    `insert into sso_proofs (merchant_id, proof_id, browser_hash, facts_sealed, return_to, link_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, statement_timestamp() + $7 * interval '1 minute')`,
    [
      merchantId,
      proofId,
      hashToken(browser),
      seal(await merchantKeys(ctx), JSON.stringify(proven), ssoFactsPlace(merchantId, 'sso_proofs', proofId)),
      returnTo,
      hashToken(link),
      limits.ssoProofMinutes,
    ],
  )
  return { proofId, link }
}

/** The proof of a link, in the browser that it was given to. */
export const findByLink = (ctx: Ctx, link: string, browser: string | undefined): Promise<Waiting | null> =>
  find(ctx, 'link_hash = $3', hashToken(link), browser)

/** The proof of this id, in the browser that it was given to. */
export const findProof = (ctx: Ctx, proofId: string, browser: string | undefined): Promise<Waiting | null> =>
  find(ctx, 'proof_id = $3', proofId, browser)

/** Takes a proof out, once: from here on it is a session. */
export async function takeProof(ctx: Ctx, proofId: string, browser: string | undefined): Promise<Waiting | null> {
  const found = await findProof(ctx, proofId, browser)
  if (!found) return null
  const taken = await ctx.tx.query(
    'delete from sso_proofs where merchant_id = $1 and proof_id = $2 returning 1 as one',
    [ctx.owner.merchantId, proofId],
  )
  return taken.length === 1 ? found : null
}

async function find(ctx: Ctx, condition: string, value: unknown, browser: string | undefined): Promise<Waiting | null> {
  const { merchantId } = ctx.owner
  const [row] = await ctx.tx.query<{ proof_id: string; return_to: string; facts_sealed: Buffer }>(
    `select proof_id, return_to, facts_sealed from sso_proofs
     where merchant_id = $1 and browser_hash = $2 and ${condition} and expires_at > statement_timestamp()`,
    [merchantId, hashToken(browser ?? ''), value],
  )
  if (!row) return null
  const facts = openSealed(
    await merchantKeys(ctx),
    row.facts_sealed,
    ssoFactsPlace(merchantId, 'sso_proofs', row.proof_id),
  )
  return { proofId: row.proof_id, returnTo: row.return_to, proven: JSON.parse(facts) as Proven }
}

/** Makes what a mail's link carries; null when one was made for this proof less than a minute ago. */
export async function issueMailToken(ctx: Ctx, proofId: string, subUserId: string): Promise<string | null> {
  const token = newTokenOf(ctx.owner.merchantId)
  const issued = await ctx.tx.query(
    `update sso_proofs set mail_hash = $3, mail_user = $4, mailed_at = statement_timestamp()
     where merchant_id = $1 and proof_id = $2 and expires_at > statement_timestamp()
       and (mailed_at is null or mailed_at <= statement_timestamp() - $5 * interval '1 second') returning 1 as one`,
    [ctx.owner.merchantId, proofId, hashToken(token), subUserId, limits.linkAgainSeconds],
  )
  return issued.length === 1 ? token : null
}

/** Uses a mail's link up: whom it was sent to. */
export async function takeMailToken(ctx: Ctx, proofId: string, token: string): Promise<string | null> {
  const [row] = await ctx.tx.query<{ mail_user: string }>(
    `with found as (
       select mail_user from sso_proofs where merchant_id = $1 and proof_id = $2 and mail_hash = $3 for update
     )
     update sso_proofs p set mail_hash = null, mail_user = null from found
     where p.merchant_id = $1 and p.proof_id = $2 and p.mail_hash = $3 returning found.mail_user`,
    [ctx.owner.merchantId, proofId, hashToken(token)],
  )
  return row?.mail_user ?? null
}
