import { describe, expect, it } from 'vitest'
import { absolute } from '#server/recon-files/read/exact.ts'
import { randomOf } from '#server/routing/statistics.ts'
import { assign, type Pair } from './assign.ts'
import { recordOf } from './block-fixtures.ts'
import { placed, type Placed } from './cost.ts'
import { assignByTrying, cheapestByTrying, costOf } from './model-fixtures.ts'

const told = (pairs: readonly Pair[]) =>
  pairs.map(({ a, b, isAmbiguous }) => `${a.record.n}-${b.record.n}${isAmbiguous ? '?' : ''}`).toSorted()

/** Small sides whose few amounts and times make many ties. */
function small(seed: number): [a: Placed[], b: Placed[]] {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const [amounts, times] = [1 + below(6), 1 + below(5)]
  const side = (size: number, from: number) =>
    Array.from({ length: size }, (_, at) => {
      const place = String(below(100) * 10 + at).padStart(4, '0')
      return placed(recordOf({ n: from + at, amount: BigInt(below(amounts)), timeMs: below(times) * 1_000, place }))
    })
  return [side(below(6), 0), side(below(6), 100)]
}
const seeds = Array.from({ length: 1_000 }, (_, at) => at + 1)
const cases = seeds.map((seed) => {
  const [a, b] = small(seed)
  return { seed, a, b, tried: told(assignByTrying(a, b)).join() }
})
/** The seeds of blocks that an assignment resolves otherwise than trying all does. */
const disagreeing = (by: typeof assign): number[] =>
  cases.filter(({ a, b, tried }) => told(by(a, b)).join() !== tried).map(({ seed }) => seed)

/** Takes the cheapest pair that is left, again and again. */
function greedy(a: readonly Placed[], b: readonly Placed[]): Pair[] {
  const pairs = a.flatMap((one) => b.map((other) => ({ a: one, b: other, isAmbiguous: false })))
  const cost = (pair: Pair) =>
    Number(absolute(pair.a.amount - pair.b.amount)) * 1_000 + Math.abs(pair.a.when - pair.b.when)
  const taken: Pair[] = []
  for (const pair of pairs.toSorted((one, other) => cost(one) - cost(other)))
    if (!taken.some((other) => other.a === pair.a || other.b === pair.b)) taken.push(pair)
  return taken
}

describe('the cheapest assignment', () => {
  it('is the one that trying them all finds, and so is what is ambiguous', () => {
    expect(disagreeing(assign)).toEqual([])
  })

  it('costs the least there is, also where what agrees in amount and second is paired first', () => {
    for (const seed of seeds) {
      const [a, b] = small(seed)
      expect(costOf(assign(a, b)), `seed ${seed}`).toEqual(costOf(cheapestByTrying(a, b)[0] ?? []))
    }
  })

  it.each<[string, typeof assign]>([
    ['is greedy', greedy],
    ['takes a tie', (a, b) => assign(a, b).map((pair) => ({ ...pair, isAmbiguous: false }))],
    ['forgets times', (a, b) => assign(...([a, b].map((side) => side.map((one) => ({ ...one, when: 0 }))) as [Placed[], Placed[]]))],
    ['goes by the order given', (a, b) => assign(...([a, b].map((side) => side.map(({ record, ...one }, at) => ({ ...one, record: { ...record, place: String(at) } }))) as [Placed[], Placed[]]))],
  ])('is not found by one that %s', (_, planted) => {
    expect(disagreeing(planted).length).toBeGreaterThan(0)
  }) // prettier-ignore

  it('does not depend on the order in which records are given', () => {
    for (const seed of seeds) {
      const [a, b] = small(seed)
      expect(told(assign(a.toReversed(), b.toReversed()))).toEqual(told(assign(a, b)))
    }
  })

  it('adds amounts that no float holds', () => {
    const amounts = [10n ** 29n, 10n ** 29n + 1n, 10n ** 29n + 3n]
    const side = (from: number, more: bigint) =>
      amounts.map((amount, at) => placed(recordOf({ n: from + at, amount: amount + more, place: String(at) })))
    expect(told(assign(side(0, 0n), side(10, 1n).slice(0, 2)))).toEqual(['1-10', '2-11'])
  })
})
