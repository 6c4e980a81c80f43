import { describe, expect, it } from 'vitest'
import { byDay, byLanguage, sharesOf, sumOf, type FunnelRow } from './funnel-figures.ts'

const row = (day: string, language: string, [opened, began, ordered, attempted, paid]: number[]): FunnelRow => ({
  day,
  language,
  opened: opened ?? 0,
  began: began ?? 0,
  ordered: ordered ?? 0,
  attempted: attempted ?? 0,
  paid: paid ?? 0,
})
const rows = [
  row('2026-11-23', 'en', [40, 12, 10, 9, 8]),
  row('2026-11-23', 'ar', [60, 8, 6, 6, 4]),
  row('2026-11-21', 'en', [5, 1, 1, 1, 1]),
]

describe('the figures of a funnel', () => {
  it('are the same in sum by day, by language and in all', () => {
    const all = sumOf(rows)
    expect(all).toMatchObject({ opened: 105, began: 21, ordered: 17, attempted: 16, paid: 13 })
    expect(sumOf(byDay(rows, '2026-11-23', 7))).toEqual(all)
    expect(sumOf(byLanguage(rows))).toEqual(all)
  })

  it('have each day of the period in order, also one on which nobody came, and over the end of a month', () => {
    const days = byDay(rows, '2026-11-23', 3)
    expect(days.map(({ day, opened }) => [day, opened])).toEqual([
      ['2026-11-21', 5],
      ['2026-11-22', 0],
      ['2026-11-23', 100],
    ])
    expect(byDay([], '2026-03-01', 2).map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01'])
  })

  it('put the language first in which most shoppers came', () => {
    expect(byLanguage(rows).map(({ language }) => language)).toEqual(['ar', 'en'])
  })
})

describe('the shares of the steps', () => {
  it('are of the step before, and none of nothing', () => {
    expect(sharesOf(sumOf([rows[0] as FunnelRow])).map(({ ofBefore }) => ofBefore)).toEqual([
      null, 12 / 40, 10 / 12, 9 / 10, 8 / 9,
    ]) // prettier-ignore
    expect(sharesOf(sumOf([])).every(({ ofBefore, length }) => ofBefore === null && length === 0)).toBe(true)
  })

  it('have bars that fit, also where a later step has more', () => {
    const late = sharesOf({ opened: 0, began: 0, ordered: 2, attempted: 3, paid: 4 })
    expect(late.map(({ length }) => length)).toEqual([0, 0, 0.5, 0.75, 1])
    expect(late.at(-1)?.ofBefore).toBe(4 / 3)
  })
})
