/** What a charge comes to, line by line as its receipt shows it. Amounts in minor units of the subscription's currency. */

/** A line of a charge; `amount` is what it adds, below zero for what it takes off. */
export type ChargeLine =
  /** Price × quantity of period `n`. */
  | { kind: 'period'; n: number; unit: bigint; quantity: number; amount: bigint }
  /** What the merchant deducts on demand, or takes at the set-up of that. */
  | { kind: 'deduction'; amount: bigint }
  | { kind: 'additional_cost'; key: string; amount: bigint }
  /** What an earlier period left unpaid. */
  | { kind: 'unpaid_period'; n: number; amount: bigint }
  /** The rest of a period after and before a change. */
  | { kind: 'change'; amount: bigint }
  | { kind: 'change_credit'; amount: bigint }
  | { kind: 'credit'; id: string; amount: bigint }

/** A row of credit, and what is left of it. */
export interface Credit {
  id: string
  left: bigint
}
export interface AdditionalCost {
  key: string
  amount: bigint
}

/** Price × quantity of a period. */
export const periodLine = (n: number, { unit, quantity }: { unit: bigint; quantity: number }): ChargeLine => ({
  kind: 'period',
  n,
  unit,
  quantity,
  amount: unit * BigInt(quantity),
})
/** Charged once, with the first charge. */
export const costLines = (costs: readonly AdditionalCost[]): ChargeLine[] =>
  costs.map(({ key, amount }) => ({ kind: 'additional_cost', key, amount }))
/** What accumulates: when the charge with these lines is paid, these periods are. `amount` is theirs before credit. */
export const unpaidLines = (unpaid: readonly { n: number; amount: bigint }[]): ChargeLine[] =>
  unpaid.map(({ n, amount }) => ({ kind: 'unpaid_period', n, amount }))
/** The lines of a change that is to be paid. */
export const changeLines = ({ charge, credit }: { charge: bigint; credit: bigint }): ChargeLine[] => [
  { kind: 'change', amount: charge },
  ...(credit > 0n ? [{ kind: 'change_credit', amount: -credit } as const] : []),
]

/** A charge: its lines with the credit that it uses, and what is left to pay; zero needs no payment. */
export interface ChargeSum {
  lines: ChargeLine[]
  /** Before credit. */
  amount: bigint
  toPay: bigint
}

/**
 * The sum of a charge's lines, less credit.
 * @param credits oldest first; the charge uses them in this order, each down to nothing before the next.
 */
export function chargeSum(lines: readonly ChargeLine[], credits: readonly Credit[]): ChargeSum {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n)
  let toPay = amount
  const used = credits.flatMap(({ id, left }): ChargeLine[] => {
    const part = left < toPay ? left : toPay
    if (part <= 0n) return []
    toPay -= part
    return [{ kind: 'credit', id, amount: -part }]
  })
  return { lines: [...lines, ...used], amount, toPay }
}

/** All that a subscription with a count will have charged, before credit; null for one that goes on until it is cancelled. */
export function totalAmount(of: {
  unit: bigint
  quantity: number
  count: number | null
  costs: readonly AdditionalCost[]
}): bigint | null {
  if (of.count === null) return null
  const costs = of.costs.reduce((sum, { amount }) => sum + amount, 0n)
  return of.unit * BigInt(of.quantity) * BigInt(of.count) + costs
}
