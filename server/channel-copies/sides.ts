import type { Environment } from '#contract/kit/wire.ts'
import { listConnected, listEver, type ConnectedRow } from '#server/channels/connections.ts'
import { listSettings } from '#server/channels/methods.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readRules, type Rule } from '#server/routing/rules.ts'

export type Setting = Awaited<ReturnType<typeof listSettings>>[number]
/** What one mode has of what is copied, with its other channels, whose keys and names are taken. */
export interface Side {
  channels: readonly ConnectedRow[]
  /** The keys of channels that were removed. */
  removed: readonly string[]
  settings: readonly Setting[]
  rules: readonly Rule[]
}

/** What the owner's merchant has in test mode and in live mode. The context is in the mode that it was in. */
export async function readSides(ctx: Ctx): Promise<{ sandbox: Side; live: Side }> {
  // Row-level security lets the merchant's own row through: the other mode of this merchant may be entered.
  await merchantOf(ctx)
  const read = async (environment: Environment): Promise<Side> => {
    const of = await ctx.enter({ merchantId: ctx.owner.merchantId, environment })
    const removed = (await listEver(of)).filter(({ removed_at }) => removed_at !== null)
    return {
      channels: await listConnected(of),
      removed: removed.map(({ channel_key }) => channel_key),
      settings: await listSettings(of),
      rules: await readRules(of),
    }
  }
  const [sandbox, live] = [await read('sandbox'), await read('live')]
  await ctx.enter(ctx.owner)
  return { sandbox, live }
}
