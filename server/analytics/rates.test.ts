import { describe, expect, it } from 'vitest'
import { differs, rateOf } from './rates.ts'

describe('a rate', () => {
  it('is none below ten, where the numbers say more', () => {
    expect(rateOf(9, 9)).toBeNull()
    expect(rateOf(10, 10)).not.toBeNull()
  })

  it('has the interval by Wilson: published values for 81 of 263', () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I.
    const { low = 0, high = 0 } = rateOf(81, 263) ?? {}
    expect(low).toBeCloseTo(0.2553, 4)
    expect(high).toBeCloseTo(0.3662, 4)
  })

  it('never leaves 0 to 1, and of none or all has an interval all the same', () => {
    expect(rateOf(0, 20)).toMatchObject({ rate: 0, low: 0 })
    expect(rateOf(0, 20)?.high).toBeGreaterThan(0.1)
    expect(rateOf(20, 20)).toMatchObject({ rate: 1, high: 1 })
    expect(rateOf(20, 20)?.low).toBeLessThan(0.9)
  })
})

describe('two rates', () => {
  it('differ where chance seldom makes them so, and not by less', () => {
    // z = 2.68 and 2.56, by hand.
    expect(differs({ paid: 140, ended: 200 }, { paid: 163, ended: 200 })).toBe(true)
    expect(differs({ paid: 140, ended: 200 }, { paid: 162, ended: 200 })).toBe(false)
  })

  it('of fewer than a hundred, or of all alike, do not differ', () => {
    expect(differs({ paid: 0, ended: 99 }, { paid: 500, ended: 500 })).toBe(false)
    expect(differs({ paid: 0, ended: 100 }, { paid: 500, ended: 500 })).toBe(true)
    expect(differs({ paid: 100, ended: 100 }, { paid: 500, ended: 500 })).toBe(false)
  })
})
