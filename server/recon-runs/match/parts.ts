import { sumOf, type Exact } from '#server/recon-files/read/exact.ts'
import { isWithin, type Placed } from './cost.ts'
import { findSum, mostCandidates } from './sums.ts'

/** A transaction and the lines that sum to it: a partial capture, or a settlement in parts. */
export interface Parts {
  of: Placed
  lines: Placed[]
}

/**
 * The parts of transactions of one reference, where all lines are somebody's. Of one transaction all lines are the parts; of several each
 * must have exactly one choice of lines, and no line is part of two. Null where that is not so.
 */
export function partsAmong(of: readonly Placed[], lines: readonly Placed[], tolerance: Exact): Parts[] | null {
  const [one, ...others] = of
  if (!one || lines.length < 2 * of.length) return null
  if (others.length === 0)
    return isWithin(tolerance, sumOf(lines.map(({ amount }) => amount)), one.amount)
      ? [{ of: one, lines: [...lines] }]
      : null
  if (lines.length > mostCandidates) return null
  const left = new Set(lines)
  const found: Parts[] = []
  for (const transaction of of) {
    const sum = findSum(transaction.amount, lines.map(({ record }) => record), tolerance) // prettier-ignore
    if (sum.found !== 'one') return null
    const parts = [...left].filter(({ record }) => sum.of.includes(record.n))
    if (parts.length < sum.of.length) return null
    for (const part of parts) left.delete(part)
    found.push({ of: transaction, lines: parts })
  }
  return left.size === 0 ? found : null
}
