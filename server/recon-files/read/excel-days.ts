const dayMs = 86_400_000
/** The day before the first one that counts; 1900 counts one day too many from March on. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/**
 * The local time of a workbook's day number, in milliseconds since 1970, to the second. The calendar of 1900 has a 29 February, day
 * 60, that never was: it is refused, and the days before it are one later than the rest suggest. A time without a day is refused too.
 */
export function excelWall(number: string, since: 1900 | 1904): number | 'not_in_date_format' | 'not_a_day' {
  if (!/^\d{1,7}(?:\.\d{0,20})?(?:E[+-]?\d{1,2})?$/i.test(number)) return 'not_in_date_format'
  const seconds = Math.round(Number(number) * 86_400)
  const days = Math.floor(seconds / 86_400)
  if (days > 109_574 || (since === 1900 && (days < 1 || days === 60))) return 'not_a_day'
  const early = since === 1900 && days < 60 ? dayMs : 0
  return epochs[since] + early + seconds * 1_000
}
