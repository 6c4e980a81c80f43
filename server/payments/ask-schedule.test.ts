import { describe, expect, it } from 'vitest'
import { nextAskSeconds } from './ask-schedule.ts'

const standing = { asks: 0, waitsForShopper: false, authorised: false, ageSeconds: 0, leftSeconds: 1_800 }
const first = (count: number, more: Partial<typeof standing>) =>
  Array.from({ length: count }, (_, asks) => nextAskSeconds({ ...standing, asks, ...more }))

describe('the next poll', () => {
  it('of an unknown outcome comes within 40 s for a day, then every ten minutes', () => {
    expect(first(6, {})).toEqual([5, 15, 30, 40, 40, 40])
    expect(first(200, { ageSeconds: 86_000 }).every((seconds) => seconds <= 40)).toBe(true)
    expect(first(3, { ageSeconds: 90_000 })).toEqual([600, 600, 600])
  })
  it('of a payment that waits for its shopper comes ever more seldom, and just after it expires', () => {
    expect(first(10, { waitsForShopper: true, leftSeconds: 80_000 })).toEqual([
      10, 30, 60, 120, 300, 600, 1_800, 3_600, 3_600, 3_600,
    ])
    expect(nextAskSeconds({ ...standing, asks: 6, waitsForShopper: true, leftSeconds: 12.3 })).toBe(14)
    expect(nextAskSeconds({ ...standing, asks: 6, waitsForShopper: true, leftSeconds: -5 })).toBe(40)
  })
  it('of an authorised payment comes seldom', () => {
    expect(first(8, { authorised: true }).at(-1)).toBe(3_600)
  })
})
