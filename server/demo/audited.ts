import type { AuditAction } from '#contract/audit-actions.ts'
import { writeAudit, type AuditEvent } from '#server/kit/audit/audit.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'

/**
 * Does what a call of a user does, with its row in the audit log: at the moment and by the actor of the context, from where that user
 * works.
 */
export async function audited<T>(ctx: Ctx, action: AuditAction, act: (ctx: Ctx) => Promise<T>): Promise<T> {
  let about: { objectRef: string; changes: Changes } = { objectRef: '', changes: {} }
  const asked = ctx.with({
    client: { ...ctx.client, address: addressOf(ctx.actor.name) },
    auditSubject: (objectRef, changes = {}) => void (about = { objectRef, changes }),
  })
  const done = await act(asked)
  noteAct(asked, { action, ...about, result: 'done' })
  return done
}

/** Writes the row of an act of the past by the actor of the context. */
export function noteAct(ctx: Ctx, event: AuditEvent): void {
  const client = { ...ctx.client, address: addressOf(ctx.actor.name) }
  writeAudit(ctx.with({ client, requestId: newReference(ctx.now).slice(-12) }), event)
}

/** Where a user works, always the same. */
const addressOf = (name: string) => `203.0.113.${10 + (Buffer.from(name).reduce((sum, byte) => sum + byte, 0) % 200)}`
