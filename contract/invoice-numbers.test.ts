import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultPatterns, looksDrawn, numberOf, patternFault, placeOf } from './invoice-numbers.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a pattern of numbers', () => {
  it.each([
    ['INV-{YYYY}-{####}', null],
    ['{YY}{MM}/{#}', null],
    ['{##########}', null],
    ['INV-{YYYY}', 'one_counter'],
    ['{#}-{##}', 'one_counter'],
    ['{DD}-{#}', 'unknown_token'],
    ['{}{#}', 'unknown_token'],
    ['INV {#}', 'not_printable'],
    ['№{#}', 'not_printable'],
    ['{{#}', 'not_printable'],
    [`${'A'.repeat(22)}{#}`, 'too_long'],
    [`${'A'.repeat(21)}{#}`, null],
  ])('%s is refused for %s', (pattern, fault) => {
    expect(patternFault(pattern)).toBe(fault)
  })

  it('draws by the date and the counter, which grows beyond its digits', () => {
    const place = placeOf('INV-{YYYY}-{MM}-{###}', '2026-03-09')
    expect(place).toEqual({ stem: 'INV-2026-03-#', width: 3 })
    expect([1n, 999n, 1_000n].map((counter) => numberOf(place, counter))).toEqual([
      'INV-2026-03-001',
      'INV-2026-03-999',
      'INV-2026-03-1000',
    ])
    expect(placeOf('{YY}.{#}', '2026-03-09').stem).toBe('26.#')
  })

  it('knows its own numbers, and takes no other for one', () => {
    const patterns = [...Object.values(defaultPatterns), '{YY}{MM}-{##}', 'A.{#}', '{#}/{YYYY}']
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        day,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (pattern, date, counter) => {
          expect(looksDrawn(pattern, numberOf(placeOf(pattern, date), counter))).toBe(true)
        },
      ),
    )
    for (const other of [
      'INV-26-0001',
      'INV-2026-001',
      'inv-2026-0001',
      'X-INV-2026-0001',
      'INV-2026-0001a',
      '2026-0001',
    ])
      expect(looksDrawn(defaultPatterns.invoice, other), other).toBe(false)
    expect(looksDrawn('A.{#}', 'AB1')).toBe(false)
  })
})
