import { createRootRoute, createRoute, createRouter, Outlet, redirect, type AnyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { homeOf, screenAt } from '#contract/menu.ts'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { ErrorScreen } from '#console/kit/shell/error-screen.tsx'
import { redirectFor, type Redirect } from './guard.ts'
import type { LazyScreen } from './lazy-screen.tsx'
import { readSearch, type RawSearch } from './screen-link.tsx'
import {
  accessOf,
  hasUser,
  likelySession,
  onSessionChange,
  refreshUser,
  sessionState,
  settledSession,
} from '#console/kit/auth/session.ts'
import { Pending } from '#console/kit/shell/connection.tsx'
import { Shell } from '#console/kit/shell/shell.tsx'

/** The time in milliseconds after which a skeleton takes the place of a screen that is still loading. */
export const pendingMs = 200

/** Handed in by `console/screens.tsx`, since the kit imports no domain. */
interface Screens {
  views: Record<ScreenName, LazyScreen>
  /** Buttons of domains in the top bar. */
  topBarItems: ReactNode
}

/** The router of all screens. Each screen is guarded by its rule and drawn inside the shell, unless it stands alone. */
export function consoleRouter({ views, topBarItems }: Screens) {
  const root = createRootRoute({ component: Outlet })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: () => <Shell topBarItems={topBarItems} />,
  })
  const routeOf = (name: ScreenName, parent: AnyRoute) =>
    createRoute({
      getParentRoute: () => parent,
      path: screens[name].path,
      validateSearch: (raw: Record<string, unknown>): object => {
        const { acting } = raw as RawSearch
        return { ...readSearch(name, raw as RawSearch), ...(acting ? { acting } : {}) }
      },
      beforeLoad: ({ location }) => enter(name, location.href, views[name]),
      loader: () => views[name].load(),
      component: views[name].Component,
    })
  const names = Object.keys(views) as ScreenName[]
  const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goHome })
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => void likelySession(),
    loader: () => views.pageNotFound.load(),
    component: views.pageNotFound.Component,
  })
  const router = createRouter({
    routeTree: root.addChildren([
      home,
      unknown,
      ...names.filter(standsAlone).map((name) => routeOf(name, root)),
      shell.addChildren(names.filter((name) => !standsAlone(name)).map((name) => routeOf(name, shell))),
    ]),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: searchText,
    scrollRestoration: true,
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Pending,
    defaultErrorComponent: ErrorScreen,
    defaultStructuralSharing: true,
  })
  onSessionChange(() => {
    const found = screenAt(router.state.location.pathname)
    const away = found && redirected(found.name, router.state.location.href)
    if (away) void router.navigate({ ...away, replace: true })
  })
  return router
}

/** Screens that a user cannot leave before a required step is done. */
const isRequiredStep = (name: ScreenName) => name === 'verifyEmail' || name === 'setUpTwoStep'
const standsAlone = (name: ScreenName) => {
  const { access }: Screen = screens[name]
  return access === 'open' || access === 'signedOut' || name === 'lockScreen' || isRequiredStep(name)
}

let lastEntered = ''
/** Guards a screen: redirects a user who may not open it. A change of screen also refreshes the user's record. */
async function enter(name: ScreenName, here: string, view: LazyScreen): Promise<void> {
  void view.load().catch(() => undefined) // starts in parallel with the session; the loader reports a failure
  const { access }: Screen = screens[name]
  if (access === 'open') return
  await (access === 'signedOut' ? likelySession() : settledSession())
  const moved = lastEntered !== '' && lastEntered !== name
  lastEntered = name
  const refreshed = moved && !standsAlone(name) ? refreshUser() : null
  if (redirected(name, here)) await refreshed // the refreshed record may satisfy the rule
  const away = redirected(name, here)
  if (away) throw redirect({ ...away, replace: true })
}

function redirected(name: ScreenName, here: string) {
  const { origin } = location
  const redirectFrom = URL.parse(here, origin)?.searchParams.get('redirectFrom') ?? ''
  const covered = hasUser() && !standsAlone(name)
  const found = redirectFor(name, sessionState(), { here, redirectFrom, origin, covered })
  return found && destination(found)
}
function destination({ path, redirectFrom, denied }: Redirect) {
  const url = new URL(path, location.origin)
  const search = {
    ...Object.fromEntries(url.searchParams),
    ...(redirectFrom ? { redirectFrom } : {}),
    ...(denied ? { denied } : {}),
  }
  return { to: url.pathname, search: search as never }
}

async function goHome(): Promise<void> {
  const state = await likelySession()
  const to = state.phase === 'signedIn' ? homeOf(accessOf(state.session.user)) : screens.generalSettings.path
  const away = redirected('generalSettings', '/')
  throw redirect(away ? { ...away, replace: true } : { to, replace: true })
}

/** Query parameters as plain texts, without the JSON quotes of the router's default: `?ref=123`. */
function searchText(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `?${text.replaceAll('%2C', ',')}` : ''
}
