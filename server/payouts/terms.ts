import { fieldFault } from '#contract/faults.ts'
import { railFor, railOf } from '#contract/rails-of-channels.ts'
import type { PayoutRail } from '#contract/channel-catalogue/entry.ts'
import {
  arrivalOf,
  bankOn,
  nextOpening,
  type Arrival,
  type BankOfAccount,
  type RailDestination,
} from '#contract/payout-rails.ts'
import type { Currency } from '#contract/kit/money.ts'
import { calendarOf } from '#server/calendars/calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/** A channel that payouts leave by; undefined where the merchant has none with this key. */
export const payoutChannel = (ctx: Ctx, channelKey: string) =>
  memo(ctx, `payout channel ${channelKey}`, () =>
    ctx.own
      .select('payment_channels')
      .select(['channel_key', 'catalogue_key', 'is_enabled'])
      .where('channel_key', '=', channelKey)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  )

/**
 * The rail by which a channel pays a destination. Throws `channelUnknown` where it has none, and at the field `bankAt` where it doesn't
 * reach the bank.
 */
export function railTo(
  catalogueKey: string,
  to: RailDestination & BankOfAccount,
  currency: Currency,
  { at, bankAt = `${at}beneficiary_uuid` }: { at: string; bankAt?: string },
): PayoutRail {
  const rail = railFor(catalogueKey, to, currency)
  if (!rail)
    throw fieldFault('channelUnknown', `${at}virtual_acc_no`, 'no_rail', "This channel doesn't pay to such an account.")
  if (bankOn(rail, to) === undefined)
    throw fieldFault('channelUnknown', bankAt, 'bank_not_reached', "This channel doesn't pay to this bank.")
  return rail
}

/** The rail of a payout that was made; undefined where its channel has it no more. */
export async function railOfPayout(
  ctx: Ctx,
  payout: { channel_key: string; rail: string },
): Promise<PayoutRail | undefined> {
  const channel = await payoutChannel(ctx, payout.channel_key)
  return channel && railOf(channel.catalogue_key, payout.rail)
}

/** When a rail takes what is sent at a moment, and on which day it arrives. */
export async function arrivalBy(ctx: Ctx, rail: PayoutRail, at: Date): Promise<Arrival & { lastYear: number | null }> {
  const calendar = await calendarFor(ctx, rail)
  return { ...arrivalOf(rail, at, calendar), lastYear: calendar?.lastYear ?? null }
}
export const opensAt = async (ctx: Ctx, rail: PayoutRail, at: Date): Promise<Date> =>
  nextOpening(rail, at, await calendarFor(ctx, rail))

const calendarFor = async (ctx: Ctx, { hours }: PayoutRail) =>
  hours.calendar === null ? null : calendarOf(ctx, hours.calendar)
