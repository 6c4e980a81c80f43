import { z } from 'zod'
import { appliedRate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { environment } from '#contract/kit/wire.ts'
import { dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { cut } from './cut.ts'
import { followTerms } from './follow-terms.ts'
import { crossBorderOf } from './merchant.ts'
import { changeRemittance } from './move.ts'
import { askRate, standInRate, type KnownRate } from './rates.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { findTerms } from './terms.ts'

const data = z.object({ merchantId: z.uuid(), environment, settlementRef: z.string() })
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  source: Currency
  destination: Currency
  now: Date
  /** Of the operator's files, for what the provider does not say. */
  standIns: Rates
}
interface Rates {
  source: KnownRate | null
  destination: KnownRate | null
}

/**
 * Cuts a settlement whose period is over, at the rates of this moment. Each boundary that has passed is a cut of its own, in order: after one
 * the row of the next period is overdue too. Where the provider says none, the operator's file does; without either it stays open, says so,
 * and is tried again.
 */
export const cutRemittance = effect<Data, Claim, Rates>({
  name: 'cut-remittance',
  data,
  // A settlement may have a hundred thousand payments, and each is marked.
  isLong: true,
  overdue: { key: 'settlementRef', list: listDue },

  async claim(ctx, { settlementRef }) {
    const locked = await lockRemittance(ctx, settlementRef)
    const terms = await findTerms(ctx)
    if (!locked || !terms || !(await isDue(ctx, locked))) return null
    const open = await followTerms(ctx, locked, terms)
    const [source, destination] = [open.source_currency as Currency, open.destination_currency as Currency]
    return {
      channel: await channelOf(ctx, terms.channel_key),
      source,
      destination,
      now: ctx.now,
      standIns: {
        source: await standInRate(ctx, { from: source, to: baseCurrency }),
        destination: await standInRate(ctx, { from: baseCurrency, to: destination }),
      },
    }
  },

  async act(services, { channel, source, destination, now, standIns }, signal) {
    const [of, to] = await Promise.all([
      askRate(services, { channel, from: source, to: baseCurrency, now }, signal),
      askRate(services, { channel, from: baseCurrency, to: destination, now }, signal),
    ])
    return { source: of ?? standIns.source, destination: to ?? standIns.destination }
  },

  async complete(ctx, { settlementRef }, claim, { source, destination }) {
    const open = await lockRemittance(ctx, settlementRef)
    const terms = await findTerms(ctx)
    if (!open || !terms || !(await isDue(ctx, open))) return
    // Terms with another currency were agreed on while the rate of this one was asked for.
    if ([open, terms].some(({ destination_currency: one }) => one !== claim.destination)) {
      ctx.enqueue(cutRemittance, { settlementRef })
      return
    }
    if (!source || !destination) {
      if (open.uncut !== 'no_rate') await changeRemittance(ctx, open, { uncut: 'no_rate' })
      ctx.enqueue(cutRemittance, { settlementRef }, { after: tryAgainSeconds })
      return
    }
    const markup = destination.of === 'same' ? '0' : String(terms.markup_percent)
    await cut(ctx, open, terms, { source, destination: appliedRate(destination.rate, markup) })
    await enqueueDue(ctx)
  },
})
const tryAgainSeconds = 300

const isDue = async (ctx: Ctx, { status, cut_on: until, ended_at: ended }: RemittanceRow): Promise<boolean> =>
  status === 'Open' && (ended ?? startOfDay(until, (await crossBorderOf(ctx)).timeZone)) <= ctx.now

/** Has what is due now cut; periods that follow one another come one after the other. */
export async function enqueueDue(ctx: Ctx): Promise<void> {
  for (const due of await listDue(ctx, ctx.now)) ctx.enqueue(cutRemittance, due)
}

/** Index: remittances_one_open. */
async function listDue(ctx: Ctx, since: Date): Promise<{ settlementRef: string }[]> {
  const { timeZone } = await crossBorderOf(ctx)
  const rows = await ctx.own
    .select('remittances')
    .select('settlement_ref')
    .where('status', '=', 'Open')
    .where('cut_on', '<=', dayAt(since, timeZone))
    .orderBy('cut_on')
    .orderBy('settlement_ref')
    .limit(100)
    .execute()
  return rows.map(({ settlement_ref: settlementRef }) => ({ settlementRef }))
}
