import type { Changes, Ctx } from './ctx.ts'
import type { Database } from './db.ts'
import { newId } from './id.ts'

export interface AuditEvent {
  action: string
  objectRef: string
  result: 'done' | 'denied'
  why?: string
  /** What was changed, by field. */
  changes?: Changes
}

/** One row in a transaction of its own: for what has none, such as an attempt that was denied or a file that left. */
export async function auditApart(
  database: Database,
  about: Pick<Ctx, 'owner' | 'user' | 'actor' | 'now' | 'client' | 'requestId'>,
  event: AuditEvent,
): Promise<void> {
  const { merchantId, environment } = about.owner
  await database.transaction({ merchantIds: [merchantId], environment }, async (tx) =>
    writeAudit({ ...about, db: tx.db, tx }, event),
  )
}

/** One row for one act, in the transaction of the change; denied attempts have a transaction of their own. */
export function writeAudit(
  ctx: Pick<Ctx, 'db' | 'tx' | 'owner' | 'user' | 'actor' | 'now' | 'client' | 'requestId'>,
  event: AuditEvent,
): void {
  const row = ctx.db.insertInto('audit_events').values({
    merchant_id: ctx.owner.merchantId,
    environment: ctx.owner.environment,
    event_id: newId(),
    at: ctx.now,
    actor_merchant_id: ctx.user?.merchantId ?? null,
    actor_id: ctx.actor.id,
    actor_name: ctx.actor.name,
    action: event.action,
    object_ref: event.objectRef,
    result: event.result,
    why: event.why ?? '',
    changes: JSON.stringify(event.changes ?? {}),
    address: ctx.client.address,
    request_id: ctx.requestId,
  })
  ctx.tx.send(row.compile())
}

/** One line of an object's story, in the transaction that makes it true. */
export function tell(
  ctx: Ctx,
  objectType: string,
  objectRef: string,
  event: string,
  facts: Record<string, string> = {},
): void {
  const row = ctx.db.insertInto('timeline').values({
    merchant_id: ctx.owner.merchantId,
    environment: ctx.owner.environment,
    object_type: objectType,
    object_ref: objectRef,
    entry_id: newId(),
    at: ctx.now,
    event,
    actor_name: ctx.actor.name,
    facts: JSON.stringify(facts),
  })
  ctx.tx.send(row.compile())
}

/** The stories of several objects of one type, each oldest first. Index: the primary key. */
export async function readTimelines(ctx: Ctx, objectType: string, objectRefs: readonly string[]) {
  const stories = new Map<string, Awaited<ReturnType<typeof readTimeline>>>()
  if (objectRefs.length === 0) return stories
  const rows = await ctx.db
    .selectFrom('timeline')
    .select(['object_ref', 'at', 'event', 'actor_name', 'facts'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('object_type', '=', objectType)
    .where('object_ref', 'in', objectRefs)
    .orderBy('entry_id')
    .limit(5_000)
    .execute()
  for (const { object_ref, actor_name, ...row } of rows)
    stories.set(object_ref, [...(stories.get(object_ref) ?? []), { ...row, actor: actor_name }])
  return stories
}

/** An object's story, oldest first. Guarantee: complete and in the order it happened; index: the primary key. */
export async function readTimeline(ctx: Ctx, objectType: string, objectRef: string) {
  const rows = await ctx.db
    .selectFrom('timeline')
    .select(['at', 'event', 'actor_name', 'facts'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('object_type', '=', objectType)
    .where('object_ref', '=', objectRef)
    .orderBy('entry_id')
    .limit(200)
    .execute()
  return rows.map(({ actor_name, ...row }) => ({ ...row, actor: actor_name }))
}
