import { expect, it } from 'vitest'
import { daysOf } from './days.ts'

it('days are a period up to today, two days with both of them, or all; any other text is none', () => {
  expect(daysOf('30', '2026-03-10')).toEqual({ from: '2026-02-09', to: '2026-03-10' })
  expect(daysOf('all', '2026-03-10')).toEqual({})
  expect(daysOf('2026-01-01..2026-01-31', '2026-03-10')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  for (const text of ['', '31', '2026-02-01..2026-01-01', '2026-02-30..2026-03-01', '2026-01-01'])
    expect(daysOf(text, '2026-03-10'), text).toBe(null)
})
