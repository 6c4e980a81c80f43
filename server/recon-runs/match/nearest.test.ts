import { describe, expect, it } from 'vitest'
import { absolute } from '#server/recon-files/read/exact.ts'
import { randomOf } from '#server/routing/statistics.ts'
import { recordOf } from './block-fixtures.ts'
import { placed, type Placed } from './cost.ts'
import { nearestOf } from './nearest.ts'

describe('the nearest of the other side', () => {
  it('is nearest by amount, then by time, then first in order of amount, time and place, as looking at all finds', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = randomOf(seed)
      const below = (most: number) => Math.floor(random() * most)
      const side = (size: number, from: number) =>
        Array.from({ length: size }, (_, at) =>
          placed(recordOf({ n: from + at, amount: BigInt(below(6)), timeMs: below(5) * 1_000, place: String(at) })),
        )
      const [ones, others] = [side(5, 0), side(below(8), 100)]
      const distance = (one: Placed, other: Placed) =>
        [absolute(one.amount - other.amount), Math.abs(one.when - other.when), other.amount, other.when, other.record.n].map(Number) // prettier-ignore
      const inOrder = (one: Placed) =>
        others.toSorted((x, y) => {
          const [left, right] = [distance(one, x), distance(one, y)]
          const at = left.findIndex((part, place) => part !== right[place])
          return (left[at] ?? 0) - (right[at] ?? 0)
        })
      const tried = ones.map((one) => [one.record.n, inOrder(one)[0]?.record.n]).filter(([, other]) => other !== undefined) // prettier-ignore
      expect([...nearestOf(ones, others)], `seed ${seed}`).toEqual(tried)
    }
  })
})
