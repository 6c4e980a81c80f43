import { expect, it } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const date = 'Fri, 20 Nov 2026 10:00:00 GMT'

it.each([
  ['120', undefined, 120],
  ['0', undefined, 0],
  ['Fri, 20 Nov 2026 10:02:00 GMT', date, 120],
  ['Fri, 20 Nov 2026 09:00:00 GMT', date, 0],
])('Retry-After %s is understood', (retryAfter, now, seconds) => {
  expect(retryAfterSeconds(retryAfter, now)).toBe(seconds)
})

it.each([
  [undefined, date],
  ['', date],
  ['-5', date],
  ['1.5', date],
  ['1e3', date],
  ['9999999999', date],
  ['soon', date],
  ['2026-11-20', date],
  ['Fri, 99 Nov 2026 10:02:00 GMT', date],
  ['Fri, 20 Nov 2026 10:02:00 GMT', undefined],
  ['Fri, 20 Nov 2026 10:02:00 GMT', 'now'],
  [['120', '60'], date],
])('Retry-After %j asks for nothing', (retryAfter, now) => {
  expect(retryAfterSeconds(retryAfter, now)).toBe(null)
})
