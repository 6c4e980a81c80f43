import type { FeePayer } from '#contract/payout-states.ts'

/** What leaves the virtual account, and what the beneficiary gets of it. */
export function totalsOf(of: { amount_minor: bigint; fee_minor: bigint; fee_tax_minor: bigint; fee_payer: FeePayer }) {
  const charged = of.fee_minor + of.fee_tax_minor
  return of.fee_payer === 'SENDER'
    ? { totalMinor: of.amount_minor + charged, sentMinor: of.amount_minor }
    : { totalMinor: of.amount_minor, sentMinor: of.amount_minor - charged }
}
