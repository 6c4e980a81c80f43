/** The terms by which a fee was computed when the money arrived; minor units as decimal text. */
export interface KeptFeeTerms {
  percent_fee: string
  minimum_fee_minor: string
  flat_fee_minor: string
  tax_percent: string
  /** The tax is inside the fee. */
  tax_included?: true
  /** How a half is rounded where that is not to the even neighbour. */
  rounding?: 'half_up'
  /** What the fee was taken of, where it was not the whole payment. */
  amount_minor?: string
}
