import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactOfMinor, exactText, percentOf } from '#server/recon-files/read/exact.ts'
import { exact } from './fixtures.ts'
import { factorText } from './expected.ts'
import { learnTerms, type Fee } from './learn.ts'

const fees = (...pairs: [gross: string, fee: string][]): Fee[] =>
  pairs.map(([gross, fee]) => ({ gross: exact(gross), fee: exact(fee) }))
const told = (of: Fee[], currency = 'EUR') => {
  const { found, percent, flat, rest } = learnTerms(of, currency)
  return `${found}: ${factorText(percent)} % + ${exactText(flat)}; ${rest.join(' ')}`
}

describe('the terms behind charged fees', () => {
  it('are the shortest percent that reproduces them all, and then the smallest flat', () => {
    expect(told(fees(['10', '0.25'], ['20', '0.25'], ['31.5', '0.25']))).toBe('all: 0 % + 0.25; ')
    expect(told(fees(['100', '1.50'], ['200', '2.80'], ['55', '0.92']))).toBe('all: 1.3 % + 0.2; ')
    expect(told(fees(['1000', '13'], ['2000', '26'], ['700', '9']), 'JPY')).toBe('all: 1.3 % + 0; ')
  })

  it('reproduce every fee whatever the terms were, with as many decimals or fewer', () => {
    const grosses = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 7n }), { minLength: 3, maxLength: 40 })
    const terms = fc.tuple(fc.bigInt({ min: 0n, max: 9_999n }), fc.integer({ min: 0, max: 3 }), fc.bigInt({ min: 0n, max: 500n })) // prettier-ignore
    fc.assert(
      fc.property(grosses, terms, (amounts, [digits, decimals, flat]) => {
        fc.pre(digits <= 100n * 10n ** BigInt(decimals))
        const charged = amounts.map((minor) => {
          const gross = exactOfMinor(minor, 2)
          return { gross, fee: percentOf(gross, { digits, decimals }, 2) + exactOfMinor(flat, 2) }
        })
        const learned = learnTerms(charged, 'EUR')
        expect(learned).toMatchObject({ found: 'all', rest: [] })
        expect(learned.percent.decimals).toBeLessThanOrEqual(decimals)
        for (const { gross, fee } of charged) expect(percentOf(gross, learned.percent, 2) + learned.flat).toBe(fee)
      }),
      { numRuns: 60 },
    )
  })

  it('are those that most share where some were charged otherwise, and these are named', () => {
    expect(told(fees(['100', '1.50'], ['200', '2.80'], ['55', '0.92'], ['300', '4.11'], ['80', '1.24']))).toBe(
      'most: 1.3 % + 0.2; 3',
    )
  })

  it('are not guessed from under three rows or two amounts, nor where nothing is shared', () => {
    expect(told(fees(['10', '1'], ['20', '2']))).toBe('too_few: 0 % + 0; 0 1')
    expect(told(fees(['10', '1'], ['10', '1'], ['10', '1']))).toBe('too_few: 0 % + 0; 0 1 2')
    expect(told(fees(['10', '5'], ['20', '1'], ['30', '9'], ['41', '3'], ['55', '8.13']))).toMatch(/^none: /)
  })
})
