import { describe, expect, it } from 'vitest'
import { randomOf } from '#server/routing/statistics.ts'
import { recordOf } from './block-fixtures.ts'
import type { Comparable } from './comparable.ts'
import { isWithin } from './cost.ts'
import { findSum, mostCandidates } from './sums.ts'

const candidates = (...amounts: number[]): Comparable[] =>
  amounts.map((amount, n) => recordOf({ n, amount: BigInt(amount), place: String(n).padStart(3, '0') }))

/** What trying every choice finds: all of 2 to 8 records that sum to the target. */
function sumsByTrying(target: bigint, of: readonly Comparable[], tolerance: bigint): string[] {
  const found: string[] = []
  for (let bits = 0; bits < 2 ** of.length; bits += 1) {
    const some = of.filter((_, at) => (bits & (1 << at)) !== 0)
    const sum = some.reduce((whole, { amount }) => whole + amount, 0n)
    if (some.length >= 2 && some.length <= 8 && isWithin(tolerance, sum, target))
      found.push(named(some.map(({ n }) => n)))
  }
  return found
}
const named = (numbers: readonly number[]): string => numbers.toSorted((x, y) => x - y).join(' ')

/** A few candidates, some negative, and a target that some of them often sum to. */
function small(seed: number): [target: bigint, of: Comparable[], tolerance: bigint] {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const spread = 10 ** (1 + below(4))
  const of = candidates(...Array.from({ length: below(11) }, () => below(spread) - (below(3) === 0 ? spread / 2 : 0)))
  const some = of.filter(() => below(3) === 0)
  return [some.reduce((sum, { amount }) => sum + amount, BigInt(below(3))), of, BigInt(below(3))]
}
const seeds = Array.from({ length: 1_000 }, (_, at) => at + 1)
const cases = seeds.map((seed) => {
  const [target, of, tolerance] = small(seed)
  return { target, of, tolerance, all: sumsByTrying(target, of, tolerance) }
})
const disagreeing = (find: typeof findSum) =>
  cases.filter(({ target, of, tolerance, all }) => {
    const told = find(target, of, tolerance)
    if (told.found === 'several')
      return all.length < 2 || !all.includes(named(told.of)) || !all.includes(named(told.orOf)) || named(told.of) === named(told.orOf) // prettier-ignore
    return told.found === 'one' ? all.join() !== named(told.of) : told.found !== 'none' || all.length > 0
  })

describe('the records that sum to another', () => {
  it('are those that trying every choice finds, and told as several where there are several', () => {
    expect(disagreeing(findSum)).toEqual([])
  })

  it.each<[string, typeof findSum]>([
    ['leaves out what is just within the tolerance', (target, of, tolerance) => findSum(target, of, tolerance > 0n ? tolerance - 1n : 0n)],
    ['takes the first of several', (target, of, tolerance) => {
      const told = findSum(target, of, tolerance)
      return told.found === 'several' ? { found: 'one', of: told.of } : told
    }],
    ['forgets negative amounts', (target, of, tolerance) => findSum(target, of.filter(({ amount }) => amount > 0n), tolerance)],
  ])('are not found by a search that %s', (_, planted) => {
    expect(disagreeing(planted).length).toBeGreaterThan(0)
  }) // prettier-ignore

  it('are two to eight, none of which stands alone', () => {
    expect(findSum(10n, candidates(10, 4), 0n)).toEqual({ found: 'none' })
    expect(findSum(9n, candidates(...Array.from({ length: 9 }, () => 1)), 0n)).toEqual({ found: 'none' })
    expect(findSum(8n, candidates(...Array.from({ length: 8 }, () => 1)), 0n)).toMatchObject({ found: 'one' })
  })

  it('are found among forty where few ways are open, and the search says when it goes no further', () => {
    const large = Array.from({ length: mostCandidates - 2 }, (_, n) => 1_000_000 + n)
    expect(findSum(30n, candidates(10, ...large, 20), 0n)).toMatchObject({ found: 'one' })
    const random = randomOf(7)
    const many = candidates(
      ...Array.from({ length: mostCandidates }, () => Math.floor((random() - 0.5) * 10 ** 12) * 2),
    )
    expect(findSum(10n ** 12n + 1n, many, 0n)).toEqual({ found: 'not_searched_further' })
    expect(findSum(200n, candidates(...Array.from({ length: mostCandidates + 1 }, (_, n) => n + 1)), 0n)).toEqual({ found: 'not_searched_further' }) // prettier-ignore
  })

  it('do not depend on the order in which candidates are given', () => {
    for (const seed of seeds) {
      const [target, of, tolerance] = small(seed)
      expect(findSum(target, of.toReversed(), tolerance)).toEqual(findSum(target, of, tolerance))
    }
  })
})
