import { expect, it } from 'vitest'
import { formatsOf } from './propose-dates.ts'

const proposed = (...values: string[]) => {
  const found = formatsOf(values)
  return 'format' in found
    ? found.format
    : 'readings' in found
      ? found.readings.map(({ format }) => format)
      : found.fault
}

it('a format is proposed where exactly one reads every value', () => {
  expect(proposed('12/02/2016', '25/02/2016')).toBe('DD/MM/YYYY')
  expect(proposed('12/02/2016', '12/25/2016')).toBe('MM/DD/YYYY')
  expect(proposed('1/2/2016', '25/2/2016')).toBe('D/M/YYYY')
  expect(proposed('2016-02-12 10:00:00', '', '2016-02-13 11:12:13')).toBe('YYYY-MM-DD HH:mm:ss')
  expect(proposed('2025-12-19T02:02:11.000000Z')).toBe('YYYY-MM-DDTHH:mm:ss.SSSZ')
  expect(proposed('2026/01/05 23:59:59 -0800')).toBe('YYYY/MM/DD HH:mm:ss Z')
  expect(proposed('20260105')).toBe('YYYYMMDD')
  expect(proposed('5 Mar 2026 1:07 PM')).toBe('D MMM YYYY h:mm A')
  expect(proposed('Mar 5, 2026')).toBe('MMM D, YYYY')
  expect(proposed('1769900400', '1769900401')).toBe('unix')
  expect(proposed('1769900400123')).toBe('unix_ms')
  expect(proposed('20260105101112')).toBe('YYYYMMDDHHmmss')
  expect(formatsOf([{ number: '45000', date: 1900 }])).toEqual({ format: 'excel', hasTime: false, hasZone: false })
  expect(formatsOf([{ number: '45000.5', date: 1900 }])).toEqual({ format: 'excel', hasTime: true, hasZone: false })
  expect(formatsOf(['2026-01-05 10:00:00 IST'])).toEqual({
    format: 'YYYY-MM-DD HH:mm:ss z',
    hasTime: true,
    hasZone: true,
  })
})

it('what admits two readings is asked with each of them, and never guessed', () => {
  expect(formatsOf(['02/02/2016', '12/02/2016'])).toEqual({
    example: '12/02/2016',
    readings: [
      { format: 'DD/MM/YYYY', value: '2016-02-12' },
      { format: 'MM/DD/YYYY', value: '2016-12-02' },
    ],
  })
  // Both say the same of this one, and will not of the next.
  expect(proposed('02/02/2016')).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY'])
  expect(proposed('05-03-04')).toEqual(['DD-MM-YY', 'MM-DD-YY', 'YY-MM-DD'])
})

it('a value that no format reads is named, with the reason of the format that comes furthest', () => {
  expect(formatsOf(['2016-01-30', '2016-02-31'])).toEqual({ example: '2016-02-31', fault: 'not_a_day' })
  expect(formatsOf(['abc'])).toEqual({ example: 'abc', fault: 'not_in_date_format' })
  expect(formatsOf(['25/12/2016', '12/25/2016'])).toEqual({ example: '12/25/2016', fault: 'not_a_day' })
  expect(formatsOf(['', ' '])).toEqual({ example: '', fault: 'empty' })
})
