import { expect, it } from 'vitest'
import { DigitsLost, digitsLost } from './digits-lost.ts'
import { marksOf } from './propose-marks.ts'

it('marks are proposed where the column decides them', () => {
  expect(marksOf(['1,234.50', '12', ''])).toEqual({ marks: { decimal: '.', group: ',' } })
  expect(marksOf(['1.234,50', '-1,5'])).toEqual({ marks: { decimal: ',', group: '.' } })
  expect(marksOf(['1,234', '1,5'])).toEqual({ marks: { decimal: ',', group: '' } })
  expect(marksOf(['1 234', '1\u202f234,5'])).toEqual({ marks: { decimal: ',', group: ' ' } })
  expect(marksOf(['1,00,000', '12.50'])).toEqual({ marks: { decimal: '.', group: ',', indianGroups: true } })
  expect(marksOf(['5', '700', { number: '1.5' }])).toEqual({ marks: { decimal: '.', group: '' } })
  expect(marksOf([])).toEqual({ marks: { decimal: '.', group: '' } })
})

it('what admits two readings is asked with both, and never guessed', () => {
  expect(marksOf(['12', '1,234', '7,500'])).toEqual({
    example: '1,234',
    readings: [
      { marks: { decimal: '.', group: ',' }, value: '1234' },
      { marks: { decimal: ',', group: '' }, value: '1.234' },
    ],
  })
  expect(marksOf(['€ 1.234'])).toMatchObject({ example: '€ 1.234', readings: [{ value: '1.234' }, { value: '1234' }] })
})

it('a value that no marks read is named', () => {
  expect(marksOf(['1,234.5', '1.234,5'])).toMatchObject({ example: '1.234,5', fault: 'groups_wrong' })
  expect(marksOf(['1.5', 'none'])).toEqual({ example: 'none', fault: 'no_amount' })
})

it('digits that a spreadsheet lost are seen, and those that it kept', () => {
  const numbers = (...texts: string[]) => texts.map((number) => ({ number }))
  expect(digitsLost(numbers('8815309880730440', '8815309881032150', '12'))).toBe(true)
  expect(digitsLost(numbers('8.81530988073044E+15'))).toBe(true)
  expect(digitsLost(['8.81531E+15', '8.81532E+15'])).toBe(true)
  expect(digitsLost(['88153098807304400000', '8815309880730440'])).toBe(true)
  expect(digitsLost(numbers('8815309880730440', '8815309881032151'))).toBe(false)
  expect(digitsLost(['8815309880730440', '8815309881032151'])).toBe(false)
  expect(digitsLost(['8815309880730440'])).toBe(false)
  expect(digitsLost(['8815309880730440', 'A1', ...Array.from({ length: 9 }, () => '8815309880730440')])).toBe(false)
  expect(digitsLost(numbers('123456789012345', '1.5'))).toBe(false)
  expect(new DigitsLost().isLost).toBe(false)
})
