import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import type { CurrencyPair } from '#contract/recon-sources.ts'
import type { ConnectedRow } from '#server/channels/connections.ts'
import { countriesOf, currenciesOf } from '#server/channels/way-facts.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The currencies that a channel's methods take, and those of what its files brought. */
export async function currencyPairs(ctx: Ctx, channel: ConnectedRow): Promise<CurrencyPair[]> {
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
  return distinct([...taken, ...(await seenPairs(ctx, channel.channel_key))])
}

/** What the records of a channel's last files were in, those that still count. */
async function seenPairs(ctx: Ctx, channelKey: string): Promise<CurrencyPair[]> {
  const files = await ctx.own
    .select('recon_files')
    .select(['recon_id', 'reading'])
    .where('channel_key', '=', channelKey)
    .where('status', '=', 'Success')
    .where('withdrawn_at', 'is', null)
    .where('same_as', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(filesLookedAt)
    .execute()
  const each = files.map(({ recon_id, reading }) =>
    ctx.own
      .select('recon_records')
      .select(['currency', 'net_currency as settlement_currency', 'country'])
      .distinct()
      .where('recon_id', '=', recon_id)
      .where('reading', '=', reading)
      .where('row_no', '<=', rowsLookedAt)
      .execute(),
  )
  return (await Promise.all(each)).flat().map(({ currency, settlement_currency, country }) => ({
    currency: currency || settlement_currency,
    settlement_currency: settlement_currency || currency,
    country: /^[A-Z]{2}$/.test(country) ? country : '',
  }))
}
/** Few enough that the look takes no longer for a channel of millions of rows. */
const filesLookedAt = 5
const rowsLookedAt = 10_000

const distinct = (pairs: readonly CurrencyPair[]): CurrencyPair[] =>
  [...new Map(pairs.map((pair) => [Object.values(pair).join('|'), pair])).values()].toSorted((a, b) =>
    `${a.currency}${a.country}` < `${b.currency}${b.country}` ? -1 : 1,
  )
