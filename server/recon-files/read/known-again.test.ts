import { describe, expect, it } from 'vitest'
import { layoutOf } from '../layouts.ts'
import { readBy } from '../layouts/reading-fixtures.ts'
import { digestOf, timesOf } from './digest.ts'
import type { ReadRecord } from './read-row.ts'

const seeds = process.env['FAULTS'] === 'full' ? 1_000 : 40

const titles =
  'line_id,type,payment_reference,merchant_reference,occurred_at,booked_on,currency,gross,fee,tax,passed_on,net,net_currency,rate,batch,method,country'
/** Lines without an identity of their own, some of which are the same. */
const line = (n: number) => {
  const cents = 100 + (n % 7) * 10
  const gross = (cents / 100).toFixed(2)
  return `,payment,,order-${n % 23},2026-03-0${(n % 5) + 1}T10:00:00.000Z,2026-03-0${(n % 5) + 1},EUR,${gross},0.00,0.00,0.00,${gross},EUR,1,b1,CARD,DE`
}
const all = Array.from({ length: 60 }, (_, n) => line(n % 47))

/** What several files know together: of equal rows the greatest number that any one of them has. */
function together(
  files: readonly (readonly ReadRecord[])[],
  merge: (one: number, other: number) => number,
): Map<string, number> {
  const known = new Map<string, number>()
  for (const file of files) for (const [key, times] of timesOf(file)) known.set(key, merge(known.get(key) ?? 0, times))
  return known
}
/** A generator of numbers that a seed decides. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
function shuffled<T>(list: readonly T[], random: (below: number) => number): T[] {
  const left = [...list]
  return Array.from({ length: left.length }, () => left.splice(random(left.length), 1)[0] as T)
}
/** Overlapping pieces that together hold every group of equal lines whole at least once, shuffled, and some of them again. */
function piecesOf(lines: readonly string[], random: (below: number) => number): string[][] {
  const groups = [...Map.groupBy(lines, (one) => one).values()]
  const count = 2 + random(6)
  const pieces: string[][] = Array.from({ length: count }, () => [])
  for (const group of groups) {
    const whole = random(count)
    for (const [at, piece] of pieces.entries())
      if (at === whole) piece.push(...group)
      else if (random(3) === 0) piece.push(...group.slice(0, 1 + random(group.length)))
  }
  const repeated = pieces.filter(() => random(2) === 0)
  return shuffled([...pieces, ...repeated], random).map((piece) => shuffled(piece, random))
}
const readLines = async (lines: readonly string[]) =>
  (await readBy('SIMULATOR', { text: [titles, ...lines].join('\n') })).records

describe('a file cut into overlapping pieces, shuffled and repeated', () => {
  it(
    'makes the same records and the same digest, whatever the order of arrival',
    { timeout: seeds * 200 },
    async () => {
      const digest = digestOf(timesOf(await readLines(all)))
      for (let seed = 1; seed <= seeds; seed += 1) {
        const files = await Promise.all(piecesOf(all, randomOf(seed)).map(readLines))
        expect([seed, digestOf(together(files, Math.max))]).toEqual([seed, digest])
      }
    },
  )

  it('is another where equal rows are summed, instead of the greatest number of any one file: the fault would be seen', async () => {
    const digest = digestOf(timesOf(await readLines(all)))
    const files = await Promise.all(piecesOf(all, randomOf(1)).map(readLines))
    expect(digestOf(together(files, (one, other) => one + other))).not.toBe(digest)
  })
})

describe('exact sums', () => {
  it('of a thousand lines with a tenth of a cent are proven; floats would not be', async () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, n) =>
        `ln_${n},payment,,order-${n},2026-03-01T10:00:00.000Z,2026-03-01,EUR,0.101,0,0,0,0.101,EUR,1,b1,CARD,DE`,
    )
    const payout = 'ln_po,payout,,,2026-03-02T10:00:00.000Z,2026-03-02,EUR,-101.00,0,0,0,-101.00,EUR,1,b1,,'
    const { summary } = await readBy('SIMULATOR', { text: [titles, ...lines, payout].join('\n') })
    expect(summary.proofs).toMatchObject([{ state: 'proven', computed: 10_100_000_000n, remainder: 0n, lines: 1_000 }])
    // The planted fault: the same sum as a float.
    expect(lines.reduce((sum) => sum + 0.101, 0)).not.toBe(101)
  })
})

describe('the content of a record', () => {
  const cells =
    'ln_1,payment,pay_1,order-1,2026-03-01T10:00:00.000Z,2026-03-01,EUR,10.00,0.30,0.02,0.05,9.63,EUR,1,b1,CARD,DE'
  const contentOf = async (text: string, columns = {}) => {
    const { reading } = layoutOf('SIMULATOR') ?? {}
    const { records } = await readBy('SIMULATOR', { text }, { columns: { ...reading?.columns, ...columns } })
    return records.map(({ content }) => content)
  }

  it('without delivery and discount stays what it was before these were known, so that loaded rows are the same again', async () => {
    const before = ['03e057b9e7d10c7a3dcec79b68838f8a6fe8972d5ca580f7a15d0daaf818c367']
    expect(await contentOf(`${titles}\n${cells}`)).toEqual(before)
    const columns = { delivery: 'delivery', discount: 'discount' }
    const withCells = (more: string) => contentOf(`${titles},delivery,discount\n${cells},${more}`, columns)
    expect(await withCells(',')).toEqual(before)
    const others = await Promise.all(['4.00,', ',4.00', '4.00,4.00', '0,'].map(withCells))
    expect(new Set([...before, ...others.flat()]).size).toBe(5)
    expect(await withCells('4,')).toEqual(others[0])
  })
})
