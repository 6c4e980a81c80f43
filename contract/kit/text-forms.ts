/**
 * The forms of texts that a schema of `wire.ts` and the script of a shopper's page both check. Without a library, so that the
 * script stays small.
 */

export const emailLength = 254
export const emailForm =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const phoneLength = 32
export const phoneForm = /^\+?[0-9][0-9 ().-]{4,30}$/

export const webUrlLength = 2048
/** Whether a person may be redirected there: http or https, so never `javascript:`, and without a password in it. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password
}

/** Well-formed Unicode without NUL, which PostgreSQL does not store. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** `YYYY-MM-DD HH:mm:ss` in UTC, without `toISOString`, which is several times slower: a page of a list has dozens. */
export function timestampText(date: Date): string {
  const day = `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1)}-${digits(date.getUTCDate())}`
  return `${day} ${digits(date.getUTCHours())}:${digits(date.getUTCMinutes())}:${digits(date.getUTCSeconds())}`
}
/** The moment of such a text; an invalid date for any other. */
export const momentOf = (timestamp: string): Date => new Date(`${timestamp.replace(' ', 'T')}Z`)
const digits = (value: number, length = 2) => String(value).padStart(length, '0')
