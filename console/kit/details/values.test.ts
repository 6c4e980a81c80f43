import { expect, it } from 'vitest'
import { amountWords, timeWords } from './values.tsx'

it('shows a moment in the merchant’s time zone and names the zone', () => {
  const at = '2026-11-20 23:30:00'
  expect(timeWords(at, { language: 'en', timeZone: 'Asia/Singapore' })).toBe('21 Nov 2026, 07:30')
  expect(timeWords(at, { language: 'en', timeZone: 'Asia/Singapore', zoned: true })).toBe('21 Nov 2026, 07:30 GMT+8')
  expect(timeWords(at, { language: 'ar', timeZone: 'Asia/Singapore' })).toMatch(/^21 نوفمبر 2026/)
  const exact = { timeZone: 'Asia/Singapore', zoned: true, exact: true }
  expect(timeWords(at, { language: 'th', ...exact })).toBe('21 พ.ย. 2026 07:30:00 GMT+8')
  expect(timeWords(at, { language: 'vi', ...exact })).toBe('07:30:00 GMT+8 21 thg 11, 2026')
  expect(timeWords(at, { language: 'ko', ...exact })).toContain('07:30:00 GMT+8')
  expect(timeWords('never', { language: 'en', timeZone: 'UTC' })).toBe('never')
})
it('shows an amount with its currency’s decimals, in Western digits', () => {
  expect(amountWords(1234.5, 'USD', 'en')).toBe('1,234.50')
  expect(amountWords(1234.5, 'USD', 'ar')).toBe('1,234.50')
  expect(amountWords(1234, 'JPY', 'en')).toBe('1,234')
  expect(amountWords(-5, 'USD', 'en')).toBe('-5.00')
})
