import { describe, expect, it } from 'vitest'
import { randomOf } from '#server/routing/statistics.ts'
import { assign } from './assign.ts'
import { placed, type Placed } from './cost.ts'
import { assignByTrying } from './model.ts'

const told = (pairs: ReturnType<typeof assign>) =>
  pairs.map(({ a, b, isAmbiguous }) => `${a.record.n}-${b.record.n}${isAmbiguous ? '?' : ''}`).toSorted()

/** Small sides whose few amounts and times make many ties. */
function small(seed: number): { a: Placed[]; b: Placed[] } {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const [amounts, times] = [1 + below(6), 1 + below(5)]
  const side = (size: number, from: number) =>
    Array.from({ length: size }, (_, at) =>
      placed({
        n: from + at,
        type: 'payment',
        amount: BigInt(below(amounts)),
        isNet: false,
        timeMs: below(times) * 1_000,
        bookedDay: null,
        place: String(below(100) * 10 + at).padStart(4, '0'),
      }),
    )
  return { a: side(below(6), 0), b: side(below(6), 100) }
}
const seeds = Array.from({ length: 1_000 }, (_, at) => at + 1)

describe('the cheapest assignment', () => {
  it('is the one that trying them all finds, and so is what is ambiguous', () => {
    for (const seed of seeds) {
      const { a, b } = small(seed)
      expect(told(assign(a, b)), `seed ${seed}`).toEqual(assignByTrying(a, b))
    }
  })
})
