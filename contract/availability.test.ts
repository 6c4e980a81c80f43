import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { roles, type Flags } from './access.ts'
import { hasOnlyCommonScreens, isAvailable, isSent, openAnything, unavailableTo } from './availability.ts'
import { roleRules } from './grants.ts'
import { homeOf, menuOf } from './menu.ts'
import { screens } from './screens.ts'
import { webhookTypes } from './webhooks.ts'

const flags: Flags = {
  master: false,
  crossBorder: false,
  onboarded: true,
  reconAnalytics: true,
  reconDashboard: true,
  reconReports: true,
}

it('a right is available exactly where a screen asks for it', () => {
  for (const rule of roleRules)
    expect(isAvailable(rule), rule).toBe(Object.values(screens).some(({ access }) => access === rule))
  expect(isAvailable('refund')).toBe(true)
})

it('a role that opens nothing leads home to what everybody has, and its rights are all named', () => {
  for (const role of roles) {
    const user = { roles: [role], flags }
    const own = menuOf(user).flatMap((group) => group.screens.filter(({ screen }) => screen.access !== 'anyUser'))
    expect(hasOnlyCommonScreens(user), role).toBe(own.length === 0)
    if (openAnything([role])) continue
    expect(unavailableTo([role]).length, role).toBeGreaterThan(0)
    expect(homeOf(user)).toBe(screens.generalSettings.path)
  }
  expect(openAnything(['payment-links-user'])).toBe(true)
})

it('a type of webhook is sent exactly where a domain publishes it', () => {
  const server = join(import.meta.dirname, '../server')
  const published = readdirSync(server).flatMap((domain) => {
    try {
      return Array.from(
        readFileSync(join(server, domain, 'publish-webhook.ts'), 'utf8').matchAll(/\{\s+type: '(\w+)'/g),
        ([, type]) => type,
      )
    } catch {
      return []
    }
  })
  expect(published.length).toBeGreaterThan(3)
  expect(new Set<string | undefined>(webhookTypes.filter(isSent))).toEqual(new Set(published))
})
