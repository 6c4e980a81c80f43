import type { Owner, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { FoundPayable } from './payable.ts'

/**
 * Finds the payable of a public reference and its owner; null when there is none. By the reference
 * or the name of a page it finds the kind of its orders, with the page's own reference. It runs outside any scope on purpose. A
 * payable's owner never changes, so the answer is cached (`Services.payableOwners`). Index: that of each kind's finder.
 */
export const payableFinder =
  ({ database, services }: { database: Database; services: Pick<Services, 'payables' | 'payableOwners'> }) =>
  async (ref: string): Promise<FoundPayable | null> => {
    const isName = !/^[0-9A-Za-z]{27}$/.test(ref)
    if (isName && !/^[0-9A-Za-z]{10,40}$/.test(ref)) return null
    const known = isName ? undefined : services.payableOwners.recall(ref)
    if (known) return known
    const [row] = await database.transaction(null, (tx) => tx.query<Row>(lookUp(services.payables, isName), [ref]), {
      readOnly: true,
    })
    if (!row) return null
    const { kind, merchantId, environment } = row
    const found = { owner: { merchantId, environment }, payable: { kind, ref: row.ref } }
    // A name may get another owner, and a name may look like a reference.
    if (row.ref === ref) services.payableOwners.remember(ref, found)
    return found
  }

type Row = Owner & { kind: string; ref: string }
/** Payables by their reference, then pages by theirs or by name: whoever orders at a page has no order yet. */
const lookUp = (payables: Services['payables'], isName: boolean) =>
  payables
    .flatMap(({ kind, finder, pageFinder }) => [
      ...(isName ? [] : [selected(kind, finder, '$1::text', 0)]),
      ...(pageFinder ? [selected(kind, pageFinder, 'page_ref', 1)] : []),
    ])
    .join(' union all ') + ' order by place limit 1'
const selected = (kind: string, finder: string, ref: string, place: number) =>
  `select '${kind}' as kind, ${ref} as ref, merchant_id as "merchantId", environment, ${place} as place from ${finder}($1)`
