import type { Where } from '#server/kit/auth/scope.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The names of the merchants whose rows are exported. `find_merchants` knows those that the master may name. */
export async function merchantsNamed(ctx: Ctx, { owner, merchants }: Where): Promise<string> {
  const ids = merchants ?? [owner.merchantId]
  const others = ids.filter((id) => id !== ctx.owner.merchantId)
  const own = others.length < ids.length ? [(await merchantOf(ctx)).name] : []
  if (others.length === 0) return own.join('')
  const found = await ctx.tx.query<{ merchant_id: string; name: string }>('select * from list_merchants($1)', [
    ctx.owner.merchantId,
  ])
  const names = new Map(found.map(({ merchant_id, name }) => [merchant_id, name]))
  return [...own, ...others.map((id) => names.get(id) ?? id)].join(', ')
}
