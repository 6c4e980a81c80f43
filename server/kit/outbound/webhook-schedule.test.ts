import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryDelaySeconds } from './webhook-schedule.ts'

const middle = 0.5
const [minute, hour, day] = [60, 3600, 86_400]

describe('retryDelaySeconds', () => {
  it('is the published schedule, then daily until the seventh day', () => {
    const delays = Array.from({ length: 16 }, (_, attempt) => retryDelaySeconds(attempt, middle))
    const early = [0, 5, 30, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day]
    expect(delays.slice(0, 14)).toEqual(early.concat(day, day, day))
    expect(delays.slice(14)).toEqual([null, null])
  })

  it('strays by at most a tenth, both ways, and ends within 7 days however it strays', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (randoms) => {
        let elapsed = 0
        for (let attempt = 0; attempt < 20; attempt += 1) {
          const random = randoms.next().value as number
          const delay = retryDelaySeconds(attempt, random, { firstAttemptSeconds: elapsed })
          if (delay === null) break
          const plain = retryDelaySeconds(attempt, middle, { firstAttemptSeconds: 0 }) ?? 0
          expect(Math.abs(delay - plain)).toBeLessThanOrEqual(plain / 10 + 1e-9)
          elapsed += delay
        }
        expect(elapsed).toBeLessThanOrEqual(7 * day)
        expect(elapsed).toBeGreaterThan(5.5 * day)
      }),
    )
    expect([retryDelaySeconds(5, 0), retryDelaySeconds(5, 1)]).toEqual([0.9 * 2 * hour, 1.1 * 2 * hour])
  })

  it('waits as long as the receiver asked, up to a day, and never less than planned', () => {
    const asked = (retryAfterSeconds: number) => retryDelaySeconds(1, middle, { retryAfterSeconds })
    expect([asked(120), asked(1), asked(0), asked(7 * day)]).toEqual([120, 5, 5, day])
    expect(retryDelaySeconds(0, middle, { retryAfterSeconds: 60 })).toBe(60)
  })

  it('gives up when what the receiver asked for would end after the seventh day', () => {
    const late = { firstAttemptSeconds: 6.5 * day }
    expect(retryDelaySeconds(1, middle, late)).toBe(5)
    expect(retryDelaySeconds(1, middle, { ...late, retryAfterSeconds: day })).toBe(null)
  })
})
