import { expect, it } from 'vitest'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { barsOfDays } from './bars-of-days.ts'

const on = (...dates: string[]) => dates.map((date) => ({ date }))
const bars = (...dates: string[]) => barsOfDays(on(...dates), 'en').map(({ key, rows }) => [key, rows.length])

it('a chart has a bar for each day between the first and the last, also for those on which nothing was', () => {
  expect(bars()).toEqual([])
  expect(bars('2026-03-03', '2026-03-01', '2026-03-03')).toEqual([['2026-03-01', 1], ['2026-03-02', 0], ['2026-03-03', 2]]) // prettier-ignore
})

it('days of more than three months are weeks from Monday, of more than two years months, and each row is in one bar', () => {
  expect(bars('2026-01-01', '2026-04-10').slice(0, 2)).toEqual([['2025-12-29', 1], ['2026-01-05', 0]]) // prettier-ignore
  const years = barsOfDays(on('2024-01-31', '2024-02-29', '2026-11-28'), 'en')
  expect([years.length, years[1]?.key, years[1]?.label]).toEqual([35, '2024-02-01', 'Feb 2024'])
  const all = Array.from({ length: 800 }, (_, at) => dayAfter('2024-01-31', at))
  expect(barsOfDays(on(...all), 'en').reduce((sum, { rows }) => sum + rows.length, 0)).toBe(800)
})
