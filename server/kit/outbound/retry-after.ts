/**
 * The seconds of a Retry-After header, or null when it is absent or malformed. A date is compared with the Date header
 * of the same answer, the clock of the receiver; without that it is ignored.
 */
export function retryAfterSeconds(retryAfter: HeaderValue, date: HeaderValue): number | null {
  if (typeof retryAfter !== 'string') return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const milliseconds = httpDate(retryAfter) - httpDate(date)
  return Number.isNaN(milliseconds) ? null : Math.max(0, Math.ceil(milliseconds / 1000))
}

type HeaderValue = string | string[] | undefined

const httpDate = (text: HeaderValue) =>
  typeof text === 'string' && /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN
