import type { House, Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db.ts'

/**
 * Finds whose link a public reference is; null when there is none. Outside any scope on purpose. A link never changes
 * hands, so each is asked for once (`House.linkOwners`).
 */
export const ownersOfLinks =
  ({ database, house }: { database: Database; house: Pick<House, 'linkOwners'> }) =>
  async (ref: string): Promise<Owner | null> => {
    if (!/^[0-9A-Za-z]{27}$/.test(ref)) return null
    const known = house.linkOwners.recall(ref)
    if (known) return known
    const [owner] = await database.transaction(
      null,
      (tx) => tx.query<Owner>('select merchant_id as "merchantId", environment from find_link($1)', [ref]),
      { readOnly: true },
    )
    if (owner) house.linkOwners.remember(ref, owner)
    return owner ?? null
  }
