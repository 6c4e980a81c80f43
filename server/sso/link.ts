import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before, Http } from '#server/kit/handler.ts'
import { hashToken } from '#server/kit/token.ts'
import { provePasswordAlone, type Login } from '#server/session/prove-password.ts'
import { ownerOf } from './begin.ts'
import { findTenant, type Tenant } from './connection.ts'
import { hasIdentity } from './identities.ts'
import { findByLink, findProof, takeMailToken, type Waiting } from './proofs.ts'
import { confirmAddress } from './queries.ts'
import { refuse } from './refuse.ts'

/** A proven identity that waits to be linked. */
export interface Linking {
  tenant: Pick<Tenant, 'merchantId'>
  waiting: Waiting
}

/** Finds what waits in this browser, by the link that it was given. */
export async function findLinking(
  before: Before,
  tenantId: string,
  link: string,
  http: Http,
): Promise<Linking & { tenant: Tenant }> {
  const tenant = await before.transaction((tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Fault('ssoFailed', { why: 'tenant' })
  const waiting = await before.apart(ownerOf(tenant), (ctx) => findByLink(ctx, link, http.sso))
  return waiting ? { tenant, waiting } : refuse(before, tenant.merchantId, 'link')
}

/**
 * Proves by its password whose login the identity is to be. A login of another business is none, and who is linked
 * already has to be unlinked first.
 */
export async function proveByPassword(
  before: Before,
  { tenant }: Linking,
  { username, password }: { username: string; password: string },
): Promise<Login> {
  const login = await provePasswordAlone(before, username, password)
  if (login.merchantId !== tenant.merchantId) throw new Fault('invalidPassword')
  const linked = await before.apart(ownerOf(tenant), (ctx) => hasIdentity(ctx, login.subUserId))
  return linked ? refuse(before, tenant.merchantId, 'already_linked') : login
}

/** Finds what a mail's link belongs to; only in the browser where the identity was proven. */
export async function findMailed(before: Before, token: string, http: Http): Promise<Linking> {
  const [found] = await before.transaction((tx) =>
    tx.query<{ merchant_id: string; proof_id: string }>('select merchant_id, proof_id from find_sso_mail($1)', [
      hashToken(token),
    ]),
  )
  if (!found) throw new Fault('linkInvalid')
  const tenant = { merchantId: found.merchant_id }
  const waiting = await before.apart(ownerOf(tenant), (ctx) => findProof(ctx, found.proof_id, http.sso))
  return waiting ? { tenant, waiting } : refuse(before, tenant.merchantId, 'browser')
}

/** Uses the mail's link up: its reader has the mailbox of this login, which is confirmed by it. */
export async function takeMailed(ctx: Ctx, { tenant, waiting }: Linking, token: string): Promise<Login> {
  const own = await ctx.enter(ownerOf(tenant))
  const subUserId = await takeMailToken(own, waiting.proofId, token)
  if (subUserId === null) throw new Fault('linkInvalid')
  await confirmAddress(own, subUserId)
  return { merchantId: tenant.merchantId, subUserId }
}
