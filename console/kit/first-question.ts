import { limits } from '#contract/limits.ts'

/**
 * Who is there is asked before the code is read that understands the answer: `resumeSession` as `sendCall` sends it, by hand,
 * since its declaration is part of that code. A test holds the two together.
 */
export function askFirst(): void {
  asked = fetch('/gateway/api/account/session', {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: '{}',
    signal: AbortSignal.timeout(3 * limits.requestTimeoutMs),
  })
  asked.catch(() => {})
}
let asked: Promise<Response> | undefined

/** The answer to that, once; undefined when nobody has asked. */
export function firstAnswer(): Promise<Response> | undefined {
  const answer = asked
  asked = undefined
  return answer
}
