import { expect, it } from 'vitest'
import { amountIn } from './amount-search.ts'

it.each([
  ['125.50', 125.5, null],
  ['125,50 MYR', 125.5, 'MYR'],
  ['MYR 1.250,5', 1250.5, 'MYR'],
  ['1,250', 1250, null],
  ['1.250.000', 1250000, null],
  ['1,250,000.75', 1250000.75, null],
  ["1'250.75", 1250.75, null],
  ['1 250', 1250, null],
])('%s is an amount', (text, major, currency) => {
  expect(amountIn(text)).toEqual({ major, currency })
})
it.each(['MERCHANT1', '12.3456', '1.2.3 QQQ', '', '-5', '125 MYR SGD', '٣', '1e9'])('%s is none', (text) => {
  expect(amountIn(text)).toBeNull()
})
