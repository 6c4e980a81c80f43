import { faults, type Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { auditApart, type AuditEvent } from '#server/kit/audit/audit.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { objectIn } from './object-in.ts'
import { callerOf, type RequestContext } from './request-context.ts'

/** Writes the audit rows of a call that are not of its transaction: of its end where that comes later, and of what was denied. */
export function auditNotes(name: string, call: Call, parts: ServeParts) {
  function note(context: RequestContext, owner: Owner, event: AuditEvent): Promise<void> {
    const by = { ...callerOf(context), services: parts.services }
    return auditApart(parts.database, { ...by, owner, now: parts.now() }, event)
  }

  /** Writes an audit row about a denied attempt. A read that finds no row is no attempt. */
  async function auditDenial(context: RequestContext, fault: Fault): Promise<void> {
    const { user, owner } = context
    const status = faults[fault.fault].http
    const foreign = fault.why !== undefined && status === 404
    const known = user !== null || context.actor.kind === 'server'
    if (!known || !owner || !(status === 403 || foreign || (status === 404 && call.audit))) return
    const own = user ? { merchantId: user.merchantId, environment: user.environment } : owner
    const why = fault.why ?? fault.fault
    const objectRef = objectIn(call, context.raw.path)
    await note(context, own, { action: call.audit ?? name, objectRef, result: 'denied', why })
  }
  return { note, auditDenial }
}
