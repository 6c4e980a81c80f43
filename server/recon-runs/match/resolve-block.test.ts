import { describe, expect, it } from 'vitest'
import { exactOf } from '#server/recon-files/read/exact.ts'
import { randomOf } from '#server/routing/statistics.ts'
import { recordOf } from './block-fixtures.ts'
import type { Comparable } from './comparable.ts'
import { resolveBlock, type BlockSettings } from './resolve-block.ts'

/** Records by amount and, after an @, hour: transactions from 0, lines from 100, each in the order of its place. */
const side = (from: number, told: string): Comparable[] =>
  told.split(' ').filter(Boolean).map((one, at) => {
    const [amount = '', hour = '0'] = one.split('@')
    return recordOf({ n: from + at, amount: exactOf(amount) ?? 0n, timeMs: Number(hour) * 3_600_000, bookedDay: at, place: String(at) })
  }) // prettier-ignore
const by = (a: string, b: string, said: Partial<BlockSettings> = {}) =>
  resolveBlock(side(0, a), side(100, b), { tolerance: 0n, repeated: true, parts: true, ...said })
const told = (a: string, b: string, said: Partial<BlockSettings> = {}) => {
  const { matches, duplicates } = by(a, b, said)
  const matched = matches.map((match) => `${match.a.join('+')}=${match.b.join('+')} ${match.kind} ${match.strength}`)
  return [...matched.toSorted(), ...duplicates.map(({ n, of }) => `${n} again ${of}`)]
}
const tolerance = exactOf('0.01') ?? 0n

describe('a block', () => {
  it('of one and one is confirmed by its reference, whatever the amounts', () => {
    expect(told('10', '12.50')).toEqual(['0=100 reference confirmed'])
    expect(told('10', '12.50', { repeated: false, parts: false })).toEqual(['0=100 reference confirmed'])
  })

  it('of one transaction and several lines has parts where they sum to it, before anything else', () => {
    expect(told('30', '10 20')).toEqual(['0=100+101 parts confirmed'])
    expect(told('0.01', '0.01 0.01', { tolerance })).toEqual(['0=100+101 parts confirmed'])
    expect(told('30', '10 20', { parts: false })).toEqual(['0=101 repeated suggested'])
  })

  it('of one transaction and lines that each equal it has doubles of the one that was booked first', () => {
    expect(told('30', '30 30 30')).toEqual(['0=100 repeated confirmed', '101 again 0', '102 again 0'])
  })

  it('of one transaction and other lines has the cheapest, and the rest stays missing', () => {
    expect(told('30', '30 30 5')).toEqual(['0=100 repeated confirmed'])
    expect(told('30', '28 5')).toEqual(['0=100 repeated suggested'])
    expect([...by('30', '28 5').nearest]).toEqual([[101, 0]])
  })

  it('counts as equal what differs by the tolerance exactly', () => {
    expect(told('30', '10 20.01', { tolerance })).toEqual(['0=100+101 parts confirmed'])
    expect(told('30', '10 20.02', { tolerance })).toEqual(['0=101 repeated suggested'])
    expect(told('30', '30.01 29.99', { tolerance })).toEqual(['0=100 repeated confirmed', '101 again 0'])
    expect(told('30', '30.02 29.99', { tolerance })).toEqual(['0=101 repeated confirmed'])
    expect(told('30 70', '70.01 30.02', { tolerance })).toEqual([
      '0=101 repeated suggested',
      '1=100 repeated confirmed',
    ])
  })

  it('of several has equal amounts confirmed and others suggested, each in order of time', () => {
    expect(told('10@1 10@5 20', '20 10@6 10@2')).toEqual(['0=102 repeated confirmed', '1=101 repeated confirmed', '2=100 repeated confirmed']) // prettier-ignore
    expect(told('10 25', '10 20')).toEqual(['0=100 repeated confirmed', '1=101 repeated suggested'])
  })

  it('has days beside times: a day stands for its noon', () => {
    const day = (n: number, bookedDay: number) => recordOf({ n, amount: 10n, bookedDay, place: String(n) })
    const at = (n: number, hour: number) => recordOf({ n, amount: 10n, timeMs: hour * 3_600_000, place: String(n) })
    const { matches } = resolveBlock([at(0, 5 * 24 + 23), at(1, 9 * 24)], [day(100, 6), day(101, 5), day(102, 9)], { tolerance: 0n, repeated: true, parts: false }) // prettier-ignore
    expect(matches.map(({ a, b }) => `${a[0]}=${b[0]}`).toSorted()).toEqual(['0=101', '1=102'])
  })

  it('is ambiguous where another assignment is as cheap and has other amounts', () => {
    expect(told('10 20', '12 18 40')).toEqual(['0=100 repeated suggested', '1=101 repeated suggested'])
    expect(told('10', '9 11')).toEqual(['0=100 repeated ambiguous'])
    expect(told('10 20', '30 40')).toEqual(['0=100 repeated ambiguous', '1=101 repeated ambiguous'])
    expect(told('10@1 20@2', '30@1 40@2')).toEqual(['0=100 repeated suggested', '1=101 repeated suggested'])
  })

  it('of several may have parts of what is left, where all lines are used and there is no other choice', () => {
    expect(told('10 30', '10@1 12 18')).toEqual(['0=100 repeated confirmed', '1=101+102 parts confirmed'])
    expect(told('10 30', '12 6 18 4')).toEqual(['0=101+103 parts confirmed', '1=100+102 parts confirmed'])
    for (const open of ['12 6 18 5', '12 6 18 4 3', '5 5 10 20 1'])
      expect(told('10 30', open).join()).not.toMatch(/parts/)
    expect(told('10 10', '4 6 4 6').join()).not.toMatch(/parts/)
  })

  it('of several has a double where a line left over is a confirmed one again, in amount and time', () => {
    expect(told('10@1 20', '10@1 20 10@1')).toEqual([
      '0=100 repeated confirmed',
      '1=101 repeated confirmed',
      '102 again 0',
    ])
    expect(told('10@1 20', '10@1 20 10@9')).toEqual(['0=100 repeated confirmed', '1=101 repeated confirmed'])
  })

  it('beyond 200 × 200 has equal amounts confirmed in order of time, and the rest suggested', () => {
    const many = Array.from({ length: 201 }, (_, at) => `10@${at}`)
    const later = Array.from({ length: 200 }, (_, at) => `10@${500 - at}`)
    const { matches } = by(many.join(' '), [...later, '12'].join(' '))
    const strengths = matches.map(({ a, b, strength }) =>
      strength === 'confirmed' ? (a[0] ?? 0) + (b[0] ?? 0) : strength,
    )
    expect(strengths).toEqual([...Array.from({ length: 200 }, () => 299), 'suggested'])
  })

  it('has nothing where nothing stands on a side, or no rule holds', () => {
    expect(told('10', '')).toEqual([])
    expect(told('10 10', '10', { repeated: false })).toEqual([])
  })

  it('does not depend on the order in which records are given', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = randomOf(seed)
      const some = () => Array.from({ length: Math.floor(random() * 6) }, () => `${Math.floor(random() * 5)}@${Math.floor(random() * 3)}`).join(' ') // prettier-ignore
      const [a, b] = [side(0, some()), side(100, some())]
      const settings = { tolerance: 0n, repeated: true, parts: true }
      expect(resolveBlock(a.toReversed(), b.toReversed(), settings)).toEqual(resolveBlock(a, b, settings))
    }
  })
})
