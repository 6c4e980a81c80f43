import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ago, databaseNow, fromNow } from '#server/kit/db/clock.ts'
import { newId } from '#server/kit/db/id.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { merchantKeys, openSealed, seal, ssoFactsPlace } from '#server/kit/secrets/vault.ts'

/** The claims about a user in a provider's verified answer. */
export interface Proven {
  issuer: string
  subject: string
  /** The address at the provider; empty where it states none. It never decides to which login the identity belongs. */
  email: string
  emailVerified: boolean
  name: string
  /** The time of the last sign-in there, in seconds of Unix time; null where the provider does not state it. */
  authTime: number | null
  /** The ID token itself, which the provider's sign-out asks for. */
  idToken: string
}
/** A proof that waits in its browser. */
export interface Waiting {
  proofId: string
  returnTo: string
  proven: Proven
}

/** Keeps a proven identity until its login is known and the second factor is given. */
export async function keepProof(
  ctx: Ctx,
  { browser, proven, returnTo }: { browser: string; proven: Proven; returnTo: string },
): Promise<{ proofId: string; link: string }> {
  const { merchantId } = ctx.owner
  const [proofId, link] = [newId(), newToken()]
  ctx.write(ctx.own.delete('sso_proofs').where('expires_at', '<=', databaseNow))
  ctx.write(
    ctx.own.insert('sso_proofs', {
      proof_id: proofId,
      browser_hash: hashToken(browser),
      facts_sealed: seal(await merchantKeys(ctx), JSON.stringify(proven), placeOf(merchantId, proofId)),
      return_to: returnTo,
      link_hash: hashToken(link),
      expires_at: fromNow(limits.ssoProofMinutes, 'minute'),
    }),
  )
  return { proofId, link }
}

/** The proof of a link, in the browser that it was given to. */
export const findByLink = (ctx: Ctx, link: string, browser: string | undefined): Promise<Waiting | null> =>
  find(ctx, browser, { link_hash: hashToken(link) })

/** The proof of this id, in the browser that it was given to. */
export const findProof = (ctx: Ctx, proofId: string, browser: string | undefined): Promise<Waiting | null> =>
  find(ctx, browser, { proof_id: proofId })

/** Consumes a proof, once: a session takes its place. */
export async function takeProof(ctx: Ctx, proofId: string, browser: string | undefined): Promise<Waiting | null> {
  const found = await findProof(ctx, proofId, browser)
  if (!found) return null
  const taken = await ctx.own.delete('sso_proofs').where('proof_id', '=', proofId).executeTakeFirst()
  return taken.numDeletedRows === 1n ? found : null
}

async function find(
  ctx: Ctx,
  browser: string | undefined,
  key: { link_hash: Buffer } | { proof_id: string },
): Promise<Waiting | null> {
  const row = await ctx.own
    .select('sso_proofs')
    .select(['proof_id', 'return_to', 'facts_sealed'])
    .where('browser_hash', '=', hashToken(browser ?? ''))
    .where((proof) => proof.and(key))
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst()
  if (!row) return null
  const facts = openSealed(await merchantKeys(ctx), row.facts_sealed, placeOf(ctx.owner.merchantId, row.proof_id))
  return { proofId: row.proof_id, returnTo: row.return_to, proven: JSON.parse(facts) as Proven }
}

/** Makes the token of a mailed link; null when one was made for this proof less than a minute ago. */
export async function issueMailToken(ctx: Ctx, proofId: string, subUserId: string): Promise<string | null> {
  const token = newTokenOf(ctx.owner.merchantId)
  const issued = await ctx.own
    .update('sso_proofs')
    .set({ mail_hash: hashToken(token), mail_user: subUserId, mailed_at: databaseNow })
    .where('proof_id', '=', proofId)
    .where('expires_at', '>', databaseNow)
    .where(({ or, eb }) =>
      or([eb('mailed_at', 'is', null), eb('mailed_at', '<=', ago(limits.linkAgainSeconds, 'second'))]),
    )
    .executeTakeFirst()
  return issued.numUpdatedRows === 1n ? token : null
}

/** Consumes the token of a mailed link. @returns the user to whom it was sent; null when it is not this proof's. */
export async function takeMailToken(ctx: Ctx, proofId: string, token: string): Promise<string | null> {
  const sent = await ctx.own
    .select('sso_proofs')
    .select('mail_user')
    .where('proof_id', '=', proofId)
    .where('mail_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst()
  if (!sent) return null
  ctx.write(ctx.own.update('sso_proofs').set({ mail_hash: null, mail_user: null }).where('proof_id', '=', proofId))
  return sent.mail_user
}

const placeOf = (merchantId: string, proofId: string) => ssoFactsPlace(merchantId, 'sso_proofs', proofId)
