import { environments, type Environment } from '#contract/kit/wire.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'

/**
 * When each of these attempts last changed, by its reference; an attempt that is not of that owner's payable is left out. Two
 * short queries for any number of attempts, each under the scope of their owners. Index: primary key.
 */
export async function findChanges(
  database: Database,
  wanted: readonly { owner: Owner; payableRef: string; orderRef: string }[],
): Promise<Map<string, Date>> {
  const changes = new Map<string, Date>()
  for (const environment of environments) {
    const here = wanted.filter(({ owner }) => owner.environment === environment)
    for (const { order_ref, updated_at } of await changesIn(database, environment, here))
      changes.set(order_ref, updated_at)
  }
  return changes
}

async function changesIn(
  database: Database,
  environment: Environment,
  wanted: readonly { owner: Owner; payableRef: string; orderRef: string }[],
): Promise<{ order_ref: string; updated_at: Date }[]> {
  const [first, ...others] = new Set(wanted.map(({ owner }) => owner.merchantId))
  if (first === undefined) return []
  return database.transaction(
    { merchantIds: [first, ...others], environment },
    (tx) =>
      tx.query(
        `select p.order_ref, p.updated_at
         from unnest($1::uuid[], $2::text[], $3::text[]) as w (merchant_id, payable_ref, order_ref)
         join payments p on p.merchant_id = w.merchant_id and p.environment = $4 and p.order_ref = w.order_ref and p.payable_ref = w.payable_ref`,
        [
          wanted.map(({ owner }) => owner.merchantId),
          wanted.map(({ payableRef }) => payableRef),
          wanted.map(({ orderRef }) => orderRef),
          environment,
        ],
      ),
    { readOnly: true },
  )
}
