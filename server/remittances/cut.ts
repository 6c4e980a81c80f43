import { rateText, type Rate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { endOfPeriod } from '#contract/remittance-periods.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import type { UncutReason } from '#contract/remittance-states.ts'
import { inBase, netOfBase, type Conversion, type ReserveMoves, type SumsOfBase } from '#contract/waterfall.ts'
import { addTimelineEntry, noteChange } from '#server/kit/audit/audit.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { postCut } from './cut-posting.ts'
import { keepTranches, lockReserve, reserveOf } from './cut-reserve.ts'
import { feesOf, findFurtherAttempts, keptAttempts, takeFurtherAttempts } from './further-attempts.ts'
import { gather, markRemitted, takeItems, type Gathered } from './items.ts'
import type { KnownRate } from './rates.ts'
import { changeRemittance, moveRemittance } from './move.ts'
import { tell, tellNotCut } from './notices.ts'
import { publishRemittanceWebhook } from './publish-webhook.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { sendingTimes } from './send-days.ts'
import { quoteRemittanceJob } from './send-job.ts'
import type { TermsRow } from './terms.ts'

interface Rates {
  /** From the source's currency to the base. */
  source: KnownRate
  /** From the base to the destination's currency, as it is applied at this moment: what is sent later is compared with it. */
  destination: Rate
}

/**
 * Cuts an open settlement whose period is over, in the caller's transaction, which holds its row's lock: takes the items, works out the
 * waterfall, posts it, and opens the next period. Where too little or too much would be left, the open one goes on for another period.
 */
export async function cut(
  ctx: Ctx,
  open: RemittanceRow,
  terms: TermsRow,
  rates: Rates,
): Promise<'cut' | 'empty' | UncutReason> {
  const { settlement_ref: ref, cut_on: until, source_currency: source } = open
  const gathered = await gather(ctx, open, terms)
  if (gathered.count === 0) {
    await goOn(ctx, open, terms, { from: until, uncut: '' })
    return 'empty'
  }
  const conversion: Conversion = { source: source as Currency, base: baseCurrency, rate: rates.source.rate }
  const base = inBase(gathered.sums, conversion)
  const attempts = await findFurtherAttempts(ctx, open)
  const transferFeeMinor = terms.transfer_fee_minor + feesOf(attempts)
  await lockReserve(ctx)
  const reserve = await reserveOf(ctx, open, terms, { base, conversion, days: gathered.days, transferFeeMinor })
  const uncut = reserve === null ? 'beyond_reserve' : whyNotCut(base, reserve.moves, terms)
  if (reserve === null || uncut !== null) {
    const reason = uncut ?? 'beyond_reserve'
    await goOn(ctx, open, terms, { from: open.period_from, uncut: reason })
    const netMinor = reserve === null ? base.netMinor : netOfBase(base.netMinor, reserve.moves)
    await tellNotCut(ctx, open, {
      reason,
      soldMinor: gathered.sums.totalMinor,
      netMinor,
      until: endOfPeriod(open.cut_on, terms),
    })
    return reason
  }
  await takeItems(ctx, open, terms, gathered)
  // One of which nothing is sent pays no fee, and leaves those of earlier ones to the next.
  const borne = base.netMinor < 0n ? [] : attempts
  await takeFurtherAttempts(ctx, ref, borne)
  await keep(ctx, open, terms, { gathered, base, moves: reserve.moves, rates, borne: keptAttempts(borne) })
  await keepTranches(ctx, ref, reserve)
  await postCut(ctx, open, { gathered, base, reserve, rate: rates.source.rate })
  addTimelineEntry(ctx, 'remittance', ref, 'remittance_cut')
  await scheduled(ctx, open, terms)
  await openNext(ctx, open, terms)
  return 'cut'
}

function whyNotCut(
  { netMinor }: SumsOfBase,
  moves: ReserveMoves,
  { minimum_minor: minimum }: TermsRow,
): UncutReason | null {
  if (netMinor < 0n) return null
  return netOfBase(netMinor, moves) < minimum || netOfBase(netMinor, moves) < 0n ? 'below_minimum' : null
}

async function keep(
  ctx: Ctx,
  open: RemittanceRow,
  terms: TermsRow,
  {
    gathered,
    base,
    moves,
    rates,
    borne,
  }: { gathered: Gathered; base: SumsOfBase; moves: ReserveMoves; rates: Rates; borne: string },
): Promise<void> {
  const { sums } = gathered
  await ctx.own
    .update('remittances')
    .set({
      status: 'Calculated',
      terms_version: terms.version,
      txn_count: gathered.payments,
      refund_count: gathered.refunds,
      total_txn_amount_sc: sums.totalMinor,
      txn_fee_sc: sums.feeMinor,
      withholding_tax_sc: sums.withholdingMinor,
      refund_amount_sc: sums.refundMinor,
      source_forex_rate: rateText(rates.source.rate),
      source_rate_of: rates.source.of,
      source_rate_at: rates.source.at,
      total_txn_amount_bc: base.totalMinor,
      txn_fee_bc: base.feeMinor,
      wht_bc: base.withholdingMinor,
      refund_amount_bc: base.refundMinor,
      net_source_bc: base.netMinor,
      rounding_bc: base.roundingMinor,
      reserve_credit_bc: moves.reserveCreditMinor,
      reserve_debit_bc: moves.reserveDebitMinor,
      transfer_fee_bc: moves.transferFeeMinor,
      further_attempts: borne,
      cut_forex_rate: rateText(rates.destination),
      uncut: '',
      version: open.version + 1,
      updated_at: ctx.now,
    })
    .where('settlement_ref', '=', open.settlement_ref)
    .execute()
}

/** Says when it is sent; one of which nothing is left to send has ended. */
async function scheduled(
  ctx: Ctx,
  { settlement_ref: ref, cut_on: cutOn }: RemittanceRow,
  terms: TermsRow,
): Promise<void> {
  const row = await lockRemittance(ctx, ref)
  if (!row) throw new Error(`settlement ${ref} is gone`)
  if (row.net_bc === 0n) {
    await markRemitted(ctx, ref)
    await tell(ctx, 'remittance_ended', await moveRemittance(ctx, row, 'end', { remitted_at: ctx.now }))
    return
  }
  const { sendAt, expectedOn } = await sendingTimes(ctx, {
    cutOn,
    channelKey: terms.channel_key,
    currency: row.destination_currency as Currency,
  })
  await publishRemittanceWebhook(ctx, await changeRemittance(ctx, row, { send_at: sendAt, expected_on: expectedOn }))
  ctx.enqueue(quoteRemittanceJob, { settlementRef: ref }, { after: sendAt })
}

/** The period goes on until the next day of its rhythm, or a new one begins where nothing was in it. */
async function goOn(ctx: Ctx, open: RemittanceRow, terms: TermsRow, { from, uncut }: { from: Day; uncut: UncutReason | '' }): Promise<void> {
  await ctx.own
    .update('remittances')
    .set({ period_from: from, cut_on: endOfPeriod(open.cut_on, terms), uncut, ended_at: null, terms_version: terms.version, version: open.version + 1, updated_at: ctx.now })
    .where('settlement_ref', '=', open.settlement_ref)
    .execute()
  noteChange(ctx, 'remittance', open.settlement_ref)
} // prettier-ignore

const openNext = (ctx: Ctx, { source_currency: source, cut_on: from }: RemittanceRow, terms: TermsRow): Promise<void> =>
  openPeriod(ctx, { source, from, terms })

/** Opens the period of a currency that begins on a day, unless one is open. */
export async function openPeriod(ctx: Ctx, { source, from, terms }: { source: string; from: Day; terms: TermsRow }): Promise<void> {
  const ref = newReference(ctx.now)
  await ctx.own
    .insert('remittances', {
      settlement_ref: ref, status: 'Open', source_currency: source, base_currency: baseCurrency,
      destination_currency: terms.destination_currency, period_from: from, cut_on: endOfPeriod(from, terms), terms_version: terms.version,
      created_at: ctx.now, updated_at: ctx.now,
    })
    .onConflict((same) => same.doNothing())
    .execute()
  // Also where one is open already: what waits for it has changed.
  noteChange(ctx, 'remittance', ref)
} // prettier-ignore
