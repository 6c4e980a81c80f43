import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticksOf } from './ticks.ts'

describe('the ticks of an axis', () => {
  it('are at most five at equal distances from 0, and the last but one is below the value', () => {
    const value = fc.oneof(fc.integer({ min: 1, max: 2 ** 50 }), fc.double({ min: 0.001, max: 1e13, noNaN: true }))
    fc.assert(
      fc.property(value, fc.boolean(), (most, whole) => {
        const asked = whole ? Math.ceil(most) : most
        const ticks = ticksOf(asked, whole)
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(asked * (1 - 1e-6))
        expect(ticks.at(-2)).toBeLessThan(asked)
        const step = ticks[1] ?? 0
        for (const [at, tick] of ticks.entries()) expect(tick).toBeCloseTo(at * step, -Math.log10(step) + 5)
        if (whole) expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('are round', () => {
    expect(ticksOf(42_300, false)).toEqual([0, 20_000, 40_000, 60_000])
    expect(ticksOf(172, true)).toEqual([0, 50, 100, 150, 200])
    expect(ticksOf(9, true)).toEqual([0, 5, 10])
    expect(ticksOf(9, false)).toEqual([0, 2.5, 5, 7.5, 10])
    expect(ticksOf(1, true)).toEqual([0, 1])
    expect(ticksOf(0.3, false)).toEqual([0, 0.1, 0.2, 0.3])
  })

  it('invent no scale where there is nothing', () => {
    expect(ticksOf(0, false)).toEqual([0])
  })
})
