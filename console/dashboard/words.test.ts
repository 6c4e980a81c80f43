import { expect, test } from 'vitest'
import { chartWords } from './words.ts'

test.each([
  [0, '0 sec', '0 ث'],
  [0.25, '250 ms', '250 ملي ث'],
  [45, '45 sec', '45 ث'],
  [300, '5 min', '5 د'],
  [7_200, '2 hr', '2 س'],
])('%d seconds are %s and %s', (seconds, english, arabic) => {
  const written = (language: 'en' | 'ar') =>
    chartWords(language, 'UTC', 'USD')
      .duration(seconds)
      .replaceAll(/[\u2066-\u2069]/g, '')
  expect([written('en'), written('ar')]).toEqual([english, arabic])
})
