import { createRootRoute, createRoute, createRouter, Outlet, redirect, type AnyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { homeOf, screenAt, screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { ErrorScreen } from '#console/kit/shell/error-screen.tsx'
import { elsewhere, type Elsewhere } from './guard.ts'
import type { LazyScreen } from './lazy-screen.tsx'
import type { RawSearch } from './screen-link.tsx'
import {
  accessOf,
  hasUser,
  onSessionChange,
  refreshUser,
  sessionState,
  settledSession,
} from '#console/kit/auth/session.ts'
import { Shell } from '#console/kit/shell/shell.tsx'
import { ScreenSkeleton } from '#console/kit/ui/skeletons.tsx'

/** How long a screen may take before a skeleton is drawn in its place. */
export const pendingMs = 200

type SearchReaders = Partial<Record<ScreenName, (raw: RawSearch) => object>>

/** What `console/screens.tsx` hands to the kit, which imports no domain. */
interface Screens {
  views: Record<ScreenName, LazyScreen>
  searches: SearchReaders
  /** What domains put into the top bar. */
  topBarItems: ReactNode
}

/** The router of all screens: each guarded by its rule, inside the shell unless it stands alone. */
export function consoleRouter({ views, searches, topBarItems }: Screens) {
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
        return { ...searches[name]?.(raw as RawSearch), ...(acting ? { acting } : {}) }
      },
      beforeLoad: ({ location }) => enter(name, location.href, views[name]),
      loader: () => views[name].load(),
      component: views[name].Component,
    })
  const names = Object.keys(views) as ScreenName[]
  const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goHome })
  const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toRoot })
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
    defaultPendingComponent: ScreenSkeleton,
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

/** Where a user is kept who has something to do first. */
const waits = (name: ScreenName) => name === 'verifyEmail' || name === 'setUpTwoStep'
const standsAlone = (name: ScreenName) => {
  const { access }: Screen = screens[name]
  return access === 'open' || access === 'signedOut' || name === 'lockScreen' || waits(name)
}

let lastEntered = ''
/** Lets the user in or sends them elsewhere, and has their record refreshed on the way. */
async function enter(name: ScreenName, here: string, view: LazyScreen): Promise<void> {
  void view.load().catch(() => undefined) // begins beside the session; the loader reports
  const { access }: Screen = screens[name]
  if (access === 'open') return
  if (access !== 'signedOut') await settledSession()
  else void settledSession()
  const moved = lastEntered !== '' && lastEntered !== name
  lastEntered = name
  const refreshed = moved && !standsAlone(name) ? refreshUser() : null
  if (redirected(name, here)) await refreshed // perhaps the rule has just begun to hold
  const away = redirected(name, here)
  if (away) throw redirect({ ...away, replace: true })
}

function redirected(name: ScreenName, here: string) {
  const { origin } = location
  const redirectFrom = URL.parse(here, origin)?.searchParams.get('redirectFrom') ?? ''
  const covered = hasUser() && !standsAlone(name)
  const found = elsewhere(name, sessionState(), { here, redirectFrom, origin, covered })
  return found && destination(found)
}
function destination({ path, redirectFrom, denied }: Elsewhere) {
  const url = new URL(path, location.origin)
  const search = {
    ...Object.fromEntries(url.searchParams),
    ...(redirectFrom ? { redirectFrom } : {}),
    ...(denied ? { denied } : {}),
  }
  return { to: url.pathname, search: search as never }
}

async function goHome(): Promise<void> {
  const state = await settledSession()
  const to = state.phase === 'signedIn' ? homeOf(accessOf(state.session.user)) : screens.generalSettings.path
  const away = redirected('generalSettings', '/')
  throw redirect(away ? { ...away, replace: true } : { to, replace: true })
}
function toRoot(): never {
  throw redirect({ to: '/', replace: true })
}

/** Search texts as they are, without the quotes of JSON: `?ref=123`. */
function searchText(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `?${text.replaceAll('%2C', ',')}` : ''
}
