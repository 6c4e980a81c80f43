import type { Currency } from '#contract/kit/money.ts'
import type { KeptChargeLine, KeptCost } from '#server/db/kept-subscription.ts'
import type { AdditionalCost, ChargeLine } from './amounts.ts'

/** The lines of a charge between code, where amounts are integers, and rows, where they are texts. */

export const keptLines = (lines: readonly ChargeLine[]): string =>
  JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

export const linesOf = (kept: readonly KeptChargeLine[]): ChargeLine[] =>
  kept.map((line) =>
    line.kind === 'period'
      ? { ...line, unit: BigInt(line.unit), amount: BigInt(line.amount) }
      : { ...line, amount: BigInt(line.amount) },
  )

export const costsOf = (kept: readonly KeptCost[]): AdditionalCost[] =>
  kept.map(({ key, amount }) => ({ key, amount: BigInt(amount) }))

/** A line as answers show it. */
export const shownLine = (line: ChargeLine, currency: Currency) => ({
  kind: line.kind,
  n: 'n' in line ? line.n : null,
  key: 'key' in line ? line.key : '',
  quantity: 'quantity' in line ? line.quantity : null,
  amount: line.amount,
  currency,
})
