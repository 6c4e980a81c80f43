import { expect, it } from 'vitest'
import { currency, entity, money } from './wire.ts'

it('an amount that may be below zero is read as it is written', () => {
  const Difference = entity({ currency, left: money('currency', { min: 'any' }), paid: money() })
  const wire = { currency: 'SGD' as const, left: -10.25, paid: 3 }
  const read = Difference.decode(wire)
  expect(read).toEqual({ currency: 'SGD', left: -1_025n, paid: 300n })
  expect(Difference.encode(read)).toEqual(wire)
  expect(Difference.safeDecode({ ...wire, paid: -3 }).error?.issues[0]?.message).toBe('negative')
  expect(Difference.safeDecode({ ...wire, left: -0.001 }).error?.issues[0]?.message).toBe('too_many_decimals')
})
