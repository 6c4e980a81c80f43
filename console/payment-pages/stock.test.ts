import { describe, expect, it } from 'vitest'
import { changeOf, stocked, stockOf } from './stock.ts'

describe('the change of a stock', () => {
  it('is what is typed, taken away where that is chosen, in digits of any script', () => {
    expect(changeOf({ way: 'add', units: '25' })).toBe(25)
    expect(changeOf({ way: 'take', units: ' 25 ' })).toBe(-25)
    expect(changeOf({ way: 'add', units: '٢٥' })).toBe(25)
  })

  it('is none before anything is typed, and no number for what is none', () => {
    expect(changeOf({ way: 'add', units: ' ' })).toBeUndefined()
    for (const units of ['-3', '2.5', 'ten', '1e3']) expect(changeOf({ way: 'add', units })).toBeNaN()
  })
})

it('all units are those that are free, held and sold; a page without a limit has no free ones', () => {
  expect(stocked(stockOf({ stock_available: 4, stock_reserved: 2, units_sold: 14 }))).toBe(20)
  expect(stockOf({ stock_available: null, stock_reserved: 1, units_sold: 3 }).free).toBe(0)
})
