import { expect, it } from 'vitest'
import { changeBody } from './change-body.ts'

const before = { price_order_ref: 'team', quantity: 2 }
const body = (price: string, quantity: string) => changeBody({ price, quantity, when: 'now' }, before)

it('sends what is other than before', () => {
  expect(body('business', '2')).toEqual({ price_order_ref: 'business', when: 'now' })
  expect(body('team', ' 3 ')).toEqual({ quantity: 3, when: 'now' })
  expect(body('business', '3')).toEqual({ price_order_ref: 'business', quantity: 3, when: 'now' })
})

it('is none where nothing changes, or the quantity is none', () => {
  expect(['2', '', '0', '1.5', 'two'].map((quantity) => body('team', quantity))).toEqual([null, null, null, null, null])
  expect(body('business', '0')).toBeNull()
})
