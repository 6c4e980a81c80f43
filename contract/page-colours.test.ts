import { describe, expect, it } from 'vitest'
import { contrast, leastContrast, shadeOn, textOn } from './page-colours.ts'

/** Mulberry32, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
const next = numbers(20261123)
const colour = () => `#${(next() & 0xffffff).toString(16).padStart(6, '0')}`
const pairs = Array.from({ length: 10_000 }, () => [colour(), colour()] as const)

describe('colours of a page', () => {
  it('has the contrasts of WCAG: 21 for black on white, 4.48 for its grey #777777', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#FF0000', '#ffffff')).toBeCloseTo(4, 2)
    expect(contrast('#12ab9f', '#12AB9F')).toBe(1)
  })

  it('writes on any colour in black or white that reads', () => {
    expect(pairs.filter(([one]) => contrast(textOn(one), one) < leastContrast.text)).toEqual([])
  })

  it('finds for any colour on any ground a shade that reads and one that shows', () => {
    for (const least of Object.values(leastContrast))
      expect(pairs.filter(([one, ground]) => contrast(shadeOn(one, ground, least), ground) < least)).toEqual([])
  })

  it('leaves a colour that passes as it is, and changes no other more than it must', () => {
    const wrong = pairs.filter(([one, ground]) => {
      const shade = shadeOn(one, ground, leastContrast.text)
      return contrast(one, ground) >= leastContrast.text ? shade !== one : contrast(shade, ground) >= 5.5
    })
    expect(wrong).toEqual([])
  })

  it('refuses what is no colour', () => {
    expect(() => contrast('red', '#ffffff')).toThrow(RangeError)
    expect(() => textOn('#fff"><script>')).toThrow(RangeError)
  })
})
