import { Fault } from '#contract/faults.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { inviteOf, type OpenInvite } from './invite-link.ts'
import { countSubMerchants, endInvite } from './queries.ts'
import { changeTie } from './tie.ts'
import { limits } from '#contract/limits.ts'

/**
 * Puts the merchant of the session under the master that has invited it. Only a single merchant's own administrator, under
 * the address that the invite was written to.
 */
export async function accept(ctx: Ctx, token: string, { masterAccess }: { masterAccess: boolean }): Promise<void> {
  const invite = await inviteOf(ctx.tx, ctx.services, token)
  const { user } = ctx
  if (!user || user.merchantId !== ctx.owner.merchantId) throw new Fault('denied', { why: 'not the merchant itself' })
  // For any other merchant the invite does not exist.
  if (loginName(user.email) !== loginName(invite.email) || invite.merchant_type === 'OWNED')
    throw new Fault('linkInvalid')
  const changes = { master: { before: '', after: invite.master_name } }
  ctx.auditSubject(ctx.owner.merchantId, changes)
  const moved = await changeTie(ctx, {
    from: { kind: 'single', masterId: null },
    to: {
      kind: 'managed',
      master_id: invite.merchant_id,
      former_master_id: null,
      master_access: masterAccess,
      ...(invite.merchant_type === 'CROSS_BORDER' && { cross_border_enabled: true, cross_border_model: 'PARTNERSHIP' }),
    },
    changes,
  })
  if (!moved) throw new Fault('wrongState')
  await take(ctx, invite, ctx.owner.merchantId)
}

/** Ends an invite as accepted, once; with it the master is told in its audit log. Answers in the scope it came from. */
export async function take(ctx: Ctx, invite: OpenInvite | Omit<OpenInvite, 'way'>, merchantId: string): Promise<void> {
  const master = await ctx.enter({ merchantId: invite.merchant_id, environment: 'sandbox' })
  if ((await countSubMerchants(master)) > limits.subMerchants) throw new Fault('linkInvalid')
  if (!(await endInvite(master, invite, { state: 'ACCEPTED', acceptedBy: merchantId }))) throw new Fault('linkInvalid')
  const event = { action: 'merchant.invite-accepted', objectRef: merchantId, result: 'done' } as const
  writeAudit(master, event)
  await ctx.enter(ctx.owner)
}

/** Declines an invite. */
export async function decline(ctx: Ctx, token: string): Promise<void> {
  const invite = await inviteOf(ctx.tx, ctx.services, token)
  const master = await ctx.enter({ merchantId: invite.merchant_id, environment: 'sandbox' })
  if (!(await endInvite(master, invite, { state: 'DECLINED' }))) throw new Fault('linkInvalid')
  writeAudit(master, { action: 'merchant.invite-declined', objectRef: invite.invite_id, result: 'done' })
}
