import type * as contract from '#contract/banks.ts'
import type { Bank } from '#contract/banks.ts'
import type { PayoutRail } from '#contract/channel-catalogue/entry.ts'
import { declaredCountries, waysOf, type AccountField } from '#contract/account-fields.ts'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { Fault } from '#contract/faults.ts'
import { bankOn } from '#contract/payout-rails.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listBanks } from './bank.ts'

export const handlers: Handlers<typeof contract> = {
  async listSupportedBanks(ctx, { query }) {
    const [banks, rails] = await Promise.all([
      listBanks(ctx),
      query.channelKey === undefined ? null : railsOf(ctx, query.channelKey),
    ])
    return declaredCountries.flatMap((country) => {
      const there = rails?.filter((rail) => rail.countries === 'GLOBAL' || rail.countries.includes(country))
      const ways = waysOf(country).filter(({ type }) => there?.some(({ to }) => to === type) ?? true)
      if (ways.length === 0) return []
      return {
        country,
        currencies: there?.some(({ currencies }) => currencies === null)
          ? []
          : [...new Set(there?.flatMap(({ currencies }) => currencies ?? []))],
        ways: ways.map(({ key, type, fields }) => ({ key, type, fields: Object.entries(fields).map(shownField) })),
        banks: (banks[country] ?? []).filter((bank) => there?.some((rail) => reaches(rail, bank)) ?? true),
      }
    })
  },
}

const reaches = (rail: PayoutRail, { code, bic }: Bank): boolean =>
  [
    { bankCode: code, fields: {} },
    { bankCode: '', fields: { swift: bic } },
  ].some((bank) => bankOn(rail, bank) !== undefined)

/** The rails of a channel for payouts of the merchant. Throws `channelUnknown`. */
async function railsOf(ctx: Ctx, channelKey: string): Promise<readonly PayoutRail[]> {
  const channel = await ctx.own
    .select('payment_channels')
    .select('catalogue_key')
    .where('channel_key', '=', channelKey)
    .where('pay_type', '=', 'PAYOUT')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!channel) throw new Fault('channelUnknown')
  return catalogueEntry(channel.catalogue_key)?.payouts?.rails ?? []
}

const shownField = ([name, field]: [string, AccountField]) => ({
  name,
  kind: field.kind,
  least: 'least' in field ? field.least : null,
  most: 'most' in field ? field.most : null,
  choices: 'of' in field ? [...field.of] : [],
  is_optional: field.optional === true,
})
