import { defaultLanguage } from '#i18n/languages.ts'
import { ctxIn } from '#server/kit/ctx-in.ts'
import type { Actor, Client, Ctx, Services, Owner } from '#server/kit/ctx.ts'
import { scopeOf, type Database } from './db.ts'

/** One transaction under the scope of the owner, for work that holds none meanwhile. */
export type InTransaction = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** A transaction without a user, for a job or a provider's call-back. It sees one merchant and environment. */
export function ownTransaction<T>(
  parts: { database: Database; services: Services; now: () => Date },
  owner: Owner,
  {
    requestId,
    actor = { kind: 'system', id: null, name: '' },
    signal,
  }: { requestId: string; actor?: Actor; signal?: AbortSignal },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const scope = scopeOf(owner)
  const asked = { requestId, actor, user: null, client: noClient, auditSubject: () => {} }
  return parts.database.transaction(
    scope,
    (tx) => work(ctxIn(tx, parts, { scope, owner }, asked)),
    signal && { signal },
  )
}
const noClient: Client = { address: '', userAgent: '', language: defaultLanguage }
