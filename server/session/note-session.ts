import type { AuditAction } from '#contract/audit-actions.ts'
import { writeAudit } from '#server/kit/audit.ts'
import type { Changes, Ctx, Owner } from '#server/kit/ctx.ts'

/**
 * Writes what became of a session into its merchant's audit log. Such requests come without a bearer token, so that the
 * gate does not know whose they are.
 */
export function noteSession(
  ctx: Ctx,
  { merchantId, environment, subUserId }: Owner & { subUserId: string },
  name: string,
  { action, changes = {} }: { action: AuditAction; changes?: Changes },
): void {
  const actor = { kind: 'user' as const, id: subUserId, name }
  writeAudit(ctx.with({ owner: { merchantId, environment }, actor }), {
    action,
    objectRef: subUserId,
    result: 'done',
    changes,
  })
}
