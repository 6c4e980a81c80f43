import { absolute, type Exact } from '#server/recon-files/read/exact.ts'
import { inOrderOfAmount, type Placed } from './cost.ts'

/** Of each record, the one of the others that is nearest to it by amount, then by time, then first in order. */
export function nearestOf(alone: readonly Placed[], others: readonly Placed[]): Map<number, number> {
  const sorted = others.toSorted(inOrderOfAmount)
  const found = new Map<number, number>()
  for (const one of alone) {
    const above = firstFrom(sorted, one.amount, -Infinity)
    const amounts = [sorted[above]?.amount, sorted[above - 1]?.amount].filter((amount) => amount !== undefined)
    const near = amounts.flatMap((amount) => nearInTime(sorted, amount, one.when))
    const [nearest] = near.toSorted((left, right) => byDistance(one, left, right))
    if (nearest) found.set(one.record.n, nearest.record.n)
  }
  return found
}

/** Of the others of an amount the first of the last time before, and the first at a time or after it. */
function nearInTime(sorted: readonly Placed[], amount: Exact, when: number): Placed[] {
  const after = firstFrom(sorted, amount, when)
  const before = sorted[after - 1]
  const earlier = before?.amount === amount ? sorted[firstFrom(sorted, amount, before.when)] : undefined
  return [earlier, sorted[after]].filter((one) => one !== undefined).filter((one) => one.amount === amount)
}

/** The place of the first of an amount and a time, or of what follows it. */
function firstFrom(sorted: readonly Placed[], amount: Exact, when: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const one = sorted[middle] as Placed
    if (one.amount < amount || (one.amount === amount && one.when < when)) low = middle + 1
    else high = middle
  }
  return low
}

function byDistance(from: Placed, one: Placed, other: Placed): number {
  const [mine, theirs] = [absolute(one.amount - from.amount), absolute(other.amount - from.amount)]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return Math.abs(one.when - from.when) - Math.abs(other.when - from.when) || inOrderOfAmount(one, other)
}
