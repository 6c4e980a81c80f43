/** A share of trials that succeeded. */
export interface Trials {
  succeeded: number
  of: number
}

/** The bounds between which a value lies in 95 of 100 cases. */
export interface Interval {
  low: number
  high: number
}

/** The standard normal quantile of a two-sided 95 % interval. */
const z95 = 1.959963984540054

/** The Wilson score interval of a share; from 0 to 1 without trials. */
export function wilson({ succeeded, of }: Trials): Interval {
  if (of === 0) return { low: 0, high: 1 }
  const [share, zz] = [succeeded / of, z95 * z95]
  const centre = (share + zz / (2 * of)) / (1 + zz / of)
  const half = (z95 / (1 + zz / of)) * Math.sqrt((share * (1 - share)) / of + zz / (4 * of * of))
  // At the ends rounding may leave the bound a hair inside.
  return { low: succeeded === 0 ? 0 : centre - half, high: succeeded === of ? 1 : centre + half }
}

/**
 * The statistic of the pooled two-proportion z-test: how many standard errors the first share lies above the second. Null
 * without trials on either side; 0 where all or none succeeded.
 */
export function twoProportionZ(one: Trials, other: Trials): number | null {
  if (one.of === 0 || other.of === 0) return null
  const pooled = (one.succeeded + other.succeeded) / (one.of + other.of)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of))
  return error === 0 ? 0 : (one.succeeded / one.of - other.succeeded / other.of) / error
}

/** Random numbers above 0 and below 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
}

/** What is expected of a number of payments, by the trials of payments like them, two or more. */
export interface Expected extends Trials {
  payments: number
}

/**
 * Draws the total of what is expected, in one column for each draw: of each kind a share that its trials allow, times its
 * payments. A share is drawn from the beta distribution with Jeffreys' prior, which doubts a share of 0 or 1 too, and moved so
 * that its mean is the share that was observed, since the prior would pull many kinds the same way. It spreads by the unbiased
 * variance of that share.
 */
export function drawTotals(kinds: readonly Expected[], random: () => number): Float64Array {
  const totals = new Float64Array(draws)
  for (const { succeeded, of, payments } of kinds) {
    const [a, b] = [succeeded + 0.5, of - succeeded + 0.5]
    const [share, mean] = [succeeded / of, a / (a + b)]
    const spread = Math.sqrt((of + 2) / (of - 1))
    for (let draw = 0; draw < draws; draw++)
      totals[draw] = (totals[draw] as number) + payments * (share + spread * (beta(a, b, random) - mean))
  }
  return totals
}
export const draws = 1_000

/** The 95 % interval of drawn totals, between 0 and the most that there can be. */
export function intervalOf(totals: Float64Array, most: number): Interval {
  const sorted = totals.toSorted()
  const at = (quantile: number) => sorted[Math.round(quantile * (draws - 1))] as number
  return { low: Math.max(at(0.025), 0), high: Math.min(at(0.975), most) }
}

function beta(a: number, b: number, random: () => number): number {
  const [one, other] = [gamma(a, random), gamma(b, random)]
  return one / (one + other)
}

/** By Marsaglia and Tsang. */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** By Box and Muller. */
const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
