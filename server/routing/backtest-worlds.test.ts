import { describe, expect, it } from 'vitest'
import { bandOf, bandsOf } from './backtest-bands.ts'
import type { Kind } from './backtest-replay.ts'
import { createTally, type Group } from './backtest-tally.ts'
import { randomOf } from './statistics.ts'

/** Worlds whose success is known: what the backtest expects is held against it. */
const worlds = process.env['FAULTS'] === 'full' ? 2_000 : 200
const paymentsPerWorld = 1_500
const noFees = () => null
const atOnce = async () => {}

const channels = ['A', 'B', 'C']
const currency = 'SGD'

async function world(seed: number) {
  const random = randomOf(seed)
  const groups = new Map<string, Group>()
  /** The true share of success by channel, from poor to perfect. */
  const truth = new Map<string, number>()
  for (const channel of channels) truth.set(channel, random() < 0.15 ? 1 : 0.4 + 0.6 * random())
  const tally = createTally()
  for (let n = 0; n < paymentsPerWorld; n++) {
    const channelKey = channels[Math.floor(random() * 3)] as string
    const to = random() < 0.6 ? channelKey : (channels[Math.floor(random() * 3)] as string)
    const succeeded = random() < (truth.get(channelKey) as number)
    const name = `${channelKey} ${to} ${succeeded}`
    const kind: Kind = { method: 'CARD', subType: '', currency, country: 'SG', source: 'link', channelKey, succeeded }
    const group = groups.get(name) ?? { kind, to }
    groups.set(name, group)
    tally.add(group, Math.floor(100 + random() * 50_000))
  }
  const result = await tally.result(noFees, atOnce)
  // Of kinds of which too little is known nothing is expected.
  const judged = result.cells.filter((cell) => cell.is_enough)
  const shareOf = (cell: (typeof judged)[number]) => truth.get(cell.to_channel) as number
  const expected = judged.reduce((sum, cell) => sum + cell.before.payments * shareOf(cell), 0)
  return { result, truth: expected / result.judged }
}

describe('the interval of a backtest', () => {
  it('holds the truth in 93 of 100 worlds', async () => {
    let held = 0
    for (let seed = 1; seed <= worlds; seed++) {
      const { result, truth } = await world(seed)
      expect(result.judged).toBeGreaterThan(200)
      if (result.after.low <= truth && truth <= result.after.high) held += 1
      expect(result.after.low).toBeLessThanOrEqual(result.after.share)
      expect(result.after.high).toBeGreaterThanOrEqual(result.after.share)
    }
    expect(held / worlds).toBeGreaterThanOrEqual(0.93)
    // An interval that holds everything says nothing.
    expect(held).toBeLessThan(worlds)
  }, 120_000)
})

describe('the bands of amounts', () => {
  it('have as many amounts each', () => {
    const bands = bandsOf(Float64Array.from({ length: 100 }, (_, at) => 100 - at))
    expect(bands).toEqual([
      { least: 1, most: 20 },
      { least: 21, most: 40 },
      { least: 41, most: 60 },
      { least: 61, most: 80 },
      { least: 81, most: 100 },
    ])
    expect([1, 20, 21, 80, 100].map((amount) => bandOf(bands, amount))).toEqual([0, 0, 1, 3, 4])
  })

  it('do not divide equal amounts', () => {
    expect(bandsOf(Float64Array.of(7, 7, 7))).toEqual([{ least: 7, most: 7 }])
    expect(bandsOf(Float64Array.of(1, 7, 7, 7, 7, 7, 9))).toEqual([
      { least: 1, most: 7 },
      { least: 9, most: 9 },
    ])
    expect(bandsOf(new Float64Array())).toEqual([])
  })
})
