import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resumeSession } from '#contract/session.ts'
import { markedStorage } from './fixtures.ts'
import { preloadSession, preloadedAnswer } from './session-preload.ts'
import { sendCall } from '#console/kit/api/send-call.ts'
import { likelySession, sessionState, settledSession } from './session.ts'

/** Replaces the network: answers 401 and keeps the requests. */
function network() {
  const asked: { url: string; request: RequestInit }[] = []
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    asked.push({ url, request })
    return Promise.resolve(new Response('{}', { status: 401 }))
  })
  return asked
}
beforeEach(() => void markedStorage())
afterEach(() => vi.unstubAllGlobals())

it('sends the same request as the session would, and gives its answer once', async () => {
  const asked = network()
  preloadSession()
  expect((await preloadedAnswer())?.status).toBe(401)
  expect(preloadedAnswer()).toBeUndefined()
  await sendCall(resumeSession, { body: {} }, {}).catch(() => undefined)
  const [first, sent] = asked
  expect(asked).toHaveLength(2)
  expect(first?.url).toBe(sent?.url)
  const { method, body, credentials, headers } = sent?.request ?? {}
  expect(first?.request).toMatchObject({ method, body, credentials })
  expect(headers).toMatchObject(first?.request.headers as Record<string, string>)
})

it('is not sent on a first visit, where there can be no session', async () => {
  const asked = network()
  markedStorage().clear()
  preloadSession()
  expect((await likelySession()).phase).toBe('unknown')
  expect(asked).toHaveLength(0)
})

it('is not followed by a second request of the session', async () => {
  const asked = network()
  preloadSession()
  await settledSession()
  expect(sessionState().phase).toBe('signedOut')
  expect(asked).toHaveLength(1)
})
