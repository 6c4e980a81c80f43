import { mayGrant } from '#contract/grants.ts'
import type { Input } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { saveSso as declaration } from '#contract/sso-connection.ts'
import { roles as allRoles } from '#contract/access.ts'
import type { Changes, Ctx, User } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { merchantKeys, seal, ssoSecretPlace } from '#server/kit/secrets/vault.ts'
import { lockMerchant } from '#server/merchant-store/changes.ts'
import { reachOf } from './begin.ts'
import { unlinkAll } from '#server/sso-identities/identities.ts'
import { discover, IssuerUnusable } from './issuer.ts'
import {
  cameBySso,
  claimTenant,
  deleteConnection,
  endPasswordSessions,
  endSsoSessions,
  lockConnection,
  writeConnection,
  type ConnectionRow,
} from './queries.ts'
import { listAdministrators } from '#server/sso-identities/queries.ts'
import { tellAdministrators } from '#server/sso-identities/tell.ts'

type Body = Input<typeof declaration>['body']

/** Checks the provider before a connection to it is switched on, with no transaction open. Throws `issuerUnusable`. */
export async function expectUsable(before: Before, { enabled, issuer }: Body): Promise<void> {
  if (!enabled) return
  await discover(issuer, reachOf(before.services)).catch((error: unknown) => {
    if (!(error instanceof IssuerUnusable)) throw error
    throw fieldFault('issuerUnusable', 'issuer', `issuer_${error.fault}`, error.message)
  })
}

/** Makes or changes the connection of the user's own merchant, and ends the sessions that it no longer allows. */
export async function saveConnection(ctx: Ctx, user: User, body: Body): Promise<void> {
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  const before = await lockConnection(ctx)
  if (body.revision !== before?.revision) throw new Fault('changedMeanwhile')
  const moved = before !== undefined && (before.issuer !== body.issuer || before.client_id !== body.client_id)
  const wanted = await wantedOf(ctx, before, body)
  await expectMay(ctx, user, { before, wanted, moved })

  const changes = changesOf(before, wanted, Boolean(body.client_secret))
  ctx.auditSubject(ctx.owner.merchantId, changes)
  if (Object.keys(changes).length === 0) return
  await writeConnection(ctx, wanted)
  if (moved) unlinkAll(ctx)
  if (moved || (before?.enabled && !wanted.enabled)) endSsoSessions(ctx, user.sessionId)
  if (wanted.required && (!before?.required || changes['break_glass_user']))
    endPasswordSessions(ctx, wanted.break_glass_user)
  await tellAdministrators(ctx)
}

/** Removes the connection, with its identities and sessions. */
export async function removeConnection(ctx: Ctx, user: User): Promise<void> {
  const before = await lockConnection(ctx)
  if (!before) throw new Fault('notFound')
  if (before.required) expectAdmin(user)
  ctx.auditSubject(ctx.owner.merchantId, { issuer: { before: before.issuer, after: '' } })
  endSsoSessions(ctx, user.sessionId)
  unlinkAll(ctx)
  deleteConnection(ctx)
  await tellAdministrators(ctx)
}

type Wanted = Parameters<typeof writeConnection>[1]

async function wantedOf(ctx: Ctx, before: ConnectionRow | undefined, body: Body): Promise<Wanted> {
  const { merchantId } = ctx.owner
  const tenantId = before?.tenant_id ?? body.tenant_id
  if (!tenantId) throw fieldFault('invalidRequest', 'tenant_id', 'required', 'This is needed.')
  if (body.tenant_id && body.tenant_id !== tenantId)
    throw fieldFault('invalidRequest', 'tenant_id', 'fixed', 'This can no longer be changed.')
  if (!(await claimTenant(ctx, tenantId))) throw fieldFault('duplicateName', 'tenant_id', 'already_used')
  // The secret is kept only for the same issuer; it must not be sent to another provider.
  const kept = before?.issuer === body.issuer ? before.secret_sealed : null
  const fresh = body.client_secret
    ? seal(await merchantKeys(ctx), body.client_secret, ssoSecretPlace(merchantId))
    : kept
  if (!fresh) throw fieldFault('invalidRequest', 'client_secret', 'required', 'This is needed.')
  return {
    tenant_id: tenantId,
    company_name: body.company_name,
    issuer: body.issuer,
    client_id: body.client_id,
    secret_sealed: fresh,
    scopes: [...new Set(body.scopes)],
    enabled: body.enabled,
    required: body.required,
    break_glass_user: body.break_glass_user || null,
    provision: body.provision,
    provision_roles: allRoles.filter((role) => body.provision_roles.includes(role)),
  }
}

interface Change {
  before: ConnectionRow | undefined
  wanted: Wanted
  /** The provider or client changes; no user has signed in by the new one yet. */
  moved: boolean
}

async function expectMay(ctx: Ctx, user: User, { before, wanted, moved }: Change): Promise<void> {
  // Administrators alone, not their deputies, decide whether administrators can use passwords.
  if (before?.required || wanted.required) expectAdmin(user)
  if (wanted.provision && wanted.provision_roles.length === 0)
    throw fieldFault('invalidRequest', 'provision_roles', 'required', 'This is needed.')
  const beyond = wanted.provision_roles.find((role) => !mayGrant(user.roles, role))
  if (beyond) throw new Fault('grantNotHeld', { why: beyond })
  if (!wanted.required) return
  if (!wanted.enabled) throw fieldFault('invalidRequest', 'required', 'not_enabled', 'Switch it on first.')
  if (!wanted.break_glass_user) throw fieldFault('invalidRequest', 'break_glass_user', 'required', 'This is needed.')
  const administrators = await listAdministrators(ctx)
  if (!administrators.some(({ sub_user_id }) => sub_user_id === wanted.break_glass_user))
    throw fieldFault('invalidRequest', 'break_glass_user', 'not_an_admin', 'This is no admin with a password.')
  const known = before?.required && !moved
  if (!known && (moved || !(await cameBySso(ctx, user)))) throw new Fault('ownSsoFirst')
}

function expectAdmin(user: User): void {
  if (!user.roles.includes('admin')) throw new Fault('denied', { why: 'only an admin' })
}

function changesOf(before: ConnectionRow | undefined, wanted: Wanted, secret: boolean): Changes {
  const shown = (row: Wanted | undefined) => ({
    tenant_id: row?.tenant_id ?? '',
    company_name: row?.company_name ?? '',
    issuer: row?.issuer ?? '',
    client_id: row?.client_id ?? '',
    scopes: row?.scopes.join(' ') ?? '',
    enabled: row?.enabled ?? false,
    required: row?.required ?? false,
    break_glass_user: row?.break_glass_user ?? '',
    provision: row?.provision ?? false,
    provision_roles: row?.provision_roles.join() ?? '',
  })
  const [old, now] = [shown(before), shown(wanted)]
  const names = (Object.keys(now) as (keyof typeof now)[]).filter((name) => old[name] !== now[name])
  const changes: Changes = Object.fromEntries(names.map((name) => [name, { before: old[name], after: now[name] }]))
  // The audit log gets the fact of a change, never the secret.
  if (secret) changes['client_secret'] = { before: before !== undefined, after: true }
  return changes
}
