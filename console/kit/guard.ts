import { allowed } from '#contract/access.ts'
import { homeOf, screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { ownPath } from './redirect-from.ts'
import { accessOf, type SessionState } from './session.ts'

/** Where the user is sent instead of where they wanted to go. */
export interface Elsewhere {
  path: string
  redirectFrom?: string
}

/**
 * Whether the screen may be shown as the session stands; null is yes. `here` is the wanted address, `redirectFrom` what
 * it carries under that name.
 */
export function elsewhere(
  name: ScreenName,
  state: SessionState,
  { here, redirectFrom, origin }: { here: string; redirectFrom?: string; origin: string },
): Elsewhere | null {
  const screen: Screen = screens[name]
  if (screen.access === 'open') return null
  if (state.phase === 'signedIn') {
    const user = accessOf(state.session.user)
    if (screen.access === 'signedOut' || name === 'lockScreen')
      return { path: ownPath(redirectFrom, origin) ?? homeOf(user) }
    return allowed(screen.access, user) ? null : { path: screens.generalSettings.path }
  }
  if (state.phase === 'forged') return { path: screens.pageNotFound.path }
  if (screen.access === 'signedOut') return null
  if (name === 'lockScreen') return state.phase === 'locked' ? null : { path: screens.signIn.path }
  return { path: doorOf(state.phase), ...(here === '/' ? {} : { redirectFrom: here }) }
}

function doorOf(phase: SessionState['phase']): string {
  if (phase === 'locked') return screens.lockScreen.path
  return phase === 'lost' ? screens.signOut.path : screens.signIn.path
}
