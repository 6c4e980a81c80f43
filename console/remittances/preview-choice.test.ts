import { expect, it } from 'vitest'
import { amountSent, directionOf, inCountry, minorOf, readChoice, searchOf } from './preview-choice.ts'

const own = { country: 'KR', currency: 'KRW', language: 'en' } as const

it('an empty address is the merchant at home, and a country brings its currency along', () => {
  expect(readChoice({}, own)).toEqual({
    country: 'KR',
    currency: 'KRW',
    amount: '50000',
    language: 'en',
    direction: 'auto',
    device: 'phone',
    theme: 'light',
  })
  expect(readChoice({ country: 'SG' }, own)).toMatchObject({ country: 'SG', currency: 'SGD', amount: '100' })
  expect(readChoice({ country: 'CH' }, own).currency).toBe('USD')
})

it('what is no choice is the usual one', () => {
  const nonsense = { country: 'XX', currency: 'ABC', language: 'tlh', direction: 'up', device: 'tv', theme: 'red' }
  expect(readChoice(nonsense, own)).toMatchObject({ country: 'KR', language: 'en', direction: 'auto', theme: 'light' })
})

it('a choice that is written into an address is read from it again', () => {
  const choice = readChoice(
    { country: 'SG', currency: 'USD', amount: '12.5', language: 'ar', direction: 'ltr', device: 'desk', theme: 'dark' },
    own,
  )
  expect(readChoice(searchOf(choice), own)).toEqual(choice)
})

it('an amount that was typed stays in another country, and one that was not is that of the currency', () => {
  const usual = readChoice({ country: 'SG' }, own)
  expect(inCountry(usual, 'KR')).toEqual({ country: 'KR', currency: 'KRW', amount: '50000' })
  expect(inCountry({ ...usual, amount: '7' }, 'KR')).toEqual({ country: 'KR', currency: 'KRW' })
})

it('a text that is no amount of the currency is not sent', () => {
  const choice = readChoice({ country: 'KR', amount: '1.5' }, own)
  expect([minorOf(choice), amountSent(choice)]).toEqual([null, ''])
  expect(amountSent({ ...choice, amount: '1500' })).toBe('1500')
  expect(amountSent({ ...choice, amount: '0' })).toBe('')
})

it('the direction is that of the language unless another is chosen', () => {
  expect(directionOf(readChoice({ language: 'ar' }, own))).toBe('rtl')
  expect(directionOf(readChoice({ language: 'ar', direction: 'ltr' }, own))).toBe('ltr')
})
