import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputHeader, mappingShape, type Mapping } from '#contract/recon-mapping-shapes.ts'
import { MappingReading } from '#contract/recon-mapping-shapes.ts'
import { z } from 'zod'
import { layouts } from '../layouts.ts'
import { mappingOf } from './mapping-of.ts'
import { exactness, fitsPattern } from './name-pattern.ts'
import { readingOf } from './reading-of.ts'

const Sent = z.strictObject(mappingShape)
const of = (changes: Partial<Mapping>): Mapping => ({
  engine_source: 'SHEET',
  display_name: 'Mine',
  file_type: 'recon',
  ...changes,
})

describe('a mapping', () => {
  it.each(layouts)('of $key alone reads as the layout does', (layout) => {
    expect(readingOf(of({ engine_source: layout.key, file_type: layout.fileType }), layout)).toEqual(layout.reading)
  })

  it.each(layouts)('that says all that $key says reads as it does, and can be sent', (layout) => {
    const said = mappingOf(layout.reading)
    const { data, error } = Sent.safeParse({ ...of({ file_type: layout.fileType }), ...said })
    expect(error?.issues).toBeUndefined()
    const {
      headers: _,
      offset: __,
      sheet: ___,
      currency: ____,
      charges: _____,
      known: ______,
      ...wanted
    } = layout.reading
    expect(readingOf(data as Mapping, undefined)).toMatchObject(wanted)
  })

  it('takes the place of its layout field by field, and wants no title that only a replaced field needed', () => {
    const layout = layouts.find(({ key }) => key === 'ADYEN_SETTLEMENT_DETAIL')
    const reading = readingOf(
      of({ engine_source: 'ADYEN_SETTLEMENT_DETAIL', input_header: { merchant_ref: 'Our reference' } }),
      layout,
    )
    expect(reading.columns).toEqual({ ...layout?.reading.columns, merchant_ref: 'Our reference' })
    expect(reading.headers).toContain('Our reference')
    expect(reading.headers).not.toContain('Merchant Reference')
    expect(reading.headers).toContain('Psp Reference')
  })

  it('has its own words before those of its layout, and leaves lines out by them', () => {
    const layout = layouts.find(({ key }) => key === 'ADYEN_SETTLEMENT_DETAIL')
    const reading = readingOf(
      of({
        engine_source: 'ADYEN_SETTLEMENT_DETAIL',
        reading: { types: { 'misc costs': 'adjustment', Fee: 'ignored' } },
      }),
      layout,
    )
    expect(reading.types).toMatchObject({ 'misc costs': 'adjustment', Settled: 'payment' })
    expect(Object.keys(reading.types)).not.toContain('MiscCosts')
    expect(Object.keys(reading.types)).not.toContain('Fee')
    expect(reading.skip?.[0]).toEqual({ rule: 'ignored_word', when: [{ column: 'Type', is: ['Fee'] }] })
  })

  it('has no field that a layout lacks', () => {
    expect(Object.keys(InputHeader.shape).length).toBeGreaterThan(20)
    expect(Object.keys(MappingReading.shape)).toEqual(
      expect.arrayContaining(['types', 'skip', 'cuts', 'proof', 'strict']),
    )
  })
})

describe('a pattern of names', () => {
  it.each([
    ['', 'anything.csv', true],
    ['settlement_', 'Settlement_2026.csv', true],
    ['settlement_{yyyy}-{MM}-{dd}', 'settlement_2026-11-28.csv', true],
    ['settlement_{yyyy}-{MM}-{dd}', 'settlement_2026-13-28.csv', false],
    ['*_{dd}{MM}{yyyy}.xlsx', 'report of shop_28112026.xlsx', true],
    ['*_{dd}{MM}{yyyy}.xlsx', 'report of shop_20261128.xlsx', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a.c', 'abc', false],
    ['(a+)+$', '(a+)+$', true],
  ])('%s of %s: %s', (pattern, name, fits) => {
    expect(fitsPattern(pattern, name)).toBe(fits)
  })

  it('takes no longer than the lengths of both allow', () => {
    const began = performance.now()
    expect(fitsPattern('*a'.repeat(100), `${'a'.repeat(90)}${'b'.repeat(5_000)}`)).toBe(false)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('of a name itself fits that name, and says more than any shorter one', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (text) => {
        const name = text.replaceAll(/[*{}]/g, '-')
        expect(fitsPattern(name, name)).toBe(true)
        expect(exactness(name)).toBeGreaterThanOrEqual(exactness(name.slice(1)))
      }),
    )
  })
})
