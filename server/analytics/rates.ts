/** A part of a number, with its 95 % interval. */
export interface Rate {
  rate: number
  low: number
  high: number
}
/** Below so many a number says more than a rate. */
export const fewest = 10

/** The rate of some among all, with the interval by Wilson; null below ten. */
export function rateOf(some: number, all: number): Rate | null {
  if (all < fewest) return null
  const rate = some / all
  const z2 = z * z
  const middle = (rate + z2 / (2 * all)) / (1 + z2 / all)
  const reach = (z / (1 + z2 / all)) * Math.sqrt((rate * (1 - rate)) / all + z2 / (4 * all * all))
  return { rate, low: some === 0 ? 0 : middle - reach, high: some === all ? 1 : middle + reach }
}
/** The 97.5th percentile of the normal distribution. */
const z = 1.959_963_984_540_054

interface Ended {
  paid: number
  ended: number
}
/** Whether two rates differ by more than chance: the test of two proportions, both of at least a hundred. */
export function differs(one: Ended, other: Ended): boolean {
  if (one.ended < enough || other.ended < enough) return false
  const pooled = (one.paid + other.paid) / (one.ended + other.ended)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.ended + 1 / other.ended))
  return error > 0 && Math.abs(one.paid / one.ended - other.paid / other.ended) / error > beyondChance
}
const enough = 100
const beyondChance = 2.58
