import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { declineReasons } from '#contract/declines.ts'
import { brandOf, declineReasonOf, mannerOf, maskCard, passesLuhn, testCards } from './cards.ts'

const digits = (length: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: 0, max: 9 }), length).map((array) => array.join(''))

test('exactly one check digit completes a number', () => {
  fc.assert(
    fc.property(digits({ minLength: 11, maxLength: 18 }), (body) => {
      const good = '0123456789'.split('').filter((check) => passesLuhn(body + check))
      expect(good).toHaveLength(1)
    }),
  )
})

test('a single mistyped digit is found', () => {
  const valid = fc.constantFrom(...testCards.map((card) => card.number))
  fc.assert(
    fc.property(valid, fc.nat(18), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
      const at = place % number.length
      const wrong = (Number(number[at]) + shift) % 10
      expect(passesLuhn(number.slice(0, at) + wrong + number.slice(at + 1))).toBe(false)
    }),
  )
})

test('two neighbours swapped are found, but for 09 and 90', () => {
  const valid = fc.constantFrom(...testCards.map((card) => card.number))
  fc.assert(
    fc.property(valid, fc.nat(18), (number, place) => {
      const at = place % (number.length - 1)
      const [left = '', right = ''] = number.slice(at, at + 2)
      fc.pre(left !== right && ![left + right, right + left].includes('09'))
      expect(passesLuhn(number.slice(0, at) + right + left + number.slice(at + 2))).toBe(false)
    }),
  )
})

test('each test card is valid, of the brand it claims, and there once', () => {
  for (const { number, brand } of testCards) {
    expect(passesLuhn(number), number).toBe(true)
    expect(brandOf(number), number).toBe(brand)
  }
  expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length)
})

test('each decline reason of the gateway has exactly one card that declines at once with it', () => {
  const reasons = testCards.flatMap(({ scenario }) => {
    const fate = mannerOf(scenario).payment
    return fate?.decline && !fate.later ? [declineReasonOf[fate.decline]] : []
  })
  // What only a payer, the clock, the channel or the merchant decides has no card of its own; a mandate is revoked after its set-up.
  const others = [
    'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
    'MANDATE_REVOKED',
    'MERCHANT_REFUSED_TRANSACTION',
    'PAYMENT_CHANNEL_UNAVAILABLE',
    'TRANSACTION_EXPIRED',
  ]
  expect(reasons.sort()).toEqual(declineReasons.filter((reason) => !others.includes(reason)).sort())
})

test('a mask shows the first six and last four digits', () => {
  expect(maskCard('4242424242424242')).toBe('424242******4242')
  expect(maskCard('378282246310005')).toBe('378282*****0005')
})

test("the merchants' page tells of each test card, with its brand and the reason of its decline", async () => {
  const page = await readFile(new URL('../../../docs/simulator.md', import.meta.url), 'utf8')
  for (const { number, brand, scenario } of testCards) {
    const spaced =
      brand === 'amex' ? number.replace(/^(....)(......)/, '$1 $2 ') : number.replace(/(....)(?=.)/g, '$1 ')
    const row = page.split('\n').find((line) => line.startsWith(`| \`${spaced}\` `))
    expect(row?.toLowerCase(), spaced).toContain(brand)
    const fate = mannerOf(scenario).payment
    if (fate?.decline) expect(row).toContain(declineReasonOf[fate.decline])
  }
  expect(page.match(/^\| `\d/gm)).toHaveLength(testCards.length)
})
