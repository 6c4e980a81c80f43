import { allowed, type Flags, type Role } from './access.ts'
import { menuGroups, screens, type MenuGroup, type Screen, type ScreenName } from './screens.ts'

type User = { roles: readonly Role[]; flags: Flags }
const mayOpen = (screen: Screen, user: User) =>
  screen.access === 'open' || (screen.access !== 'signedOut' && allowed(screen.access, user))

const isShown = ({ menu }: Screen, user: User) => !menu?.access || allowed(menu.access, user)

/** The screens that a user may open by the path alone. */
export const screensOf = (user: User): { name: ScreenName; screen: Screen }[] =>
  (Object.entries(screens) as [ScreenName, Screen][])
    .map(([name, screen]) => ({ name, screen }))
    .filter(({ screen }) => screen.access !== 'open' && !screen.linked && mayOpen(screen, user))

/** The menu of a user: groups in order, each with the screens that they may open; without empty groups. */
export function menuOf(user: User): { group: MenuGroup; screens: { name: ScreenName; screen: Screen }[] }[] {
  const all = (Object.entries(screens) as [ScreenName, Screen][]).map(([name, screen]) => ({ name, screen }))
  return menuGroups
    .map((group) => ({
      group,
      screens: all
        .filter(({ screen }) => screen.menu?.group === group && mayOpen(screen, user) && isShown(screen, user))
        .toSorted((a, b) => (a.screen.menu?.order ?? 0) - (b.screen.menu?.order ?? 0)),
    }))
    .filter((entry) => entry.screens.length > 0)
}

/** Whether the menu of a user has nothing but what everybody has: roles for areas that their merchant doesn't have. */
export const hasOnlyCommonScreens = (user: User): boolean =>
  menuOf(user).every((group) => group.screens.every(({ screen }) => screen.access === 'anyUser'))

/** The path of a user's home: the first screen of their menu, else General Settings, which everybody may open. */
export const homeOf = (user: User): string => menuOf(user)[0]?.screens[0]?.screen.path ?? screens.generalSettings.path

/** The screen of a path; null for an unknown one. */
export function screenAt(path: string): { name: ScreenName; screen: Screen } | null {
  const found = (Object.entries(screens) as [ScreenName, Screen][]).find(([, screen]) => leadsTo(screen.path, path))
  return found ? { name: found[0], screen: found[1] } : null
}
/** A segment that begins with `$` matches any text. */
const leadsTo = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.includes('$') && new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path))

/** The path of a tenant's sign-in. */
export const tenantSignInPath = (tenant: string): string =>
  screens.tenantSignIn.path.replace('$tenant', encodeURIComponent(tenant))
