/**
 * How many seconds an answer's Retry-After asks to wait, or null when it asks nothing or nonsense. A date in it is taken
 * against the Date of the same answer, the clock of the one who asks; without that it asks nothing.
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
