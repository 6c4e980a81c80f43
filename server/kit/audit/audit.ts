import type { AuditAction } from '#contract/audit-actions.ts'
import { isChangeKind, type ChangeKind } from '#contract/changes.ts'
import { secretFields } from '#contract/secrets.ts'
import { canonicalJson, auditKeys, microseconds, noLink, sealAudit } from './audit-chain.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'

export interface AuditEvent {
  /** The action; for a denied attempt at a call without an action, the name of the call. */
  action: AuditAction | (string & {})
  objectRef: string
  result: 'done' | 'denied'
  why?: string
  /** The changes by field. */
  changes?: Changes
}
type About = Pick<Ctx, 'owner' | 'user' | 'actor' | 'now' | 'client' | 'requestId'> & {
  services: Pick<Ctx['services'], 'master'>
}

/**
 * Writes one row in a separate transaction: for an event without a transaction, such as a denied attempt or an export.
 */
export async function auditApart(database: Database, about: About, event: AuditEvent): Promise<void> {
  const { merchantId, environment } = about.owner
  await database.transaction({ merchantIds: [merchantId], environment }, async (tx) =>
    writeAudit({ ...about, tx }, event),
  )
}

/**
 * Writes one row for one act, in the transaction of the change; denied attempts have a separate transaction. The row is
 * sent last before the commit, because it locks the end of the chain and every other writer of the same merchant then
 * waits.
 */
export function writeAudit(ctx: About & Pick<Ctx, 'tx'>, event: AuditEvent): void {
  const { merchantId, environment } = ctx.owner
  const content = {
    merchantId,
    environment,
    eventId: newId(),
    at: microseconds(ctx.now),
    actorMerchantId: ctx.user?.merchantId ?? null,
    // Acts of shoppers and providers belong to the timeline; a row about one here has no actor id.
    actorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    actorName: ctx.actor.name,
    action: event.action,
    objectRef: event.objectRef,
    result: event.result,
    why: event.why ?? '',
    changes: withoutSecrets(event.changes ?? {}),
    address: ctx.client.address,
    requestId: ctx.requestId,
  }
  const { keyId, mac, linkKey } = sealAudit(auditKeys(ctx.services.master), content)
  const parameters = [
    merchantId,
    environment,
    content.eventId,
    ctx.now,
    content.actorMerchantId,
    content.actorId,
    content.actorName,
    content.action,
    content.objectRef,
    content.result,
    content.why,
    canonicalJson(content.changes),
    content.address,
    content.requestId,
    keyId,
    mac,
  ]
  const moveEnd = { sql: moveChainEnd, parameters: [merchantId, environment, mac, linkKey, noLink] }
  ctx.tx.last([moveEnd, { sql: insertAtEnd, parameters }], { merchantIds: [merchantId], environment })
}

/** Replaces the values of secrets: the log states that a secret was changed, never its value. */
const withoutSecrets = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) =>
      secretFields().has(field)
        ? [field, { before: hidden(before), after: hidden(after) }]
        : [field, { before, after }],
    ),
  )
const hidden = (value: string | boolean) => (value === '' ? '' : '******')

/**
 * Advances the end of the chain by the new row, as `linkOf` of audit-chain.ts defines. Any other writer of the same
 * merchant waits for the commit.
 */
const moveChainEnd = `
  insert into audit_heads as h (merchant_id, environment, seq, link)
  values ($1, $2, 1, sha256($4::bytea || $5::bytea || int8send(1) || $3::bytea))
  on conflict (merchant_id, environment) do update
    set seq = h.seq + 1, link = sha256($4::bytea || h.link || int8send(h.seq + 1) || $3::bytea)`
/** Inserts the row at the end of the chain. */
const insertAtEnd = `
  insert into audit_events (merchant_id, environment, event_id, at, actor_merchant_id, actor_id, actor_name, action,
    object_ref, result, why, changes, address, request_id, key_id, mac, seq, link)
  select merchant_id, environment, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16, seq, link
  from audit_heads where merchant_id = $1 and environment = $2`

/** Lets open consoles hear, after the commit, that an object has changed. */
export function noteChange(ctx: Ctx, kind: ChangeKind, ref: string): void {
  ctx.afterCommit(() => ctx.services.changes.note(ctx.owner, kind, ref))
}

/** Adds a timeline entry of an object in the transaction of its change; returns the entry as `readTimeline` will. */
export function addTimelineEntry(
  ctx: Ctx,
  objectType: string,
  objectRef: string,
  event: string,
  facts: Record<string, string> = {},
) {
  ctx.append('timeline', {
    object_type: objectType,
    object_ref: objectRef,
    entry_id: newId(),
    at: ctx.now,
    event,
    actor_name: ctx.actor.name,
    facts: JSON.stringify(facts),
  })
  if (isChangeKind(objectType)) noteChange(ctx, objectType, objectRef)
  return { at: ctx.now, event, facts, actor: ctx.actor.name }
}
/** The timelines of several objects of one type, each oldest first. Index: the primary key. */
export async function readTimelines(ctx: Ctx, objectType: string, objectRefs: readonly string[]) {
  const timelines = new Map<string, Awaited<ReturnType<typeof readTimeline>>>()
  if (objectRefs.length === 0) return timelines
  const rows = await ctx.own
    .select('timeline')
    .select(['object_ref', 'at', 'event', 'actor_name', 'facts'])
    .where('object_type', '=', objectType)
    .where('object_ref', 'in', objectRefs)
    .orderBy('entry_id')
    .limit(5_000)
    .execute()
  for (const { object_ref, actor_name, ...row } of rows)
    timelines.set(object_ref, [...(timelines.get(object_ref) ?? []), { ...row, actor: actor_name }])
  return timelines
}

/** The latest 200 entries of an object's timeline, oldest first. Index: the primary key. */
export async function readTimeline(ctx: Ctx, objectType: string, objectRef: string) {
  const rows = await ctx.own
    .select('timeline')
    .select(['at', 'event', 'actor_name', 'facts'])
    .where('object_type', '=', objectType)
    .where('object_ref', '=', objectRef)
    .orderBy('entry_id', 'desc')
    .limit(200)
    .execute()
  return rows.toReversed().map(({ actor_name, ...row }) => ({ ...row, actor: actor_name }))
}
