import { expect, test } from 'vitest'
import { dialled, ways } from './methods.ts'

test.each([
  ['0812 3456 7890', '+6281234567890'],
  ['812-3456-7890', '+6281234567890'],
  ['+62 812 3456 7890', '+6281234567890'],
  ['0062 812 3456 7890', '+6281234567890'],
  ['62 812 3456 7890', '+6281234567890'],
  ['+62 (0)812 3456 7890', '+6281234567890'],
  ['+65 9123 4567', null],
  ['0065 9123 4567', null],
  ['0812', null],
  ['+62', null],
  ['', null],
  ['0812 3456 7890 1234', null],
])('%j is dialled as %j in Indonesia', (typed, number) => expect(dialled(typed, '62')).toBe(number))

test('a way for the telephones of one country asks for one, and is offered in that country alone', () => {
  for (const { asks, places } of ways.filter(({ callingCode }) => callingCode)) {
    expect(asks).toContain('phone')
    expect(Object.keys(places ?? {})).toHaveLength(1)
  }
})
