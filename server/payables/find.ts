import type { Owner, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { FoundPayable } from './payable.ts'

/**
 * Finds the payable of a public reference and its owner; null when there is none. It runs outside any scope on purpose. A
 * payable's owner never changes, so the answer is cached (`Services.payableOwners`). Index: that of each kind's finder.
 */
export const payableFinder =
  ({ database, services }: { database: Database; services: Pick<Services, 'payables' | 'payableOwners'> }) =>
  async (ref: string): Promise<FoundPayable | null> => {
    if (!/^[0-9A-Za-z]{27}$/.test(ref)) return null
    const known = services.payableOwners.recall(ref)
    if (known) return known
    const [row] = await database.transaction(null, (tx) => tx.query<Row>(lookUp(services.payables), [ref]), {
      readOnly: true,
    })
    if (!row) return null
    const { kind, merchantId, environment } = row
    const found = { owner: { merchantId, environment }, payable: { kind, ref } }
    services.payableOwners.remember(ref, found)
    return found
  }

type Row = Owner & { kind: string }
const lookUp = (payables: Services['payables']) =>
  payables
    .map(({ kind, finder }) => `select '${kind}' as kind, merchant_id as "merchantId", environment from ${finder}($1)`)
    .join(' union all ')
