import { expect, it } from 'vitest'
import { roles, type Flags } from './access.ts'
import { hasOnlyCommonScreens, homeOf } from './menu.ts'
import { screens } from './screens.ts'

const flags: Flags = {
  master: false,
  crossBorder: false,
  onboarded: true,
  reconAnalytics: true,
  reconDashboard: true,
  reconReports: true,
}

it('every role opens an area of a merchant who sells at home', () => {
  for (const role of roles) expect(hasOnlyCommonScreens({ roles: [role], flags }), role).toBe(false)
})

it('a role for areas that a merchant does not have leads home to what everybody has', () => {
  const user = { roles: ['payment-channel-configurator'], flags: { ...flags, crossBorder: true } } as const
  expect(hasOnlyCommonScreens(user)).toBe(true)
  expect(homeOf(user)).toBe(screens.generalSettings.path)
})
