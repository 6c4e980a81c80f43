import { describe, expect, it } from 'vitest'
import { draws, drawTotals, intervalOf, randomOf, twoProportionZ, wilson } from './statistics.ts'

describe('the Wilson interval', () => {
  // Newcombe (1998), table I, method 3; the last is Agresti and Coull's.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [10, 10, 0.7225, 1],
  ])('of %i in %i is as published', (succeeded, of, low, high) => {
    const found = wilson({ succeeded, of })
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
  })

  it('says nothing without trials', () => expect(wilson({ succeeded: 0, of: 0 })).toEqual({ low: 0, high: 1 }))
})

describe('the two-proportion z', () => {
  it('is that of the pooled test', () => {
    // Known: 200 of 1,000 against 150 of 1,000 gives 2.9424.
    expect(twoProportionZ({ succeeded: 200, of: 1_000 }, { succeeded: 150, of: 1_000 })).toBeCloseTo(2.9424, 4)
    expect(twoProportionZ({ succeeded: 150, of: 1_000 }, { succeeded: 200, of: 1_000 })).toBeCloseTo(-2.9424, 4)
  })

  it('is nothing without trials, and zero without a difference', () => {
    expect(twoProportionZ({ succeeded: 0, of: 0 }, { succeeded: 1, of: 2 })).toBeNull()
    expect(twoProportionZ({ succeeded: 5, of: 5 }, { succeeded: 9, of: 9 })).toBe(0)
    expect(twoProportionZ({ succeeded: 0, of: 5 }, { succeeded: 0, of: 9 })).toBe(0)
  })
})

describe('the bootstrap', () => {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = (values: Float64Array) =>
    Math.sqrt(mean(Float64Array.from(values, (value) => (value - mean(values)) ** 2)))

  it('has the observed mean and the spread of the beta distribution', () => {
    const drawn = drawTotals([{ succeeded: 45, of: 60, payments: 1_000 }], randomOf(1))
    // Beta(45.5, 15.5): mean a / (a + b), variance ab / ((a + b)² (a + b + 1)).
    expect(mean(drawn) / 1_000).toBeCloseTo(45 / 60, 2)
    expect(deviation(drawn) / 1_000).toBeCloseTo(Math.sqrt((0.75 * 0.25) / 59), 2)
    const rare = drawTotals([{ succeeded: 0, of: 30, payments: 1 }], randomOf(2))
    expect(mean(rare)).toBeCloseTo(0, 2)
    expect(deviation(rare)).toBeCloseTo(Math.sqrt((0.5 * 30.5) / 31 ** 2 / 29), 2)
  })

  it('is the same for the same seed, and another for another', () => {
    const of = (seed: number) => [...drawTotals([{ succeeded: 3, of: 40, payments: 5 }], randomOf(seed))]
    expect(of(7)).toEqual(of(7))
    expect(of(8)).not.toEqual(of(7))
  })

  it('gives the 95 % in the middle, between nothing and all', () => {
    const even = Float64Array.from({ length: draws }, (_, at) => at)
    expect(intervalOf(even, 1_000)).toEqual({ low: 25, high: 974 })
    expect(intervalOf(even, 970).high).toBe(970)
    expect(
      intervalOf(
        even.map((value) => value - 500),
        970,
      ).low,
    ).toBe(0)
  })
})
