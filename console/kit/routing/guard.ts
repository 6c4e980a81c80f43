import { allowed } from '#contract/access.ts'
import type { CurrentUser } from '#contract/session.ts'
import { homeOf } from '#contract/menu.ts'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { ownPath } from './redirect-from.ts'
import { accessOf, type SessionState } from '#console/kit/auth/session.ts'

/** The redirect of a user who may not open the wanted screen. */
export interface Redirect {
  path: string
  redirectFrom?: string
  /** The denied screen, so that the screen shown instead can give the reason. */
  denied?: ScreenName
}

interface Place {
  here: string
  redirectFrom?: string
  origin: string
  /** The lock is drawn over the screen, which keeps its unsaved input; after a reload there is no screen to cover. */
  covered?: boolean
}

/**
 * The redirect that the session's state requires for a screen; null when the screen may be shown. `here` is the
 * wanted address, `redirectFrom` its parameter of that name.
 */
export function redirectFor(
  name: ScreenName,
  state: SessionState,
  { here, redirectFrom, origin, covered = false }: Place,
): Redirect | null {
  const screen: Screen = screens[name]
  if (screen.access === 'open') return null
  if (state.phase === 'signedIn') {
    const user = accessOf(state.session.user)
    const first = toDoFirst(state.session.user)
    if (first) return name === first ? null : { path: screens[first].path }
    // Payouts lead there who lacks a second factor; once it is set up, the address leads back.
    if (name === 'setUpTwoStep' && redirectFrom && !state.session.user.is_2fa_enabled) return null
    if (screen.access === 'signedOut' || name === 'lockScreen' || name === 'verifyEmail' || name === 'setUpTwoStep')
      return { path: ownPath(redirectFrom, origin) ?? homeOf(user) }
    return allowed(screen.access, user) ? null : { path: screens.generalSettings.path, denied: name }
  }
  if (state.phase === 'forged') return { path: screens.pageNotFound.path }
  if (screen.access === 'signedOut') return null
  if (name === 'lockScreen') return state.phase === 'locked' ? null : { path: screens.signIn.path }
  if (covered && state.phase === 'locked') return null
  return { path: doorOf(state.phase), ...(here === '/' ? {} : { redirectFrom: here }) }
}

/** Whether the rule of a screen that takes a session lets this user in. */
export function mayOpen(name: ScreenName, user: CurrentUser): boolean {
  const { access }: Screen = screens[name]
  return access !== 'open' && access !== 'signedOut' && allowed(access, accessOf(user))
}

/** The screen of a step that the user has to do first. */
function toDoFirst({ is_email_verified, must_set_up_two_step }: CurrentUser): 'verifyEmail' | 'setUpTwoStep' | null {
  if (!is_email_verified) return 'verifyEmail'
  return must_set_up_two_step ? 'setUpTwoStep' : null
}

function doorOf(phase: SessionState['phase']): string {
  if (phase === 'locked') return screens.lockScreen.path
  return phase === 'lost' ? screens.signOut.path : screens.signIn.path
}
