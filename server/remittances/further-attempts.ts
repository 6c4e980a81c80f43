import { decimalText, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { RemittanceRow } from './rows.ts'

/** Attempts to send an earlier settlement, beyond its first, and what they cost together. */
interface FurtherAttempts {
  settlementRef: string
  attempts: number
  /** How many were in a settlement before. */
  before: number
  feeMinor: bigint
}

/**
 * The attempts beyond the first whose fees the next settlement of the same source currency bears, wherever that is sent: those that have ended,
 * each by the terms of its own settlement. Index: remittances_period.
 */
export const findFurtherAttempts = (ctx: Ctx, { source_currency: source }: RemittanceRow): Promise<FurtherAttempts[]> =>
  ctx.tx.query<FurtherAttempts>(
    `select settlement_ref as "settlementRef", attempts, before, (attempts * fee)::bigint as "feeMinor"
     from (select r.settlement_ref, r.period_from, r.attempts_charged as before, t.transfer_fee_minor as fee,
         r.attempts - 1 - r.attempts_charged - (r.status = 'Processing')::int as attempts
       from remittances r join remittance_terms t on t.merchant_id = $1 and t.environment = $2 and t.version = r.terms_version
       where r.merchant_id = $1 and r.environment = $2 and r.source_currency = $3) a
     where attempts > 0 and fee > 0 order by period_from`,
    [ctx.owner.merchantId, ctx.owner.environment, source],
  )

export const feesOf = (some: readonly FurtherAttempts[]): bigint =>
  some.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)

/** Marks attempts as borne by a settlement: what another has borne meanwhile fails the transaction, which is then repeated. */
export async function takeFurtherAttempts(
  ctx: Ctx,
  settlementRef: string,
  some: readonly FurtherAttempts[],
): Promise<void> {
  if (some.length === 0) return
  const marked = await ctx.tx.query(
    `update remittances r set attempts_charged = w.before + w.attempts from unnest($3::text[], $4::int[], $5::int[]) w (ref, attempts, before)
     where r.merchant_id = $1 and r.environment = $2 and r.settlement_ref = w.ref and r.attempts_charged = w.before returning 1 as one`,
    [
      ctx.owner.merchantId,
      ctx.owner.environment,
      some.map((one) => one.settlementRef),
      some.map(({ attempts }) => attempts),
      some.map(({ before }) => before),
    ],
  )
  if (marked.length !== some.length)
    throw new Error(`attempts that settlement ${settlementRef} bears have changed meanwhile`)
}

interface Kept {
  settlement_ref: string
  attempts: number
  /** Text, since JSON has no whole numbers of any size. */
  fee_minor: string
}
export const keptAttempts = (some: readonly FurtherAttempts[]): string =>
  JSON.stringify(
    some.map(({ settlementRef, attempts, feeMinor }): Kept => ({
      settlement_ref: settlementRef,
      attempts,
      fee_minor: String(feeMinor),
    })),
  )

/** As calls answer them. */
export const shownAttempts = ({ further_attempts: kept, base_currency: base }: RemittanceRow) =>
  (kept as unknown as Kept[]).map(({ fee_minor: fee, ...one }) => ({
    ...one,
    fee: decimalText(BigInt(fee), base as Currency),
  }))
