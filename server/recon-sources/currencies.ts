import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import type { CurrencyPair } from '#contract/recon-sources.ts'
import type { ConnectedRow } from '#server/channels/connections.ts'
import { countriesOf, currenciesOf } from '#server/channels/way-facts.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The currencies that a channel's methods take, and those of what its files brought. */
export async function currencyPairs(_ctx: Ctx, channel: ConnectedRow): Promise<CurrencyPair[]> {
  const entry = catalogueEntry(channel.catalogue_key)
  const taken = (entry?.ways ?? []).flatMap((way) =>
    ((entry && currenciesOf(entry, way)) ?? currencyCodes).flatMap((currency) =>
      (countriesOf(way).length > 0 ? countriesOf(way) : ['']).map((country) => ({
        currency,
        settlement_currency: currency,
        country,
      })),
    ),
  )
  return distinct(taken)
}

const distinct = (pairs: readonly CurrencyPair[]): CurrencyPair[] =>
  [...new Map(pairs.map((pair) => [Object.values(pair).join('|'), pair])).values()].toSorted((a, b) =>
    `${a.currency}${a.country}` < `${b.currency}${b.country}` ? -1 : 1,
  )
