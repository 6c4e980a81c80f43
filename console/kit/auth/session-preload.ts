import { limits } from '#contract/limits.ts'
import { hasSessionMark } from './session-mark.ts'

/**
 * Sends `resumeSession` before the console's code is loaded, so that the two run in parallel, where there may be a session.
 * The request is written out here, since its declaration is part of that code. A test compares it with the request of
 * `sendCall`.
 */
export function preloadSession(): void {
  if (!hasSessionMark()) return
  preloaded = fetch('/gateway/api/account/session', {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: '{}',
    signal: AbortSignal.timeout(3 * limits.requestTimeoutMs),
  })
  preloaded.catch(() => {})
}
let preloaded: Promise<Response> | undefined

/** The answer to that request, on the first call only; undefined when none was sent. */
export function preloadedAnswer(): Promise<Response> | undefined {
  const answer = preloaded
  preloaded = undefined
  return answer
}
