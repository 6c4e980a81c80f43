import type { AuditAction } from '#contract/audit-actions.ts'
import { secretFields } from '#contract/secrets.ts'
import { canonicalJson, auditKeys, microseconds, noLink, sealAudit } from './audit-chain.ts'
import { build, statement, type Places } from './build.ts'
import type { Changes, Ctx, Owner } from './ctx.ts'
import type { Database } from './db.ts'
import { newId } from './id.ts'

export interface AuditEvent {
  /** Of a denied attempt also the name of a call that has no action of its own. */
  action: AuditAction | (string & {})
  objectRef: string
  result: 'done' | 'denied'
  why?: string
  /** What was changed, by field. */
  changes?: Changes
}
type About = Pick<Ctx, 'owner' | 'user' | 'actor' | 'now' | 'client' | 'requestId'> & {
  house: Pick<Ctx['house'], 'master'>
}

/** One row in a transaction of its own: for what has none, such as an attempt that was denied or a file that left. */
export async function auditApart(database: Database, about: About, event: AuditEvent): Promise<void> {
  const { merchantId, environment } = about.owner
  await database.transaction({ merchantIds: [merchantId], environment }, async (tx) =>
    writeAudit({ ...about, tx }, event),
  )
}

/**
 * One row for one act, in the transaction of the change; denied attempts have a transaction of their own. It is the last
 * to be sent before the commit, since all others who write for the same merchant then wait for it.
 */
export function writeAudit(ctx: About & Pick<Ctx, 'tx'>, event: AuditEvent): void {
  const { merchantId, environment } = ctx.owner
  const content = {
    merchantId,
    environment,
    eventId: newId(),
    at: microseconds(ctx.now),
    actorMerchantId: ctx.user?.merchantId ?? null,
    // A shopper's and a provider's acts are told by the timeline; where they are here all the same, it is without an id.
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
  const { keyId, mac, linkKey } = sealAudit(auditKeys(ctx.house.master), content)
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
    linkKey,
    noLink,
  ]
  ctx.tx.last({ sql: append, parameters }, { merchantIds: [merchantId], environment })
}

/** That a secret was changed is told, and nothing of what it is. */
const withoutSecrets = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) =>
      secretFields().has(field)
        ? [field, { before: hidden(before), after: hidden(after) }]
        : [field, { before, after }],
    ),
  )
const hidden = (value: string | boolean) => (value === '' ? '' : '******')

/** Moves the chain's end on and adds the row there, in one statement: as `linkOf` of audit-chain.ts says. */
const append = `
  with head as (
    insert into audit_heads as h (merchant_id, environment, seq, link)
    values ($1, $2, 1, sha256($17::bytea || $18::bytea || int8send(1) || $16::bytea))
    on conflict (merchant_id, environment) do update
      set seq = h.seq + 1, link = sha256($17::bytea || h.link || int8send(h.seq + 1) || $16::bytea)
    returning seq, link
  )
  insert into audit_events (merchant_id, environment, event_id, at, actor_merchant_id, actor_id, actor_name, action,
    object_ref, result, why, changes, address, request_id, key_id, mac, seq, link)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16, head.seq, head.link from head`

/** One line of an object's story, in the transaction that makes it true; returns it as `readTimeline` will. */
export function tell(
  ctx: Ctx,
  objectType: string,
  objectRef: string,
  event: string,
  facts: Record<string, string> = {},
) {
  const row = {
    ...ctx.owner,
    objectType,
    objectRef,
    entryId: newId(),
    at: ctx.now,
    event,
    actor: ctx.actor.name,
    facts: JSON.stringify(facts),
  }
  ctx.tx.later(insertEntry(row))
  return { at: ctx.now, event, facts, actor: ctx.actor.name }
}
const insertEntry = statement(
  (
    row: Places<
      Owner & Record<'objectType' | 'objectRef' | 'entryId' | 'event' | 'actor' | 'facts', string> & { at: Date }
    >,
  ) =>
    build.insertInto('timeline').values({
      merchant_id: row.merchantId,
      environment: row.environment,
      object_type: row.objectType,
      object_ref: row.objectRef,
      entry_id: row.entryId,
      at: row.at,
      event: row.event,
      actor_name: row.actor,
      facts: row.facts,
    }),
)

/** The stories of several objects of one type, each oldest first. Index: the primary key. */
export async function readTimelines(ctx: Ctx, objectType: string, objectRefs: readonly string[]) {
  const stories = new Map<string, Awaited<ReturnType<typeof readTimeline>>>()
  if (objectRefs.length === 0) return stories
  ctx.tx.flush()
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
  ctx.tx.flush()
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
