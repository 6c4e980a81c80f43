import { expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

it('gives each as much as the others, and again in the next stretch of time', () => {
  const allowance = createRateLimit({ most: 3, windowMs: 10_000 })
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
  expect([0, 1, 2, 3, 9].map((seconds) => allowance.take('busy', at(seconds)))).toEqual([true, true, true, false, false]) // prettier-ignore
  expect(allowance.take('idle', at(9))).toBe(true)
  expect(allowance.take('busy', at(10))).toBe(true)
})
