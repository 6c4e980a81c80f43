import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { secureHashMessage } from '#contract/kit/secure-hash.ts'
import { screens } from '#contract/screens.ts'
import { sessionEndErrors } from '#contract/session-ends.ts'
import { redirectFor } from '#console/kit/routing/guard.ts'
import { markedStorage } from './fixtures.ts'
import { serverWait } from './server-wait.ts'

/** The question for the session after a load, with the network replaced. Each test has modules of its own, as a tab has. */
beforeEach(() => {
  vi.resetModules()
  markedStorage()
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

const refused = { Message: 'x', status_reason: 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR' }
const place = { here: '/payment-links', origin: 'https://console.example' }
function answering(...answers: (() => Promise<Response>)[]): void {
  vi.stubGlobal('fetch', () => (answers.shift() ?? answers[0] ?? (() => Promise.reject(new TypeError('offline'))))())
}
const status =
  (code: number, body: object = {}) =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status: code }))
const whole = async () => {
  const key = 'k'.repeat(43)
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const message = secureHashMessage({ key: 'acme-1', environment: 'sandbox', roles: ['admin'] })
  const sealed = await crypto.subtle.sign(
    algorithm,
    await crypto.subtle.importKey('raw', text.encode(key), algorithm, false, ['sign']),
    text.encode(message),
  )
  const user = {
    subUserUuid: 'u', merchantUuid: 'm', iamportKey: 'acme-1', roles: ['admin'], viewing_as: null, is_live_mode: false,
    is_email_verified: true, secure_hash: btoa(String.fromCharCode(...new Uint8Array(sealed))),
  } // prettier-ignore
  return status(200, { content: { token: 't'.repeat(43), signing_key: key, expires_at: '2026-01-01 12:00:00', user } })
}
const modules = async () => ({
  ...(await import('./session.ts')),
  ...((await import('./server-wait.ts')) as { serverWait: typeof serverWait }),
})

it.each([
  ['429', status(429)],
  ['500', status(500)],
  ['503', status(503)],
  ['a page of a proxy', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))],
  ['no network', () => Promise.reject(new TypeError('failed'))],
])('after %s it is asked again, and shows the sign-in to nobody', async (_, failing) => {
  answering(failing, failing, await whole())
  const tab = await modules()
  const settled = tab.settledSession()
  for (let tries = 0; tries < 2; tries++) {
    await expect.poll(tab.serverWait).not.toBeNull()
    expect(tab.sessionState().phase).toBe('unknown')
    const waiting = tab.serverWait()
    waiting?.retry()
    if (tries === 0) await expect.poll(() => tab.serverWait() !== waiting).toBe(true)
  }
  expect((await settled).phase).toBe('signedIn')
  expect(tab.serverWait()).toBeNull()
  expect(redirectFor('paymentLinks', tab.sessionState(), place)).toBeNull()
})

it('401 leads to the sign-in, with the reason where the session has ended', async () => {
  answering(status(401, { ...refused, errors: sessionEndErrors('elsewhere') }))
  const tab = await modules()
  expect((await tab.settledSession()).phase).toBe('signedOut')
  expect(tab.sessionEnd()).toBe('elsewhere')
  expect(redirectFor('paymentLinks', tab.sessionState(), place)?.path).toBe(screens.signIn.path)
})

it('401 without a reason says nothing, as for a browser in which nobody was signed in', async () => {
  answering(status(401, refused))
  const tab = await modules()
  await tab.settledSession()
  expect(tab.sessionEnd()).toBeNull()
})
