import { feeOf } from '#contract/kit/money.ts'
import type { KeptFeeTerms } from '#server/db/kept-fee-terms.ts'

/** The terms of a channel without fees. */
export const noFee: KeptFeeTerms = { percent_fee: '0', minimum_fee_minor: '0', flat_fee_minor: '0', tax_percent: '0' }

/** A fee that the provider told, as terms: nothing but a flat part. */
export const toldFee = (feeMinor: bigint): KeptFeeTerms => ({ ...noFee, flat_fee_minor: String(feeMinor) })

/** The fee of an amount and the tax on it, in minor units, by terms as they are kept. */
export const feeBy = (amountMinor: bigint, kept: KeptFeeTerms) =>
  feeOf(amountMinor, {
    percentFee: kept.percent_fee,
    minimumFeeMinor: BigInt(kept.minimum_fee_minor),
    flatFeeMinor: BigInt(kept.flat_fee_minor),
    taxPercent: kept.tax_percent,
    ...(kept.tax_included && { taxIncluded: true }),
    ...(kept.rounding && { rounding: kept.rounding }),
  })
