import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digitsOf } from './card.ts'
import { expiryTyped, groupedNumber, inGroups } from './typing.ts'

const fours = [4, 4, 4, 4, 3]

/** One key at the caret of a card number, as the browser does it before the page reshapes it. */
function afterKey({ value, caret }: { value: string; caret: number }, key: string) {
  const changed =
    key === 'Backspace'
      ? { value: value.slice(0, Math.max(caret - 1, 0)) + value.slice(caret), caret: Math.max(caret - 1, 0) }
      : { value: value.slice(0, caret) + key + value.slice(caret), caret: caret + key.length }
  return groupedNumber(changed, fours, 19)
}

describe('a card number while it is typed', () => {
  test('keeps its digits, its groups and the digit behind which the caret is', () => {
    const key = fc.constantFrom('0', '1', '7', '9', ' ', '-', 'x', '٤', 'Backspace', '42 42')
    const steps = fc.array(fc.tuple(key, fc.option(fc.nat(30))), { maxLength: 40 })
    fc.assert(
      fc.property(steps, (keys) => {
        keys.reduce(
          (typed, [pressed, moveTo]) => {
            const from = { value: typed.value, caret: Math.min(moveTo ?? typed.caret, typed.value.length) }
            const behind = digitsOf(from.value.slice(0, from.caret)).length
            const next = afterKey(from, pressed)
            expect(next.value).toBe(inGroups(digitsOf(next.value), fours))
            expect(next.caret).toBeLessThanOrEqual(next.value.length)
            const gained =
              pressed === 'Backspace'
                ? /\d/.test(from.value[from.caret - 1] ?? '')
                  ? -1
                  : 0
                : digitsOf(pressed).length
            const reached = digitsOf(next.value.slice(0, next.caret)).length
            expect(reached).toBe(Math.min(behind + gained, digitsOf(next.value).length))
            return next
          },
          { value: '', caret: 0 },
        )
      }),
    )
  })

  test('American Express stands in 4-6-5', () => {
    expect(groupedNumber({ value: '378282246310005', caret: 15 }, [4, 6, 5], 15).value).toBe('3782 822463 10005')
  })

  test('takes no more digits than the brand has', () => {
    expect(groupedNumber({ value: '42424242424242424242', caret: 20 }, fours, 19).value).toBe('4242 4242 4242 4242 424')
  })
})

describe('an expiry date while it is typed', () => {
  const typed = (keys: string) =>
    keys
      .split('')
      .reduce(
        (value, key) => expiryTyped({ value: value + key, caret: value.length + 1 }, { deleting: false }).value,
        '',
      )

  test.each([
    ['5', '05/'],
    ['530', '05/30'],
    ['1', '1'],
    ['12', '12/'],
    ['12/30', '12/30'],
    ['1/30', '01/30'],
    ['1230', '12/30'],
    ['122030', '12/30'],
    ['12/2030', '12/30'],
    ['12300', '12/30'],
  ])('%s becomes %s', (keys, text) => {
    expect(typed(keys)).toBe(text)
  })

  test('pasted at once it is the same', () => {
    expect(expiryTyped({ value: '12 / 2030', caret: 9 }, { deleting: false })).toEqual({ value: '12/30', caret: 5 })
  })

  test('deletes to nothing, the slash too', () => {
    const shorter: string[] = []
    for (let value = '12/30'; value;) {
      value = expiryTyped({ value: value.slice(0, -1), caret: value.length - 1 }, { deleting: true }).value
      shorter.push(value)
      expect(shorter.length).toBeLessThan(8)
    }
    expect(shorter).toEqual(['12/3', '12', '1', ''])
  })
})
