import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import {
  heldOfDay,
  heldOfFixed,
  reserveMoves,
  type Conversion,
  type ReserveMoves,
  type SumsOfBase,
  type Tranche,
} from '#contract/waterfall.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { SoldOnDay } from './items.ts'
import type { RemittanceRow } from './rows.ts'
import type { TermsRow } from './terms.ts'

interface NewTranche {
  trancheId: string
  kind: 'rolling' | 'fixed'
  soldOn: Day | null
  soldMinor: bigint
  heldMinor: bigint
  percent: string
  releaseOn: Day | null
}
export interface ReserveOfCut {
  moves: ReserveMoves
  held: NewTranche[]
  tranches: (Tranche & { soldOn: Day | null })[]
}

/**
 * What the cut holds back by its terms, and takes from what is held; null where it is further below zero than the reserve reaches. Who cuts has
 * the lock on the reserve.
 */
export async function reserveOf(
  ctx: Ctx,
  { cut_on: cutOn }: RemittanceRow,
  terms: TermsRow,
  {
    base,
    conversion,
    days,
    transferFeeMinor,
  }: { base: SumsOfBase; conversion: Conversion; days: readonly SoldOnDay[]; transferFeeMinor: bigint },
): Promise<ReserveOfCut | null> {
  const tranches = await heldTranches(ctx)
  const balanceMinor = tranches.reduce((sum, { leftMinor }) => sum + leftMinor, 0n)
  const held = base.netMinor < 0n ? [] : heldBy(terms, { base, conversion, days, balanceMinor })
  const moves = reserveMoves(base.netMinor, {
    holdMinor: held.reduce((sum, { heldMinor }) => sum + heldMinor, 0n),
    tranches,
    isFree: ({ releaseOn }) => (releaseOn ?? terms.reserve_until ?? '9999-12-31') <= cutOn,
    transferFeeMinor,
  })
  return moves && { moves, held, tranches }
}

function heldBy(
  { reserve_kind: kind, reserve_percent: percent, reserve_days: daysHeld, reserve_target_minor: targetMinor }: TermsRow,
  {
    base,
    conversion,
    days,
    balanceMinor,
  }: { base: SumsOfBase; conversion: Conversion; days: readonly SoldOnDay[]; balanceMinor: bigint },
): NewTranche[] {
  if (kind === 'none') return []
  const tranche = { trancheId: newId(), percent }
  if (kind === 'fixed') {
    const heldMinor = heldOfFixed(base.netMinor, percent, { targetMinor, balanceMinor })
    return heldMinor > 0n
      ? [{ ...tranche, kind, soldOn: null, soldMinor: base.netMinor, heldMinor, releaseOn: null }]
      : []
  }
  return days.flatMap(({ soldOn, soldMinor }) => {
    const day = heldOfDay(soldMinor, percent, conversion)
    return day.heldMinor > 0n
      ? [{ ...tranche, trancheId: newId(), kind, soldOn, ...day, releaseOn: dayAfter(soldOn, daysHeld) }]
      : []
  })
}

/** Keeps others from the reserve until the transaction ends. */
export async function lockReserve(ctx: Ctx): Promise<void> {
  await ctx.own.select('reserves').select('currency').where('currency', '=', baseCurrency).forUpdate().execute()
}

/**
 * What is held, from the earliest cut on and in it from the earliest day of sale: by the day a cut was for, so that cuts that a worker caught
 * up with at one moment draw as they would have in time. Index: reserve_tranches_held.
 */
async function heldTranches(ctx: Ctx): Promise<ReserveOfCut['tranches']> {
  const rows = await ctx.own
    .select('reserve_tranches')
    .innerJoin('remittances as r', (join) =>
      join
        .on('r.merchant_id', '=', ctx.owner.merchantId)
        .on('r.environment', '=', ctx.owner.environment)
        .onRef('r.settlement_ref', '=', 'reserve_tranches.settlement_ref'),
    )
    .select(['tranche_id', 'left_minor', 'sold_on', 'release_on'])
    .where('left_minor', '>', 0n)
    .orderBy('r.cut_on')
    .orderBy('sold_on')
    .orderBy('tranche_id')
    .execute()
  return rows.map((row) => ({
    ref: row.tranche_id,
    leftMinor: row.left_minor,
    releaseOn: row.release_on,
    soldOn: row.sold_on,
  }))
}

export async function keepTranches(ctx: Ctx, settlementRef: string, { held, moves }: ReserveOfCut): Promise<void> {
  if (held.length > 0)
    await ctx.own
      .insert('reserve_tranches', held.map((one) => ({
        tranche_id: one.trancheId, settlement_ref: settlementRef, kind: one.kind, sold_on: one.soldOn, sold_minor: one.soldMinor,
        percent: one.percent, held_minor: one.heldMinor, left_minor: one.heldMinor, release_on: one.releaseOn, created_at: ctx.now,
      })))
      .execute() // prettier-ignore
  if (moves.taken.length > 0)
    await ctx.tx.query(
      `update reserve_tranches t set left_minor = t.left_minor - w.amount from unnest($3::uuid[], $4::bigint[]) w (tranche_id, amount)
       where t.merchant_id = $1 and t.environment = $2 and t.tranche_id = w.tranche_id`,
      [
        ctx.owner.merchantId,
        ctx.owner.environment,
        moves.taken.map(({ ref }) => ref),
        moves.taken.map(({ amountMinor }) => amountMinor),
      ],
    )
}
