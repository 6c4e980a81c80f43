import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joined, numbered, parted, ranksOf, sharesOf, stepped } from './ranks.ts'
import type { ChannelRow } from './rule-values.ts'

const row = (channel_key: string, rank: number): ChannelRow => ({
  channel_key,
  rank,
  method_key: '',
  weight: '1',
  is_enabled: true,
})
/** 'A B | C': A and B share the first rank. */
const told = (channels: readonly ChannelRow[]) =>
  ranksOf(channels)
    .map((group) => group.channels.map(({ channel }) => channel.channel_key).join(' '))
    .join(' | ')
const at = (channels: readonly ChannelRow[], key: string) => channels.findIndex((one) => one.channel_key === key)
const three = [row('A', 1), row('B', 2), row('C', 3)]

describe('ranks', () => {
  it('are left one step at a time: into the next rank, then into one of its own', () => {
    const shared = stepped(three, at(three, 'C'), -1)
    expect(told(shared)).toBe('A | B C')
    const alone = stepped(shared, at(shared, 'C'), -1)
    expect(told(alone)).toBe('A | C | B')
    const first = stepped(stepped(alone, at(alone, 'C'), -1), 1, -1)
    expect(told(first)).toBe('C | A | B')
    expect(told(stepped(first, at(first, 'C'), -1))).toBe('C | A | B')
    expect(told(stepped(three, at(three, 'A'), 1))).toBe('A B | C')
  })

  it('take a channel that is dropped on them, or between them', () => {
    expect(told(joined(three, at(three, 'C'), 1))).toBe('A C | B')
    expect(told(parted(three, at(three, 'C'), 0))).toBe('C | A | B')
    expect(told(parted(three, at(three, 'A'), 3))).toBe('B | C | A')
    expect(told(parted(three, at(three, 'B'), 1))).toBe('A | B | C')
  })

  it('keep every channel, and are numbered from 1 without gaps, whatever is moved', () => {
    const moves = fc.array(
      fc.record({
        key: fc.constantFrom('A', 'B', 'C', 'D'),
        by: fc.constantFrom(-1 as const, 1 as const),
        drop: fc.nat(4),
      }),
    )
    const property = fc.property(moves, (all) => {
      let channels = numbered([row('A', 4), row('B', 4), row('C', 9), row('D', 90)])
      for (const { key, by, drop } of all) {
        const place = at(channels, key)
        channels = drop === 0 ? stepped(channels, place, by) : parted(channels, place, drop - 1)
        expect(channels.map((one) => one.channel_key).toSorted()).toEqual(['A', 'B', 'C', 'D'])
        expect(ranksOf(channels).map(({ rank }, index) => rank - index)).toEqual(ranksOf(channels).map(() => 1))
      }
    })
    fc.assert(property, { numRuns: 300 })
  })
})

it('shares are those of the weights of the channels that are used', () => {
  const share = (...weights: number[]) => sharesOf(weights.map((weight) => ({ weight, is_enabled: true })))
  expect(share(3, 1)).toEqual([0.75, 0.25])
  expect(share(0, 0)).toEqual([0, 0])
  expect(sharesOf([{ weight: 3, is_enabled: false }, { weight: 1, is_enabled: true }])).toEqual([0, 1]) // prettier-ignore
})
