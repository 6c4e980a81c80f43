import { describe, expect, it } from 'vitest'
import { frequencyMost, isFrequency, periodOf, periods, periodWords } from './subscription-periods.ts'

describe('the period of a text', () => {
  it('is meant by its letter and by its word, in any case', () => {
    for (const period of periods)
      for (const text of [period, periodWords[period]])
        for (const said of [text, text.toLowerCase(), text.toUpperCase(), ` ${text} `])
          expect(periodOf(said), said).toBe(period)
  })

  it.each(['', 'S', 'fortnight', 'MM', '1M', 'constructor'])('is none for “%s”', (text) => {
    expect(periodOf(text)).toBeUndefined()
  })
})

it('a period has one unit or more, and five years at most', () => {
  const days = { H: 1 / 24, D: 1, W: 7, M: 30.4375, Q: 91.3125, Y: 365.25 }
  for (const period of periods) {
    const most = frequencyMost[period]
    expect(most * days[period]).toBeLessThanOrEqual(1_826.25)
    expect((most + 1) * days[period]).toBeGreaterThan(1_826)
    expect([0, -1, 1.5, most + 1, Number.NaN].filter((frequency) => isFrequency(frequency, period))).toEqual([])
    expect([1, most].every((frequency) => isFrequency(frequency, period))).toBe(true)
  }
})
