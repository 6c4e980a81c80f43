import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before, Http } from '#server/kit/handler.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { provePasswordAlone } from '#server/session/prove-password.ts'
import type { Login } from '#server/kit/auth/login.ts'
import { ownerOf } from './begin.ts'
import { findTenant, type Tenant } from './connection.ts'
import { hasIdentity } from '#server/sso-identities/identities.ts'
import { findByLink, findProof, takeMailToken, type Waiting } from '#server/sso-identities/proofs.ts'
import { confirmAddress } from './queries.ts'
import { refuse } from './refuse.ts'

/** A proven identity that is to be linked to a login. */
export interface Linking {
  tenant: Pick<Tenant, 'merchantId'>
  waiting: Waiting
}

/** Finds the identity to be linked in this browser. */
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
 * Proves by password the login to which the identity is to be linked. A login of another business is refused, and a user who
 * is linked already has to be unlinked first.
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

/** Finds the identity of a mailed link, only in the browser where the identity was proven. */
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

/** Uses up a mailed link. It proves the mailbox of this login, whose address is confirmed by it. */
export async function takeMailed(ctx: Ctx, { tenant, waiting }: Linking, token: string): Promise<Login> {
  const own = await ctx.enter(ownerOf(tenant))
  const subUserId = await takeMailToken(own, waiting.proofId, token)
  if (subUserId === null) throw new Fault('linkInvalid')
  await confirmAddress(own, subUserId)
  return { merchantId: tenant.merchantId, subUserId }
}
