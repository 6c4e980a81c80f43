import type { AuditAction } from '#contract/audit-actions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Changes, Ctx, Owner } from '#server/kit/ctx.ts'

/**
 * Writes an event of a session into its merchant's audit log. Such requests have no bearer token, so the gate cannot know
 * their merchant.
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
