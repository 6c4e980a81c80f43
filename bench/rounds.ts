/** The middle one; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

/**
 * Takes turns: each contender once a round, the order turned round every time, so that what else the machine does at
 * the moment hits all of them. A first turn of each warms up and does not count.
 */
export async function interleave<Name extends string, Result>(
  contenders: Record<Name, () => Promise<Result>>,
  rounds: number,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await contenders[name]()
      if (round > 0) results[name].push(result)
    }
  }
  return results
}

/** The median of a figure's ratio, taken round by round. */
export const ratioOf = <R>(ours: readonly R[], limit: readonly R[], figure: (result: R) => number): number =>
  median(ours.map((result, round) => figure(result) / figure(limit[round] as R)))
