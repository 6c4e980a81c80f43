/** What came back: a status with its JSON, or nothing that could be understood. */
export type Reply = { status: number; body: unknown; retryAfterMs: number } | 'unreachable'

/** One request with JSON both ways. Never throws: no network, no answer in time and no JSON are all `unreachable`. */
export async function ask(url: string, { method, body, headers = {}, timeoutMs = 20_000 }: Question): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      // Only the pages on which customers see to subscriptions have a session; one of the console in this browser must not be sent.
      credentials: url.includes('/manage/') ? 'same-origin' : 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // A date, which is no number, counts as none.
    const seconds = Number(response.headers.get('retry-after')) || 0
    const retryAfterMs = Math.min(Math.max(seconds, 0), 60) * 1_000
    return { status: response.status, body: await response.json(), retryAfterMs }
  } catch {
    return 'unreachable'
  }
}
export interface Question {
  method: 'GET' | 'POST'
  body?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** By default 20 seconds. */
  timeoutMs?: number
}

/** What stands at a path of an answer that could be anything. */
export const valueAt = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[name] : null,
    body,
  )

/** The text there, or empty. */
export function textAt(body: unknown, ...path: readonly (string | number)[]): string {
  const value = valueAt(body, ...path)
  return typeof value === 'string' ? value : ''
}
