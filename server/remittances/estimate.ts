import { appliedRate, rateText } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import { inBase, netOfBase, netOfSource, type Conversion } from '#contract/waterfall.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { fileRatesOf } from '#server/remittance-rates/rate.ts'
import { reserveOf } from './cut-reserve.ts'
import { feesOf, findFurtherAttempts } from './further-attempts.ts'
import { gather } from './items.ts'
import { crossBorderOf } from './merchant.ts'
import type { RemittanceRow } from './rows.ts'
import { findTerms } from './terms.ts'

/**
 * An open settlement with what it would come to if its period ended now, by the rates of the operator's files. Where no rate is known, or the
 * reserve does not reach, its figures in the base currency stay zero.
 */
export async function estimated(ctx: Ctx, open: RemittanceRow): Promise<RemittanceRow> {
  const terms = await findTerms(ctx)
  if (!terms) return open
  const gathered = await gather(ctx, open, terms)
  const { sums } = gathered
  const ofSource = {
    ...open,
    txn_count: gathered.payments,
    refund_count: gathered.refunds,
    total_txn_amount_sc: sums.totalMinor,
    txn_fee_sc: sums.feeMinor,
    withholding_tax_sc: sums.withholdingMinor,
    refund_amount_sc: sums.refundMinor,
    net_sc: netOfSource(sums),
  }
  const { timeZone } = await crossBorderOf(ctx)
  const day = dayAt(ctx.now, timeZone)
  const [source, destination] = [open.source_currency as Currency, open.destination_currency as Currency]
  const [known, on] = await fileRatesOf(ctx, [
    { from: source, to: baseCurrency, day },
    { from: baseCurrency, to: destination, day },
  ])
  if (!known || known.isOld) return ofSource
  const conversion: Conversion = { source, base: baseCurrency, rate: known.rate }
  const base = inBase(sums, conversion)
  const attempts = await findFurtherAttempts(ctx, open)
  const transferFeeMinor = terms.transfer_fee_minor + feesOf(attempts)
  const reserve = await reserveOf(ctx, open, terms, { base, conversion, days: gathered.days, transferFeeMinor })
  if (gathered.count === 0 || !reserve) return ofSource
  const { moves } = reserve
  const markup = on?.source === 'same' ? '0' : String(terms.markup_percent)
  return {
    ...ofSource,
    source_forex_rate: rateText(known.rate),
    source_rate_of: known.source,
    total_txn_amount_bc: base.totalMinor,
    txn_fee_bc: base.feeMinor,
    wht_bc: base.withholdingMinor,
    refund_amount_bc: base.refundMinor,
    net_source_bc: base.netMinor,
    rounding_bc: base.roundingMinor,
    reserve_credit_bc: moves.reserveCreditMinor,
    reserve_debit_bc: moves.reserveDebitMinor,
    transfer_fee_bc: moves.transferFeeMinor,
    net_bc: netOfBase(base.netMinor, moves),
    cut_forex_rate: on && !on.isOld ? rateText(appliedRate(on.rate, markup)) : null,
  }
}
