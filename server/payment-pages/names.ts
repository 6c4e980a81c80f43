import { fieldFault } from '#contract/faults.ts'
import { faultOfName, type nameFaults } from '#contract/payment-page-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Takes an address by choice for a page, and gives the page's others up: they lead on to it for 90 days. An empty name only gives
 * up. Throws `pageAddress` when it is another page's; of many at once one gets it.
 */
export async function nameOf(ctx: Ctx, pageRef: string, name: string): Promise<void> {
  const { merchantId, environment } = ctx.owner
  if (name) {
    const [row] = await ctx.tx.query<{ claimed: boolean }>('select claim_page_name($1, $2, $3, $4) as claimed', [
      name,
      environment,
      merchantId,
      pageRef,
    ])
    if (!row?.claimed) throw fieldFault('pageAddress', 'custom_url', 'taken', 'This address is taken.')
  }
  await ctx.own
    .update('page_names')
    .set({ given_up_at: ctx.now })
    .where('page_ref', '=', pageRef)
    .where('name', '<>', name.toLowerCase())
    .where('given_up_at', 'is', null)
    .execute()
}

/** Why a page, new without a reference, cannot have a name; empty when it can. */
export async function whyNot(ctx: Ctx, name: string, pageRef = ''): Promise<(typeof nameFaults)[number]> {
  const fault = faultOfName(name)
  if (fault) return fault
  const { merchantId, environment } = ctx.owner
  const [row] = await ctx.tx.query<{ free: boolean }>('select page_name_is_free($1, $2, $3, $4) as free', [
    name,
    environment,
    merchantId,
    pageRef,
  ])
  return row?.free ? '' : 'taken'
}
