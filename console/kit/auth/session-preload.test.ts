import { afterEach, expect, it, vi } from 'vitest'
import { resumeSession } from '#contract/session.ts'
import { preloadSession, preloadedAnswer } from './session-preload.ts'
import { sendCall } from '#console/kit/api/send-call.ts'
import { sessionState, settledSession } from './session.ts'

/** The network answers that nobody is signed in, and keeps what it was asked. */
function network() {
  const asked: { url: string; request: RequestInit }[] = []
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    asked.push({ url, request })
    return Promise.resolve(new Response('{}', { status: 401 }))
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

it('is what the session would ask, and is answered once', async () => {
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

it('is not asked again by who wants to know how the session stands', async () => {
  const asked = network()
  preloadSession()
  await settledSession()
  expect(sessionState().phase).toBe('signedOut')
  expect(asked).toHaveLength(1)
})
