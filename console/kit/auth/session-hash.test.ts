import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '#contract/access.ts'
import { secureHashMessage } from '#contract/kit/secure-hash.ts'
import { screens } from '#contract/screens.ts'
import type { CurrentUser, Session } from '#contract/session.ts'
import { redirectFor } from '#console/kit/routing/guard.ts'
import { markedStorage } from './fixtures.ts'
import { openSession, refreshUser, sessionState, switchEnvironment } from './session.ts'

beforeEach(() => void markedStorage())
const signingKey = 'k'.repeat(43)
async function userOf(roles: Role[], { live = false }: { live?: boolean } = {}): Promise<CurrentUser> {
  const environment = live ? ('live' as const) : ('sandbox' as const)
  const message = secureHashMessage({ key: 'acme-1', environment, roles })
  return {
    subUserUuid: 'u',
    merchantUuid: 'm',
    iamportKey: 'acme-1',
    roles,
    viewing_as: null,
    is_live_mode: live,
    is_email_verified: true,
    is_master_merchant: false,
    secure_hash: await hmac(message),
  } as CurrentUser
}
async function hmac(message: string): Promise<string> {
  const [text, algorithm] = [new TextEncoder(), { name: 'HMAC', hash: 'SHA-256' }]
  const key = await crypto.subtle.importKey('raw', text.encode(signingKey), algorithm, false, ['sign'])
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign(algorithm, key, text.encode(message)))))
}
const sessionOf = (user: CurrentUser): Session => ({
  token: 't'.repeat(43),
  signing_key: signingKey,
  expires_at: '2026-01-01 12:00:00',
  user,
})
/** Sets the server's answer to the next request. */
function answer(status: number, body: object): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))
}
const place = { here: '/payment-links', origin: 'https://console.example' }
const led = () => redirectFor('paymentLinks', sessionState(), place)?.path ?? null
afterEach(() => vi.unstubAllGlobals())

it('opens with a record that fits its hash, and shows no page when any part of the record was changed', async () => {
  await openSession(sessionOf(await userOf(['payment-links-user'])))
  expect(led()).toBeNull()
  const whole = await userOf(['payment-user'])
  for (const changed of [
    { roles: ['admin'] },
    { roles: ['payment-user', 'admin'] },
    { iamportKey: 'acme-2' },
    { is_live_mode: true },
    { secure_hash: '' },
  ] as Partial<CurrentUser>[]) {
    await openSession(sessionOf({ ...whole, ...changed }))
    expect(led(), JSON.stringify(changed)).toBe(screens.pageNotFound.path)
  }
})

it('checks the hash again with each refresh', async () => {
  await openSession(sessionOf(await userOf(['payment-links-user'])))
  answer(200, { content: { user: await userOf(['payment-links-user', 'recon-user']) } })
  await refreshUser()
  expect(sessionState()).toMatchObject({ phase: 'signedIn', session: { user: { roles: ['payment-links-user', 'recon-user'] } } }) // prettier-ignore
  answer(200, { content: { user: { ...(await userOf(['payment-links-user'])), roles: ['admin'] } } })
  await refreshUser()
  expect(led()).toBe(screens.pageNotFound.path)
})

it('asks for a new key when the same record comes with a hash of another one', async () => {
  await openSession(sessionOf(await userOf(['payment-links-user'])))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit) => {
    asked.push(method)
    const user = await userOf(['payment-links-user'])
    const content = method === 'POST' ? sessionOf(user) : { user: { ...user, secure_hash: 'of another key' } }
    return new Response(JSON.stringify({ content }), { status: 200 })
  })
  await refreshUser()
  expect(asked).toEqual(['GET', 'POST'])
  expect(led()).toBeNull()
})

it('signs a user out who is inactive by now', async () => {
  await openSession(sessionOf(await userOf(['payment-links-user'])))
  answer(401, { Message: 'x', status_reason: 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR' })
  await refreshUser()
  expect(led()).toBe(screens.signOut.path)
})

it('keeps the viewed roles when the environment is switched', async () => {
  const viewing = { ...(await userOf(['payment-user'])), viewing_as: ['payment-user'] as Role[] }
  await openSession(sessionOf(viewing))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const user = await userOf(url.endsWith('view-as') ? ['payment-user'] : ['admin'], { live: true })
    const content = sessionOf({ ...user, viewing_as: url.endsWith('view-as') ? ['payment-user'] : null })
    return new Response(JSON.stringify({ content }), { status: 200 })
  })
  await switchEnvironment('live')
  expect(asked).toEqual(['/gateway/api/account/session', '/gateway/api/users/view-as'])
  expect(sessionState()).toMatchObject({ session: { user: { viewing_as: ['payment-user'], is_live_mode: true } } })
})
