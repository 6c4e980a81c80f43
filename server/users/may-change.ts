import { allowed, roles as allRoles, type Role } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import { mayGrant, mayManage } from '#contract/grants.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import { lockMerchant } from '#server/merchant-store/changes.ts'
import { findRights } from './queries.ts'

/**
 * Locks a merchant's sub-users until the commit, and returns the author's roles as they are under the lock: of two
 * administrators who demote each other at once, the second has lost the right to do so.
 */
export async function lockUsers(ctx: Ctx): Promise<readonly Role[]> {
  const user = userOf(ctx)
  if (!(await lockMerchant(ctx.db, ctx.owner.merchantId))) throw new Fault('notFound')
  // A master's users are not sub-users of this merchant.
  if (user.merchantId !== ctx.owner.merchantId) return user.roles
  const now = await findRights(ctx, user.subUserId)
  if (!now?.is_active || !allowed('administration', { roles: now.roles, flags: user.flags }))
    throw new Fault('denied', { why: 'lost the right meanwhile' })
  return now.roles
}

/** Refuses to grant a role that the granter may not grant. */
export function expectGrantable(granter: readonly Role[], granted: readonly Role[]): void {
  const beyond = granted.find((role) => !mayGrant(granter, role))
  if (beyond) throw new Fault('grantNotHeld', { why: beyond })
}

/** Refuses to change a user of a higher role. */
export function expectManageable(manager: readonly Role[], managed: readonly Role[]): void {
  if (!mayManage(manager, managed)) throw new Fault('aboveYou', { why: 'an administrator' })
}

/** Roles once each, in the order of the contract, so that equal sets are equal texts. */
export const inOrder = (given: readonly Role[]): Role[] => allRoles.filter((role) => given.includes(role))
