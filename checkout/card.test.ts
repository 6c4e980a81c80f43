import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brandOf,
  cvcFault,
  digitsOf,
  emailFault,
  expiryFault,
  expiryOf,
  holderFault,
  numberFault,
  passesLuhn,
} from './card.ts'

/** Published test numbers of the networks and providers. */
const published = [
  ['4242424242424242', 'visa'],
  ['4222222222222', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['2720990000000007', 'mastercard'],
  ['378282246310005', 'amex'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['30569309025904', 'diners'],
  ['6011111111111117', 'discover'],
] as const
const all = ['visa', 'mastercard', 'amex', 'jcb', 'unionpay', 'diners', 'discover'] as const

describe('card numbers', () => {
  test.each(published)('%s is a %s and may be paid with where that is accepted', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
    expect(numberFault(number, all)).toBeUndefined()
    expect(
      numberFault(
        number,
        all.filter((other) => other !== brand),
      ),
    ).toBe('brandNotAccepted')
  })

  test('one wrong digit is always found, and so are two neighbours exchanged, but for 09 and 90', () => {
    fc.assert(
      fc.property(fc.constantFrom(...published), fc.nat(), fc.integer({ min: 1, max: 9 }), ([number], at, shift) => {
        const index = at % number.length
        const digits = number.split('').map(Number)
        const wrong = digits.with(index, ((digits[index] ?? 0) + shift) % 10).join('')
        expect(passesLuhn(wrong)).toBe(false)
        const [one, two] = [digits[index], digits[index + 1]]
        if (one === undefined || two === undefined || one === two || (one + two === 9 && one * two === 0)) return
        expect(
          passesLuhn(
            digits
              .with(index, two)
              .with(index + 1, one)
              .join(''),
          ),
        ).toBe(false)
      }),
    )
  })

  test('says whether digits are missing or wrong', () => {
    expect(numberFault('', all)).toBe('numberMissing')
    expect(numberFault('4242 4242'.replace(' ', ''), all)).toBe('numberIncomplete')
    expect(numberFault('4242424242424241', all)).toBe('numberInvalid')
    expect(numberFault('37828224631000', all)).toBe('numberIncomplete')
    expect(numberFault('378282246310006', all)).toBe('numberInvalid')
    expect(numberFault('9999999999999995', all)).toBe('brandNotAccepted')
  })

  test('no brand claims the beginning of another', () => {
    for (const [number, brand] of published) {
      for (let length = 1; length <= number.length; length += 1) {
        expect([undefined, brand]).toContain(brandOf(number.slice(0, length)))
      }
    }
  })

  test('digits are understood from any keyboard', () => {
    expect(digitsOf('٤٢٤٢ 4242-۴۲۴۲ 4242')).toBe('4242424242424242')
  })
})

describe('expiry', () => {
  test('a card is good until its month has ended everywhere', () => {
    expect(expiryFault('11/26', new Date('2026-11-30T23:59:59Z'))).toBeUndefined()
    expect(expiryFault('11/26', new Date('2026-12-01T11:59:59Z'))).toBeUndefined()
    expect(expiryFault('11/26', new Date('2026-12-01T12:00:00Z'))).toBe('expiryPast')
    expect(expiryFault('12/2026', new Date('2026-12-31T00:00:00Z'))).toBeUndefined()
  })
  test('what is no date on a card is said so', () => {
    const now = new Date('2026-11-20T00:00:00Z')
    expect(['', '1', '11/2', '13/29', '00/29', '01/99'].map((text) => expiryFault(text, now))).toEqual([
      'expiryMissing',
      'expiryIncomplete',
      'expiryIncomplete',
      'expiryInvalid',
      'expiryInvalid',
      'expiryInvalid',
    ])
    expect(expiryOf('08/29')).toEqual({ month: 8, year: 2029 })
  })
})

test('the security code has as many digits as its brand prints', () => {
  expect(cvcFault('', 'visa')).toBe('cvcMissing')
  expect(cvcFault('123', 'visa')).toBeUndefined()
  expect(cvcFault('1234', 'visa')).toBe('cvcThree')
  expect(cvcFault('123', 'amex')).toBe('cvcFour')
  expect(cvcFault('1234', 'amex')).toBeUndefined()
  expect(cvcFault('123', undefined)).toBeUndefined()
})

test('a name is needed, an e-mail is not', () => {
  expect(holderFault('  ')).toBe('holderMissing')
  expect(holderFault('x'.repeat(121))).toBe('holderLong')
  expect(holderFault('Ada')).toBeUndefined()
  expect(emailFault(' ')).toBeUndefined()
  expect(emailFault('ada@example.com')).toBeUndefined()
  expect(emailFault('ada@')).toBe('emailInvalid')
})
