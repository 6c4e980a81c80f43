import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findLogin, loginName } from '#server/kit/auth/login.ts'
import { createLogin } from '#server/merchants/create.ts'
import { countUsers, note } from '#server/users/queries.ts'
import type { Connection } from './connection.ts'
import type { Proven } from '#server/sso-identities/proofs.ts'

/**
 * Makes a user for an unknown identity, without a password and with the roles that an administrator has set for that. Null
 * when the connection does not provision users, the provider has not verified the address, or the address is in use: then
 * the identity has to be linked, and an address alone links nothing.
 */
export async function provision(ctx: Ctx, connection: Connection, proven: Proven): Promise<string | null> {
  const { email, emailVerified, name } = proven
  if (!connection.provision || !emailVerified || !/^[^\s@]+@[^\s@]+$/.test(email)) return null
  if (await findLogin(ctx.tx, loginName(email))) return null
  if ((await countUsers(ctx)) >= limits.usersPerMerchant) throw new Fault('ssoFailed', { why: 'too_many_users' })
  const roles = connection.provisionRoles
  const login = { name: name || email, email, roles, passwordPhc: '', emailVerified: true }
  const subUserId = await createLogin(ctx, login)
  // The address was taken concurrently: the transaction is rolled back, and the next try finds it in use.
  if (subUserId === null) throw new Fault('ssoFailed', { why: 'address_taken' })
  const changes = { roles: { before: '', after: roles.join() } }
  note(ctx, subUserId, 'provisioned', { changes, actor: login.name })
  writeAudit(ctx, { action: 'user.provision', objectRef: subUserId, result: 'done', changes })
  return subUserId
}
