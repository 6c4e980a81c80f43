import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import { homeOf } from '#contract/menu.ts'
import { screens } from '#contract/screens.ts'
import type { CurrentUser, Session } from '#contract/session.ts'
import { redirectFor } from './guard.ts'
import { accessOf, type SessionState } from '#console/kit/auth/session.ts'

const origin = 'https://console.example'
const as = (...roles: Role[]): SessionState & { phase: 'signedIn' } => ({
  phase: 'signedIn',
  session: { token: '', signing_key: '', expires_at: '', user: userOf(roles) } satisfies Session,
})
const userOf = (roles: Role[]) =>
  ({
    roles,
    is_master_merchant: false,
    cross_border_enabled: false,
    onboarding_completed: true,
    is_email_verified: true,
  }) as CurrentUser
const at = (here: string, redirectFrom = '') => ({ here, redirectFrom, origin })

describe('the guard', () => {
  it('sends a signed-out user to the sign-in, with the address to come back to', () => {
    expect(redirectFor('paymentLinks', { phase: 'signedOut' }, at('/payment-links?q=a'))).toEqual({
      path: screens.signIn.path,
      redirectFrom: '/payment-links?q=a',
    })
  })
  it('sends a signed-in user from the sign-in to the wanted address or home, never to another origin', () => {
    const state = as('admin')
    const home = homeOf(accessOf(state.session.user))
    expect(redirectFor('signIn', state, at('/login', '/payment-links'))).toEqual({ path: '/payment-links' })
    expect(redirectFor('signIn', state, at('/login', '//evil.example'))).toEqual({ path: home })
    expect(redirectFor('signIn', state, at('/login'))).toEqual({ path: home })
  })
  it('sends a denied user to General Settings, and lets an allowed one stay', () => {
    expect(redirectFor('paymentLinks', as('recon-user'), at('/payment-links'))).toEqual({
      path: screens.generalSettings.path,
      denied: 'paymentLinks',
    })
    expect(redirectFor('paymentLinks', as('payment-links-user'), at('/payment-links'))).toBe(null)
    expect(redirectFor('generalSettings', as('recon-user'), at('/general-settings'))).toBe(null)
  })
  it('sends a lost session to the sign-out, a locked one to the lock, a forged one to no page', () => {
    expect(redirectFor('payments', { phase: 'lost' }, at('/transactions/payments'))).toEqual({
      path: screens.signOut.path,
      redirectFrom: '/transactions/payments',
    })
    expect(redirectFor('payments', { phase: 'locked' }, at('/transactions/payments'))?.path).toBe(
      screens.lockScreen.path,
    )
    const forged = { ...as('admin'), phase: 'forged' as const }
    for (const name of ['payments', 'generalSettings', 'signIn'] as const)
      expect(redirectFor(name, forged, at(screens[name].path))).toEqual({ path: screens.pageNotFound.path })
  })
  it('shows the lock to a locked session only', () => {
    expect(redirectFor('lockScreen', { phase: 'locked' }, at('/lock-screen'))).toBe(null)
    expect(redirectFor('lockScreen', { phase: 'signedOut' }, at('/lock-screen'))?.path).toBe(screens.signIn.path)
    expect(redirectFor('lockScreen', as('admin'), at('/lock-screen', '/payment-links'))?.path).toBe('/payment-links')
  })
  it('keeps a screen under the lock, with its unsaved input', () => {
    const here = { ...at('/payment-links/create-payment-links'), covered: true }
    expect(redirectFor('createPaymentLink', { phase: 'locked' }, here)).toBe(null)
    expect(redirectFor('createPaymentLink', { phase: 'lost' }, here)?.path).toBe(screens.signOut.path)
  })
  it('keeps a user with an unconfirmed address on one screen, and everybody else off it', () => {
    const state = as('admin')
    state.session.user.is_email_verified = false
    for (const name of ['payments', 'generalSettings', 'signIn', 'register', 'lockScreen'] as const)
      expect(redirectFor(name, state, at(screens[name].path))).toEqual({ path: screens.verifyEmail.path })
    expect(redirectFor('verifyEmail', state, at(screens.verifyEmail.path))).toBe(null)
    expect(redirectFor('confirmEmail', state, at(screens.confirmEmail.path))).toBe(null)
    expect(redirectFor('verifyEmail', as('admin'), at(screens.verifyEmail.path))?.path).toBe(
      homeOf(accessOf(userOf(['admin']))),
    )
    expect(redirectFor('verifyEmail', { phase: 'signedOut' }, at(screens.verifyEmail.path))?.path).toBe(
      screens.signIn.path,
    )
  })
  it('keeps a user who has to set up two-step verification on one screen, once the address is confirmed', () => {
    const state = as('admin')
    state.session.user.must_set_up_two_step = true
    for (const name of ['payments', 'profile', 'signIn', 'lockScreen', 'verifyEmail'] as const)
      expect(redirectFor(name, state, at(screens[name].path))).toEqual({ path: screens.setUpTwoStep.path })
    expect(redirectFor('setUpTwoStep', state, at(screens.setUpTwoStep.path))).toBe(null)
    expect(redirectFor('setUpTwoStep', as('admin'), at(screens.setUpTwoStep.path))?.path).toBe(
      homeOf(accessOf(userOf(['admin']))),
    )
    const volunteer = as('admin')
    const leadsBack = { ...at('/set-up-two-step?redirectFrom=%2Fprofile'), redirectFrom: '/profile' }
    volunteer.session.user.is_2fa_enabled = false
    expect(redirectFor('setUpTwoStep', volunteer, leadsBack)).toBe(null)
    volunteer.session.user.is_2fa_enabled = true
    expect(redirectFor('setUpTwoStep', volunteer, leadsBack)?.path).toBe('/profile')
    state.session.user.is_email_verified = false
    expect(redirectFor('setUpTwoStep', state, at(screens.setUpTwoStep.path))?.path).toBe(screens.verifyEmail.path)
  })
  it('opens open screens to everybody', () => {
    for (const phase of ['unknown', 'signedOut', 'lost', 'locked'] as const)
      expect(redirectFor('pageNotFound', { phase }, at('/pageNotFound'))).toBe(null)
  })
})
