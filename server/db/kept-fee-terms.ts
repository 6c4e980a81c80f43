/** The terms by which a fee was computed when the money arrived; minor units as decimal text. */
export interface KeptFeeTerms {
  percent_fee: string
  minimum_fee_minor: string
  flat_fee_minor: string
  tax_percent: string
  /** What the fee was taken of, where it was not the whole payment. */
  amount_minor?: string
}
