import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyStory, changeFaults, loopFaults } from '#test/proration-model.ts'
import * as prorations from './proration.ts'
import { prorate, prorateToNewPeriod } from './proration.ts'

/** March 2026 in New York, an hour shorter than its days. */
const march = { start: new Date('2026-03-01T05:00Z'), end: new Date('2026-04-01T04:00Z') }
const noon = new Date('2026-03-16T16:00Z')
const paidMarch = { ...march, amounts: [{ from: march.start, amount: 3_000n }], paid: 3_000n }

describe('a change within a period', () => {
  it('to a larger amount: what is left is credited and charged, each rounded, and the rest is to be paid', () => {
    expect(prorate(paidMarch, { at: noon, amount: 9_000n })).toEqual({
      remainingSeconds: 1_339_200,
      wholeSeconds: 2_674_800,
      credit: 1_502n,
      charge: 4_506n,
      toPay: 3_004n,
      toCredit: 0n,
    })
  })

  it('to a smaller amount is credit', () => {
    const sums = prorate(paidMarch, { at: noon, amount: 1_000n })
    expect(sums).toMatchObject({ credit: 1_502n, charge: 501n, toPay: 0n, toCredit: 1_001n })
  })

  it('rounds a half of each line away from zero', () => {
    const period = { start: new Date(0), end: new Date(2_000), amounts: [{ from: new Date(0), amount: 5n }], paid: 5n }
    expect(prorate(period, { at: new Date(1_000), amount: 7n })).toMatchObject({ credit: 3n, charge: 4n, toPay: 1n })
  })

  it('in the second in which the period ends costs and credits nothing', () => {
    const period = { start: new Date(0), end: new Date(60_900), amounts: [{ from: new Date(0), amount: 5n }], paid: 5n }
    const sums = prorate(period, { at: new Date(60_400), amount: 7n })
    expect(sums).toMatchObject({ remainingSeconds: 0, credit: 0n, charge: 0n, toPay: 0n, toCredit: 0n })
  })

  it('of a period that is not paid credits nothing, and of one that is paid in part no more than is left of that', () => {
    expect(prorate({ ...paidMarch, paid: 0n }, { at: noon, amount: 1_000n })).toMatchObject({ credit: 0n, toPay: 501n })
    // 14.98 are used up.
    const sums = prorate({ ...paidMarch, paid: 2_000n }, { at: noon, amount: 0n })
    expect(sums).toMatchObject({ credit: 502n, toCredit: 502n })
  })

  it('and back in the same second comes to nothing', () => {
    const up = prorate(paidMarch, { at: noon, amount: 9_000n })
    const after = {
      ...march,
      amounts: [...paidMarch.amounts, { from: noon, amount: 9_000n }],
      paid: paidMarch.paid + up.toPay,
    }
    const down = prorate(after, { at: new Date(noon.getTime() + 999), amount: 3_000n })
    expect(down.toCredit).toBe(up.toPay)
  })

  it('to another rhythm charges a whole new period', () => {
    const sums = prorateToNewPeriod(paidMarch, { at: noon, amount: 30_000n })
    expect(sums).toMatchObject({ credit: 1_502n, charge: 30_000n, toPay: 28_498n })
  })

  it('is a defect outside the period', () => {
    for (const at of [new Date(march.start.getTime() - 1_000), march.end])
      expect(() => prorate(paidMarch, { at, amount: 1n })).toThrow(RangeError)
  })
})

describe('whatever changes there are in a period', () => {
  it('each line is that of the fractions, and credit is never above what was paid and not used', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        expect(changeFaults(prorations, story)).toEqual([])
      }),
      {
        numRuns: 2_000,
      },
    )
  })

  it('going up and down, at any seconds and however often, never costs less than staying did', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        expect(loopFaults(prorations, story)).toEqual([])
      }),
      {
        numRuns: 1_000,
      },
    )
  })

  it('going up for one second whenever rounding is kind gains nothing', () => {
    const whole = 10_000n
    const [low, high] = [1_000n, 1_001n]
    const line = (amount: bigint, remaining: bigint) => (2n * amount * remaining + whole) / (2n * whole)
    const costOf = (amount: bigint, remaining: bigint) => line(amount, remaining) - line(amount, remaining - 1n)
    // There the line of the low amount falls by a unit, and that of the high one does not.
    const kind = Array.from({ length: 9_998 }, (_, at) => at + 1)
      .filter((second) => costOf(high, whole - BigInt(second)) < costOf(low, whole - BigInt(second)))
      .slice(0, 100)
    expect(kind).toHaveLength(100)
    const period = { start: new Date(0), end: new Date(Number(whole) * 1_000) }
    const amounts = [{ from: period.start, amount: low }]
    let paid = low
    const change = (second: number, amount: bigint) => {
      const at = new Date(second * 1_000)
      const { toPay, toCredit } = prorate({ ...period, amounts, paid }, { at, amount })
      amounts.push({ from: at, amount })
      paid += toPay - toCredit
    }
    for (const second of kind) {
      change(second, high)
      change(second + 1, low)
    }
    expect(paid).toBe(low)
  })
})
