import i18next from 'i18next'
import { readSession } from '#contract/session.ts'
import { base, answerOf, callError, CallError, noAnswer, reach } from './send-call.ts'
import { asUser, onSessionChange, sessionState } from '#console/kit/auth/session.ts'

/**
 * Follows the server-sent events of a path with the user's token until `signal` aborts. A broken stream is opened again
 * after growing delays, but only while a user is signed in and the session is not locked. The browser's EventSource cannot
 * send the token. The first event of each
 * opening is the server's own, since events before it were missed.
 */
export async function followEvents(path: string, onEvent: (event: string) => void, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await untilSignedIn(signal)
    let opened = false
    await asUser(({ token }) =>
      readEvents(path, token, signal, (event) => {
        opened = true
        onEvent(event)
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof CallError) && !signal.aborted) throw error
    })
    failures = opened ? 0 : failures + 1
    await pause(Math.min(longestMs, shortestMs * 2 ** failures) * (0.5 + Math.random()), signal)
  }
}
const shortestMs = 1_000
const longestMs = 60_000
const dataField = 'data: '
/** The server sends at least a comment every 15 s. */
const silentMs = 45_000

async function readEvents(
  path: string,
  token: string,
  ending: AbortSignal,
  onEvent: (event: string) => void,
): Promise<void> {
  const silent = new AbortController()
  let watchdog = setTimeout(() => silent.abort(), silentMs)
  try {
    const response = await reach(base + path, {
      headers: {
        Accept: 'text/event-stream',
        'Accept-Language': i18next.language,
        Authorization: `Bearer ${token}`,
        'X-Background': '1',
      },
      credentials: 'same-origin',
      signal: AbortSignal.any([ending, silent.signal]),
    })
    if (!response.ok || !response.body) throw callError(readSession, response, await answerOf(response))
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watchdog)
      watchdog = setTimeout(() => silent.abort(), silentMs)
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith(dataField)) onEvent(line.slice(dataField.length))
    }
  } catch (cause) {
    if (cause instanceof CallError) throw cause
    throw new CallError('The stream broke.', { status: 0, reason: noAnswer, errors: [], requestId: '' })
  } finally {
    clearTimeout(watchdog)
  }
}

function untilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (sessionState().phase !== 'signedIn' && !signal.aborted) return
      stop()
      resolve()
    }
    const stop = onSessionChange(look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
