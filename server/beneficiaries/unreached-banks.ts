import { checkAccount, type GivenAccount } from '#contract/account-checks.ts'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { FieldError } from '#contract/faults.ts'
import { bankOn } from '#contract/payout-rails.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * The errors of accounts at banks that the named channel doesn't pay to, each at the field of its bank. There are none where no channel is
 * named, nor in a country that it has no rail to: other channels may pay there.
 */
export async function unreachedBanks(
  ctx: Ctx,
  accounts: readonly { given: GivenAccount; at: string }[],
  channelKey = '',
): Promise<FieldError[]> {
  if (channelKey === '') return []
  const channel = await ctx.own
    .select('payment_channels')
    .select('catalogue_key')
    .where('channel_key', '=', channelKey)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const rails = (channel && catalogueEntry(channel.catalogue_key)?.payouts?.rails) ?? []
  return accounts.flatMap(({ given, at }): FieldError[] => {
    const { checked } = checkAccount(given, at)
    const there = rails.filter(
      ({ to, countries }) => to === given.account_type && (countries === 'GLOBAL' || countries.includes(given.country)),
    )
    if (there.length === 0 || there.some((rail) => bankOn(rail, checked) !== undefined)) return []
    const path = `${at}${checked.bankCode ? 'bank_code' : 'fields.swift'}`
    return [{ path, reason: 'bank_not_reached', text: "This channel doesn't pay to this bank." }]
  })
}
