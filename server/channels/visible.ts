import { payTypes, type PayType } from '#contract/channel-catalogue/entry.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { entryOf, listConnected, type ConnectedRow } from './connections.ts'
import { expectMayConfigure, mayConfigure } from './pay-type.ts'
import { shownConnections } from './shown.ts'

/** The owner's channels that the user may see, of one pay type or of each. */
export async function listVisible(ctx: Ctx, payType?: PayType): Promise<ConnectedRow[]> {
  const shown = payTypes.filter((one) => (payType ?? one) === one && mayConfigure(ctx, one))
  return (await listConnected(ctx)).filter((row) => shown.includes(row.pay_type))
}

/** The merchant's connections of one channel of the catalogue, the first one first. Throws `channelUnknown`, and `denied`. */
export async function connectionsOf(ctx: Ctx, catalogueKey: string, payType?: PayType) {
  const { key } = entryOf(catalogueKey)
  if (payType) expectMayConfigure(ctx, payType)
  const asked = (await listVisible(ctx, payType)).filter((row) => row.catalogue_key === key)
  return shownConnections(
    ctx,
    asked.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
  )
}
