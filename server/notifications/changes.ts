import { allowed } from '#contract/access.ts'
import { changedEvent, changeKinds, changeWord, readChanges, type Change } from '#contract/changes.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'

/** The changes that were heard of, by merchant and environment. */
export interface HeardChanges {
  hear(payload: string): void
  /** Removes all. */
  take(): Told[]
}
export interface Told {
  merchantId: string
  environment: string
  changes: Change[]
}

export function gatherChanges(): HeardChanges {
  let heard = new Map<string, Set<string>>()
  return {
    hear(payload) {
      const [merchantId = '', environment = '', ...words] = payload.split(' ')
      const key = `${merchantId} ${environment}`
      const known = heard.get(key) ?? new Set()
      for (const word of words) known.add(word)
      heard.set(key, known)
    },
    take() {
      const told = [...heard].map(([key, words]) => {
        const [merchantId = '', environment = ''] = key.split(' ')
        return { merchantId, environment, changes: readChanges([...words]) }
      })
      heard = new Map()
      return told
    },
  }
}

/**
 * The event of one user: changes in the environment of their session, of their own merchant or of one that it is the master
 * of, and only of kinds that their roles may read. Null when there is nothing for them.
 */
export function eventFor(
  { merchantId, environment, ...user }: Pick<User, 'merchantId' | 'environment' | 'roles' | 'flags'>,
  told: readonly Told[],
  masters: ReadonlyMap<string, string>,
): string | null {
  const changes = told
    .filter((one) => one.environment === environment)
    .filter((one) => one.merchantId === merchantId || (user.flags.master && masters.get(one.merchantId) === merchantId))
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => allowed(changeKinds[kind], user))
  if (changes.length === 0) return null
  const named = changes.length <= namedMost ? changes : changes.map(({ kind }) => ({ kind, ref: null }))
  return [changedEvent, ...new Set(named.map(changeWord))].join(' ')
}
/** Beyond so many objects, as a master with busy merchants sees them, an event names the kinds alone. */
const namedMost = 100

/** The present master of each merchant that has one and is active. Index: primary key. */
export async function mastersOf(database: Database, merchantIds: readonly string[]): Promise<Map<string, string>> {
  const [first, ...others] = merchantIds
  if (first === undefined) return new Map()
  const rows = await database.transaction(
    { merchantIds: [first, ...others], environment: 'sandbox' },
    (tx) =>
      tx.query<{ merchant_id: string; master_id: string }>(
        `select merchant_id, master_id from merchants
         where merchant_id = any ($1::uuid[]) and master_id is not null and status = 'ACTIVE'`,
        [merchantIds],
      ),
    { readOnly: true },
  )
  return new Map(rows.map((row) => [row.merchant_id, row.master_id]))
}
