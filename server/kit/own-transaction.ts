import type { Actor, Ctx, House, Owner } from './ctx.ts'
import type { Database } from './db.ts'
import type { Jobs } from './jobs.ts'

/** A transaction that no user asked for: a job's, a provider's call-back's. It sees one merchant and environment. */
export function ownTransaction<T>(
  parts: { database: Database; jobs: Jobs; house: House; now: () => Date },
  owner: Owner,
  { requestId, actor = { kind: 'system', id: null, name: '' } }: { requestId: string; actor?: Actor },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  return parts.database.transaction(scope, (tx) =>
    work({
      db: tx.db,
      tx,
      scope,
      owner,
      merchants: null,
      now: parts.now(),
      requestId,
      actor,
      user: null,
      client: { address: '', userAgent: '' },
      house: parts.house,
      enqueue: parts.jobs.enqueueIn(tx, owner),
      about: () => {},
    }),
  )
}
