import { rateOf, sameCurrency } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Channel } from '#server/channels/channel.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import type { Quoted } from '#server/providers/remittances.ts'
import { fileRateOf } from '#server/remittance-rates/rate.ts'
import { crossBorderOf } from './merchant.ts'

/** A rate, where it is from, and of when. */
export interface KnownRate {
  rate: bigint
  /** The provider's reference of its quote; empty for a rate that is not its own. */
  quoteRef: string
  /** The provider's key, the name of the operator's file, or `same`. */
  of: string
  at: Date
  /** Until when it may be used; null for no limit. */
  expiresAt: Date | null
}

/** What a provider says that it changes money at; null where it says nothing that can be used. Of one currency to itself the rate is 1. */
export async function askRate(
  services: Services,
  { channel, from, to, now }: { channel: Channel; from: Currency; to: Currency; now: Date },
  signal: AbortSignal,
): Promise<KnownRate | null> {
  if (from === to) return { rate: sameCurrency, quoteRef: '', of: 'same', at: now, expiresAt: null }
  const { remittances } = services.provider(channel.provider, channel.credentials, channel.environment)
  const quoted: Quoted = remittances
    ? await remittances.quote({ from, to }, signal)
    : { kind: 'silent', why: 'it changes no money' }
  const rate = quoted.kind === 'quoted' ? rateOf(quoted.reference) : null
  if (quoted.kind !== 'quoted' || rate === null) return null
  return { rate, quoteRef: quoted.quoteRef, of: channel.key, at: quoted.at, expiresAt: quoted.expiresAt }
}

/** The rate of the operator's file that stands in for a silent provider; null where there is none, or it is too old for a quote. */
export async function standInRate(ctx: Ctx, { from, to }: { from: Currency; to: Currency }): Promise<KnownRate | null> {
  const { timeZone } = await crossBorderOf(ctx)
  const known = await fileRateOf(ctx, { from, to, day: dayAt(ctx.now, timeZone) })
  if (!known || known.isOld) return null
  return { rate: known.rate, quoteRef: '', of: known.source, at: startOfDay(known.day, timeZone), expiresAt: null }
}
