import { ctxIn } from './ctx-in.ts'
import type { Actor, Client, Ctx, House, Owner } from './ctx.ts'
import type { Database } from './db.ts'

/** A transaction that no user asked for: a job's, a provider's call-back's. It sees one merchant and environment. */
export function ownTransaction<T>(
  parts: { database: Database; house: House; now: () => Date },
  owner: Owner,
  { requestId, actor = { kind: 'system', id: null, name: '' } }: { requestId: string; actor?: Actor },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  const asked = { requestId, actor, user: null, client: noClient, about: () => {} }
  return parts.database.transaction(scope, (tx) => work(ctxIn(tx, parts, { scope, owner }, asked)))
}
const noClient: Client = { address: '', userAgent: '', language: 'en' }
