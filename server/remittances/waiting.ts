import { converted, rateText } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import { fileRatesOf } from '#server/remittance-rates/rate.ts'
import { crossBorderOf } from './merchant.ts'

/** Sales of one currency that a provider has settled and no settlement has taken, less our fees. */
interface WaitingPart {
  source_currency: Currency
  amount: bigint
  /** By the operator's files: decimal text, and of which day; null while none is known. */
  rate: string | null
  rate_of: string
  rate_day: string | null
  in_base: bigint | null
}

/** What waits to be remitted, and what it comes to in the base currency: null while a rate is missing or too old. Index: payments_to_remit. */
export const waitingOf = (ctx: Ctx): Promise<{ credit_amount: bigint | null; parts: WaitingPart[] }> =>
  memo(ctx, 'waiting', () => readWaiting(ctx))
async function readWaiting(ctx: Ctx) {
  const { timeZone } = await crossBorderOf(ctx)
  const day = dayAt(ctx.now, timeZone)
  const waiting = await ctx.tx.query<{ currency: Currency; amount: bigint }>(
    `select currency, sum(coalesce((fee_terms ->> 'amount_minor')::bigint, amount_minor) - fee_minor - fee_tax_minor)::bigint as amount
     from payments where merchant_id = $1 and environment = $2 and remit_status = 'PSP_SETTLED' and not held group by 1 order by 1`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  const rates = await fileRatesOf(
    ctx,
    waiting.map(({ currency }) => ({ from: currency, to: baseCurrency, day })),
  )
  const parts = waiting.map(({ currency, amount }, at): WaitingPart => {
    const known = rates[at]
    const rate = known === undefined || known.isOld ? null : known.rate
    return {
      source_currency: currency,
      amount,
      rate: rate === null ? null : rateText(rate),
      rate_of: known?.source ?? '',
      rate_day: known?.day ?? null,
      in_base: rate === null ? null : converted(amount, rate, currency, baseCurrency),
    }
  })
  const isKnown = parts.every(({ in_base }) => in_base !== null)
  return { credit_amount: isKnown ? parts.reduce((sum, { in_base }) => sum + (in_base ?? 0n), 0n) : null, parts }
}
