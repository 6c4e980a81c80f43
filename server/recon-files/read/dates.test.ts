import { expect, it } from 'vitest'
import { dateReader, type DateForm } from './dates.ts'
import type { SourceCell } from './source-rows.ts'

const read = (form: DateForm, cell: SourceCell, zone?: string): string => {
  const found = dateReader(form)(cell, zone)
  if (typeof found === 'string') return found
  return [found.at === null ? 'day' : new Date(found.at).toISOString(), found.day, found.zone, found.mark ?? '']
    .join(' ')
    .trim()
}
const madrid = { timeZone: 'Europe/Madrid' }
const of = (format: string, cell: SourceCell, more: Partial<DateForm> = madrid) =>
  read({ formats: [format], ...more }, cell)

it('formats are read part by part, strictly', () => {
  expect(of('YYYY-MM-DD HH:mm:ss', '2016-02-12 13:05:07')).toBe('2016-02-12T12:05:07.000Z 2016-02-12 Europe/Madrid')
  expect(of('YYYY-MM-DDTHH:mm:ss.SSSZ', '2025-12-19T02:02:11.000000Z')).toBe('2025-12-19T02:02:11.000Z 2025-12-19 Z')
  expect(of('D MMM YYYY, h:mm A', '3 Sept 2026, 12:07 a.m.')).toBe('2026-09-02T22:07:00.000Z 2026-09-03 Europe/Madrid')
  expect(of('MMMM D, YYYY', 'février 9, 2026')).toBe('day 2026-02-09')
  expect(of('DD-MM-YY', '05-03-26')).toBe('day 2026-03-05')
  expect(of('YYYYMMDDHHmmss', '20260305010203', { timeZone: 'UTC' })).toBe('2026-03-05T01:02:03.000Z 2026-03-05 UTC')
  expect(of('YYYY-MM-DD HH:mm:ss z', '2026-01-05 09:00:00 PDT')).toBe('2026-01-05T16:00:00.000Z 2026-01-05 PDT')
  expect(of('[on] YYYYMMDD', 'on 20260305')).toBe('day 2026-03-05')
  expect(of('YYYYMMDD', { number: '20260305' })).toBe('day 2026-03-05')
  const wrong = ['2016-2-12', '2016-02-12 1', '2016-02-12x', '16-02-12', 'x2016-02-12', '2016/02/12', '٢٠١٦-02-12']
  expect(new Set(wrong.map((text) => of('YYYY-MM-DD', text)))).toEqual(new Set(['not_in_date_format']))
  expect(of('D/M/YYYY', '12/2/2016')).toBe('day 2016-02-12')
  for (const format of ['YYYY-MM', 'hello', 'YYYY-MM-DD hh:mm', 'DD.MM', ''])
    expect(() => dateReader({ formats: [format] })).toThrow(RangeError)
  expect(() => dateReader({ formats: ['unix'], timeZone: 'Mars/Base' })).toThrow(RangeError)
})

it('a day or an hour that there is none of is refused', () => {
  const days = [
    '2026-02-31',
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-00',
    '1899-01-01',
    '2200-01-01',
  ]
  expect(new Set(days.map((text) => of('YYYY-MM-DD', text)))).toEqual(new Set(['not_a_day']))
  expect([of('YYYY-MM-DD', '2024-02-29'), of('YYYY-MM-DD', '2000-02-29')]).toEqual(['day 2024-02-29', 'day 2000-02-29'])
  expect(of('YYYY-MM-DD HH:mm', '2026-01-01 24:00')).toBe('no_such_time')
  expect(of('YYYY-MM-DD h:mm A', '2026-01-01 13:00 PM')).toBe('no_such_time')
  expect(of('YYYY-MM-DD', '  ')).toBe('empty')
})

it('the zone is that of the value, else of its column, else of the mapping, and never a guess', () => {
  const form: DateForm = { formats: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm:ss z'], ...madrid }
  expect(read(form, '2026-01-05 09:00:00 +0530', 'PST')).toBe('2026-01-05T03:30:00.000Z 2026-01-05 +0530')
  expect(read(form, '2026-01-05 09:00:00', 'PST')).toBe('2026-01-05T17:00:00.000Z 2026-01-05 PST')
  expect(read(form, '2026-07-05 09:00:00', 'America/Los_Angeles')).toBe(
    '2026-07-05T16:00:00.000Z 2026-07-05 America/Los_Angeles',
  )
  expect(read(form, '2026-07-05 09:00:00')).toBe('2026-07-05T07:00:00.000Z 2026-07-05 Europe/Madrid')
  expect(['CST', 'IST', 'BST', 'AST'].map((zone) => read(form, '2026-01-05 09:00:00', zone))).toEqual(
    Array.from({ length: 4 }, () => 'zone_ambiguous'),
  )
  expect(read({ ...form, zones: { IST: 'Asia/Kolkata', CET: '+01:30' } }, '2026-01-05 09:00:00 IST')).toContain(
    '03:30:00.000Z',
  )
  expect(read({ ...form, zones: { CET: '+01:30' } }, '2026-01-05 09:00:00', 'CET')).toContain('07:30:00.000Z')
  expect(['XYZ', 'Mars/Base', '+25:00', 'Etc'].map((zone) => read(form, '2026-01-05 09:00:00', zone))).toEqual(
    Array.from({ length: 4 }, () => 'zone_unknown'),
  )
  expect(read({ formats: form.formats }, '2026-01-05 09:00:00')).toBe('zone_missing')
  expect(read({ formats: ['YYYY-MM-DD'] }, '2026-01-05')).toBe('day 2026-01-05')
})

it('seconds and milliseconds since 1970 are moments, of the day that the zone has then', () => {
  expect(of('unix', '1769900400')).toBe('2026-01-31T23:00:00.000Z 2026-02-01 UTC')
  expect(of('unix_ms', '1769900400123', {})).toBe('2026-01-31T23:00:00.123Z 2026-01-31 UTC')
  expect(of('unix', { number: '1.7699004E9' })).toBe('2026-01-31T23:00:00.000Z 2026-02-01 UTC')
  expect([of('unix', '17699004.5'), of('unix', '99999999999'), of('unix', '-1')]).toEqual([
    'not_in_date_format',
    'not_a_day',
    'not_in_date_format',
  ])
})

it('day numbers of 1900 and 1904 are read to the second, and the day that never was is refused', () => {
  const at = (number: string, date?: 1900 | 1904) => of('excel', date ? { number, date } : number, { timeZone: 'UTC' })
  expect([at('1'), at('59'), at('60'), at('61'), at('0.5'), at('45000')]).toEqual(
    ['day 1900-01-01', 'day 1900-02-28', 'not_a_day', 'day 1900-03-01', 'not_a_day', 'day 2023-03-15'],
  ) // prettier-ignore
  expect([at('0', 1904), at('60', 1904), at('43538', 1904)]).toEqual([
    'day 1904-01-01',
    'day 1904-03-01',
    'day 2023-03-15',
  ])
  expect(at('45000.999988425927', 1900)).toBe('2023-03-15T23:59:59.000Z 2023-03-15 UTC')
  expect(at('4.5000500000000002E4', 1900)).toBe('2023-03-15T12:00:00.000Z 2023-03-15 UTC')
  expect(of('YYYY-MM-DD', { number: '45000', date: 1900 })).toBe('day 2023-03-15')
  expect([at('x'), at('-1'), at('9999999')]).toEqual(['not_in_date_format', 'not_in_date_format', 'not_a_day'])
})

it('a value that two formats read differently is refused, a date that is guessed is caught', () => {
  const form: DateForm = { formats: ['DD/MM/YYYY', 'MM/DD/YYYY'] }
  expect([read(form, '12/02/2016'), read(form, '13/02/2016'), read(form, '02/02/2016')]).toEqual(
    ['date_ambiguous', 'day 2016-02-13', 'day 2016-02-02'],
  ) // prettier-ignore
  // JavaScript's own parser takes the American reading, and 31 February for a day of March.
  expect(read(form, '12/02/2016')).not.toBe(`day ${new Date('12/02/2016Z').toISOString().slice(0, 10)}`)
  expect(read({ formats: ['YYYY-MM-DD'] }, '2016-02-31')).toBe('not_a_day')
})

it('a million dates take a second', () => {
  const reader = dateReader({ formats: ['YYYY-MM-DD HH:mm:ss'], ...madrid })
  const texts = Array.from({ length: 10_000 }, (_, at) =>
    new Date(1_769_900_400_000 + at * 3_600_123).toISOString().slice(0, 19).replace('T', ' '),
  )
  for (const text of texts) reader(text)
  const started = performance.now()
  for (let round = 0; round < 10; round += 1) for (const text of texts) reader(text)
  // A tenth of them, on a machine that does other things too.
  expect(performance.now() - started).toBeLessThan(400)
})
