import { rateText, type Rate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import { netOfBase, netOfSource, type SumsOfBase } from '#contract/waterfall.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accounts } from '#server/ledger/post.ts'
import { postWithReserve, type ReserveMovement } from '#server/ledger/reserve.ts'
import type { ReserveOfCut } from './cut-reserve.ts'
import type { Gathered } from './items.ts'
import type { RemittanceRow } from './rows.ts'

/** What was sold is the merchant's no more, and is on its way: changed to the base currency, less what is held back. */
export async function postCut(
  ctx: Ctx,
  { settlement_ref: ref, source_currency: source }: RemittanceRow,
  { gathered, base, reserve, rate }: { gathered: Gathered; base: SumsOfBase; reserve: ReserveOfCut; rate: Rate },
): Promise<void> {
  const { moves, held, tranches } = reserve
  const { sums, adjustedMinor } = gathered
  const inBaseCurrency = { currency: baseCurrency } as const
  const movements: ReserveMovement[] = [
    ...held.map((one): ReserveMovement => ({
      kind: one.kind === 'rolling' ? 'rolling_hold' : 'fixed_hold', amountMinor: one.heldMinor, settlementRef: ref, trancheId: one.trancheId,
      soldOn: one.soldOn, releaseOn: one.releaseOn,
    })),
    ...moves.taken.map((one): ReserveMovement => {
      const of = tranches.find((tranche) => tranche.ref === one.ref)
      return {
        kind: one.kind, amountMinor: -one.amountMinor, settlementRef: ref, trancheId: one.ref, soldOn: of?.soldOn ?? null,
        releaseOn: of?.releaseOn ?? null,
      }
    }),
  ] // prettier-ignore
  const lines = [
    { account: accounts.merchantPayable, amountMinor: sums.totalMinor - adjustedMinor - sums.feeMinor },
    { account: accounts.remitAdjustments, amountMinor: adjustedMinor },
    { account: accounts.merchantPending, amountMinor: -sums.refundMinor },
    { account: accounts.whtPayable, amountMinor: -sums.withholdingMinor },
    { account: accounts.fxPosition, amountMinor: -netOfSource(sums) },
    { account: accounts.fxPosition, amountMinor: base.netMinor, ...inBaseCurrency },
    { account: accounts.remitClearing, amountMinor: -netOfBase(base.netMinor, moves), ...inBaseCurrency },
    { account: accounts.reserve, amountMinor: moves.reserveDebitMinor - moves.reserveCreditMinor, ...inBaseCurrency },
    { account: accounts.transferFeePayable, amountMinor: -moves.transferFeeMinor, ...inBaseCurrency },
  ]
  // Items that cancel out, such as a refund and one of the same amount that failed, move no money.
  if (lines.every(({ amountMinor }) => amountMinor === 0n)) return
  const isCovered = await postWithReserve(ctx, { currency: baseCurrency, movements }, {
    kind: 'remittance.cut',
    businessKey: `remittance:${ref}:cut`,
    objectType: 'remittance',
    objectRef: ref,
    currency: source as Currency,
    rate: rateText(rate),
    lines,
  }) // prettier-ignore
  if (!isCovered) throw new RangeError(`the reserve does not cover ${ref}`)
}
