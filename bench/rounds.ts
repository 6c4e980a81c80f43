/** The median; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

/**
 * Runs each contender once a round in alternating order, so that other load on the machine affects all of them. The
 * first run of each is a warm-up and does not count: much code is compiled late, and a server runs for days.
 */
export async function interleave<Name extends string, Result>(
  contenders: Record<Name, () => Promise<Result>>,
  rounds: number,
  warmUps = 1,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = 1 - warmUps; round <= rounds; round++) {
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
