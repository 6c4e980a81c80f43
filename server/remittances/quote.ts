import { appliedRate, converted, rateOf, rateText, type Rate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { RemittanceHold } from '#contract/remittance-states.ts'
import { costOfChange } from '#contract/waterfall.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { accountForRemittance } from '#server/remittance-accounts/account-for-remittance.ts'
import { hasMoved, holdsOf, type Hold } from './holds.ts'
import { changeRemittance, moveRemittance } from './move.ts'
import { tellHeld, tellRateMoved } from './notices.ts'
import { askRate, type KnownRate } from './rates.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { quoteRemittanceJob, sendRemittanceJob, type QuoteData } from './send-job.ts'
import { termsOfVersion } from './terms.ts'

interface Claim {
  channel: Channel
  from: Currency
  to: Currency
  now: Date
}

/**
 * Asks at which rate a calculated settlement is changed, when its time has come, and has it sent by that. What keeps it from being sent
 * holds it, with who ends that; what ends by itself is looked at again then.
 */
export const quoteRemittance = effect<QuoteData, Claim, KnownRate | null>({
  ...quoteRemittanceJob,
  overdue: {
    key: 'settlementRef',
    list: async (ctx, since) => (await listReady(ctx, since)).map((settlementRef) => ({ settlementRef })),
  },

  async claim(ctx, { settlementRef }) {
    const row = await lockRemittance(ctx, settlementRef)
    const ready = row && (await madeReady(ctx, row))
    if (!ready) return null
    const { channel_key: channelKey } = await termsOfVersion(ctx, ready.terms_version)
    return {
      channel: await channelOf(ctx, channelKey),
      from: ready.base_currency as Currency,
      to: ready.destination_currency as Currency,
      now: ctx.now,
    }
  },

  act: (services, { channel, from, to, now }, signal) => askRate(services, { channel, from, to, now }, signal),

  async complete(ctx, { settlementRef }, _claim, known) {
    const row = await lockRemittance(ctx, settlementRef)
    if (!row || !isDue(ctx, row)) return
    if (!known) {
      ctx.enqueue(quoteRemittanceJob, { settlementRef }, { after: tryAgainSeconds })
      return
    }
    const terms = await termsOfVersion(ctx, row.terms_version)
    const applied = known.of === 'same' ? known.rate : appliedRate(known.rate, String(terms.markup_percent))
    const atCut = kept(row.cut_forex_rate)
    const moved = hasMoved(applied, {
      atCut,
      accepted: row.rate_accepted === null ? null : kept(row.rate_accepted),
      tolerance: String(terms.tolerance_percent),
    })
    const rates = { reference_forex_rate: rateText(known.rate), forex_rate_of: known.of, forex_rate_at: known.at }
    if (moved && row.returned_dc === null) {
      await holdFor(ctx, row, [{ hold: 'rate_moved', until: null }], rates)
      await tellRateMoved(ctx, row, { atCut, applied })
      return
    }
    const [base, destination] = [row.base_currency as Currency, row.destination_currency as Currency]
    const amount = row.returned_dc ?? converted(row.net_bc, applied, base, destination)
    await changeRemittance(ctx, row, {
      // Money that has come back was changed already.
      ...(row.returned_dc === null && {
        ...rates,
        applied_forex_rate: rateText(applied),
        net_amount_transferred_dc: amount,
        forex_cost_dc: costOfChange(row.net_bc, known.rate, amount, base, destination),
      }),
      quote_ref: known.quoteRef,
      quote_expires_at: known.expiresAt ?? new Date(ctx.now.getTime() + limits.quoteMinutes * 60_000),
    })
    ctx.enqueue(sendRemittanceJob, { settlementRef, asks: 0, nudge: false })
  },
})
const tryAgainSeconds = 300
const kept = (rate: string | number | null): Rate => {
  const found = rateOf(String(rate))
  if (found === null) throw new RangeError(`${rate} is no rate`)
  return found
}

/** Its time has come. */
export const isDue = (ctx: Ctx, { status, send_at: at }: RemittanceRow): boolean =>
  status === 'Calculated' && at !== null && at <= ctx.now
/** The settlement when nothing but a rate is missing to send it; what is in the way holds it, and what is not any more lets it go. */
async function madeReady(ctx: Ctx, before: RemittanceRow): Promise<RemittanceRow | null> {
  const row = before.status === 'On Hold' ? await released(ctx, before) : before
  if (!row || !isDue(ctx, row)) return null
  const account = await accountForRemittance(ctx, row.destination_currency as Currency)
  const holds = await holdsOf(ctx, account)
  if (holds.length === 0) return row
  await hold(ctx, row, holds)
  return null
}

/** A held settlement is looked at again: what holds it still is found anew. What only a person ends stays. */
async function released(ctx: Ctx, row: RemittanceRow): Promise<RemittanceRow | null> {
  const endedByPeople = ['rate_moved', 'other_amount', 'proof', 'document_missing', 'screening']
  if (row.holds.some((one) => endedByPeople.includes(one))) return null
  const holds = await holdsOf(ctx, await accountForRemittance(ctx, row.destination_currency as Currency))
  if (holds.length === 0) return moveRemittance(ctx, row, 'release', { holds: [], held_until: null })
  await changeRemittance(ctx, row, heldBy(holds))
  lookAgain(ctx, row, holds)
  if (namesOf(holds).join() !== row.holds.join()) await tellHeld(ctx, row, namesOf(holds))
  return null
}

/** Holds a settlement, and tells people why. */
export async function hold(ctx: Ctx, row: RemittanceRow, holds: readonly Hold[]): Promise<void> {
  await holdFor(ctx, row, holds)
  await tellHeld(ctx, row, namesOf(holds))
}

async function holdFor(
  ctx: Ctx,
  row: RemittanceRow,
  holds: readonly Hold[],
  more: Parameters<typeof changeRemittance>[2] = {},
): Promise<void> {
  const facts = { holds: namesOf(holds).join(' ') }
  await moveRemittance(ctx, row, 'hold', { ...more, ...heldBy(holds) }, facts)
  lookAgain(ctx, row, holds)
}

const soonestOf = (holds: readonly Hold[]): Date | null =>
  holds.flatMap(({ until }) => until ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
const namesOf = (holds: readonly Hold[]): RemittanceHold[] => holds.map((one) => one.hold)
function heldBy(holds: readonly Hold[]) {
  const matches = holds.flatMap((one) => one.matches ?? [])
  return {
    holds: namesOf(holds),
    held_until: soonestOf(holds),
    ...(matches.length > 0 && { screening_matches: matches }),
  }
}

/** What ends by itself is looked at again then. */
function lookAgain(ctx: Ctx, { settlement_ref: settlementRef }: RemittanceRow, holds: readonly Hold[]): void {
  const soonest = soonestOf(holds)
  if (soonest) ctx.enqueue(quoteRemittanceJob, { settlementRef }, { after: soonest })
}

/** Those whose time has come, and held ones that may go on. Index: remittances_under_way. */
async function listReady(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('remittances')
    .select('settlement_ref')
    .where('status', 'in', ['Calculated', 'On Hold'])
    .where('send_at', '<=', since)
    .orderBy('send_at')
    .limit(500)
    .execute()
  return rows.map(({ settlement_ref }) => settlement_ref)
}
