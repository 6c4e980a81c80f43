import { describe, expect, it } from 'vitest'
import { appliedRate, converted, crossRate, hasFallen, rateOf, rateText, sameCurrency } from './exchange-rates.ts'
import {
  costOfChange,
  heldOfDay,
  heldOfFixed,
  inBase,
  netOfBase,
  netOfSource,
  reserveMoves,
  type Tranche,
} from './waterfall.ts'

const rate = (text: string) => {
  const found = rateOf(text)
  if (found === null) throw new Error(`${text} is no rate`)
  return found
}

describe('a rate', () => {
  it.each(['0', '-1', '1.', '.5', '1e3', '0.00000000001', '12345678901', '', '1,5', '0.0000000000'])(
    'is not %s',
    (text) => {
      expect(rateOf(text)).toBeNull()
    },
  )
  it('is its text again', () => {
    for (const text of ['1378.72875', '0.0066525', '1', '0.0000000001', '9999999999.9999999999'])
      expect(rateText(rate(text))).toBe(text)
  })
  it('is applied less its markup, half to even at ten places', () => {
    expect(rateText(appliedRate(rate('1391.25'), '0.9'))).toBe('1378.72875')
    expect(rateText(appliedRate(rate('0.0000000005'), '50'))).toBe('0.0000000002')
    expect(rateText(appliedRate(rate('0.0000000007'), '50'))).toBe('0.0000000004')
  })
  it('is crossed through a third currency', () => {
    expect(rateText(crossRate(rate('1.08'), rate('1502.55')))).toBe('1391.25')
    expect(rateText(crossRate(rate('163.2'), rate('1.0857')))).toBe('0.0066525735')
  })
  it('rounds money once, half to even, symmetric about zero', () => {
    expect(converted(72_890n, rate('0.0066525'), 'JPY', 'USD')).toBe(48_490n)
    expect(converted(44_693n, rate('1378.72875'), 'USD', 'KRW')).toBe(616_195n)
    for (const [minor, halves] of [
      [5n, 2n],
      [7n, 4n],
      [-5n, -2n],
      [-7n, -4n],
    ] as const)
      expect(converted(minor, rate('0.5'), 'USD', 'USD')).toBe(halves)
    expect(converted(123n, sameCurrency, 'KRW', 'KRW')).toBe(123n)
  })
  it('has fallen when it is worse by more than the tolerance', () => {
    expect(hasFallen(rate('99'), rate('100'), '1')).toBe(false)
    expect(hasFallen(rate('98.9999999999'), rate('100'), '1')).toBe(true)
    expect(hasFallen(rate('130'), rate('100'), '1')).toBe(false)
  })
})

describe('a settlement', () => {
  const conversion = { source: 'JPY', base: 'USD', rate: rate('0.0066525') } as const
  const sums = { totalMinor: 81_236n, feeMinor: 2_534n, withholdingMinor: 812n, refundMinor: 5_000n }

  it('comes to its net, rounded once, and says what rounding the parts loses', () => {
    const base = inBase(sums, conversion)
    expect(netOfSource(sums)).toBe(72_890n)
    expect(base).toEqual({
      totalMinor: 54_042n,
      feeMinor: 1_686n,
      withholdingMinor: 540n,
      refundMinor: 3_326n,
      netMinor: 48_490n,
      roundingMinor: 0n,
    })
    const netMinor = netOfBase(base.netMinor, {
      reserveCreditMinor: 5_404n,
      reserveDebitMinor: 3_107n,
      transferFeeMinor: 1_500n,
    })
    expect(netMinor).toBe(44_693n)
    const sent = converted(netMinor, rate('1378.72875'), 'USD', 'KRW')
    expect(sent).toBe(616_195n)
    expect(costOfChange(netMinor, rate('1391.25'), sent, 'USD', 'KRW')).toBe(5_596n)
  })

  it('never loses more than two minor units by rounding its parts', () => {
    for (let seed = 1; seed <= 5_000; seed++) {
      const [totalMinor, feeMinor, withholdingMinor, refundMinor] = [0, 1, 2, 3].map((n) =>
        random(seed * 4 + n, 10_000_000),
      ) as [bigint, bigint, bigint, bigint]
      const of = { totalMinor, feeMinor, withholdingMinor, refundMinor: refundMinor - 5_000_000n }
      const { roundingMinor, netMinor, ...four } = inBase(of, {
        ...conversion,
        rate: random(seed, 10_000_000_000) + 1n,
      })
      expect(roundingMinor <= 2n && roundingMinor >= -2n).toBe(true)
      expect(netOfSource(four) + roundingMinor).toBe(netMinor)
    }
  })
})

describe('the reserve', () => {
  const tranches: Tranche[] = [
    { ref: 'a', leftMinor: 100n, releaseOn: '2026-01-01' },
    { ref: 'b', leftMinor: 50n, releaseOn: '2026-03-01' },
    { ref: 'c', leftMinor: 70n, releaseOn: null },
  ]
  const of = {
    holdMinor: 40n,
    tranches,
    isFree: ({ releaseOn }: Tranche) => releaseOn !== null && releaseOn <= '2026-02-01',
    transferFeeMinor: 15n,
  }

  it('holds back, and gives what is free', () => {
    expect(reserveMoves(500n, of)).toEqual({
      reserveCreditMinor: 40n, reserveDebitMinor: 100n, transferFeeMinor: 15n,
      taken: [{ ref: 'a', kind: 'rolling_release', amountMinor: 100n }],
    }) // prettier-ignore
  })
  it('makes one that is below zero just zero, from the oldest on, without a fee', () => {
    expect(reserveMoves(-120n, of)).toEqual({
      reserveCreditMinor: 0n, reserveDebitMinor: 120n, transferFeeMinor: 0n,
      taken: [{ ref: 'a', kind: 'used', amountMinor: 100n }, { ref: 'b', kind: 'used', amountMinor: 20n }],
    }) // prettier-ignore
    expect(reserveMoves(-220n, of)).toMatchObject({ reserveDebitMinor: 220n })
    expect(reserveMoves(-221n, of)).toBeNull()
  })
  it('takes its share of a day, not of each payment', () => {
    // Seven sales of 10.05 at 10 %: 7.04, where seven rounded shares are 7.00.
    expect(heldOfDay(7n * 1_005n, '10', { source: 'USD', base: 'USD', rate: sameCurrency })).toEqual({
      soldMinor: 7_035n,
      heldMinor: 704n,
    })
  })
  it('that is fixed fills up to its amount', () => {
    expect(heldOfFixed(1_000n, '20', { targetMinor: 10_000n, balanceMinor: 9_900n })).toBe(100n)
    expect(heldOfFixed(1_000n, '20', { targetMinor: 10_000n, balanceMinor: 0n })).toBe(200n)
    expect(heldOfFixed(1_000n, '20', { targetMinor: 10_000n, balanceMinor: 12_000n })).toBe(0n)
    expect(heldOfFixed(-1_000n, '20', { targetMinor: 10_000n, balanceMinor: 0n })).toBe(0n)
  })
})

/** A number below `most`, always the same for a seed. */
function random(seed: number, most: number): bigint {
  let state = BigInt(seed) * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n
  state ^= state >> 29n
  return BigInt.asUintN(62, state * 0xbf58476d1ce4e5b9n) % BigInt(most)
}
