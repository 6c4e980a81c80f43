import { ways, type Way } from '#contract/methods.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { seal } from '#server/kit/secrets/seal.ts'
import { channelPlace } from '#server/kit/secrets/vault.ts'

export interface SimulatedChannel {
  key: string
  name: string
  isEnabled: boolean
}
const simulated: SimulatedChannel = { key: 'SIMULATOR', name: 'Simulator', isEnabled: true }

interface Seller {
  slug: string
  country: string
  /** The countries in which it is paid; its own when absent. */
  sellsTo?: readonly string[]
  wrappedKey: Buffer
}

/**
 * Gives a new merchant its first channel, so that it can be paid in test mode at once. In a demo it has one for live mode too,
 * which opens as for everybody: after the KYC.
 */
export async function addFirstChannels(ctx: Ctx, seller: Seller): Promise<void> {
  for (const environment of ctx.services.simulatedLive ? environments : (['sandbox'] as const))
    await addSimulatedChannel(ctx, seller, environment)
}

/**
 * Gives the merchant of `ctx` a channel on the simulator, with every way to pay of the countries that it sells to, and `others`
 * without any. A channel or way that is there already stays as it is.
 */
export async function addSimulatedChannel(
  ctx: Ctx,
  { slug, wrappedKey, country, sellsTo = [country] }: Seller,
  environment: Environment,
  others: readonly SimulatedChannel[] = [],
): Promise<void> {
  const { merchantId } = ctx.owner
  const own = await ctx.enter({ merchantId, environment })
  const keys = { master: ctx.services.master, wrapped: wrappedKey }
  await own.own
    .insert(
      'payment_channels',
      [simulated, ...others].map(({ key, name, isEnabled }) => ({
        channel_key: key,
        catalogue_key: simulated.key,
        provider: 'simulator',
        name,
        is_enabled: isEnabled,
        creds_sealed: seal(keys, JSON.stringify({ account: slug }), channelPlace(merchantId, environment, key)),
        created_at: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await own.own
    .insert(
      'payment_methods',
      waysIn(sellsTo).map(({ type, subType }, index) => ({
        channel_key: simulated.key,
        type,
        sub_type: subType,
        is_default: index === 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await ctx.enter(ctx.owner)
}

/** The simulator takes every way to pay; a merchant offers those of the countries it sells to. */
const waysIn = (countries: readonly string[]): readonly Way[] =>
  ways.filter(({ places }) => !places || countries.some((country) => Object.hasOwn(places, country)))
