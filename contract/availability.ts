import type { Flags, Role, RuleName } from './access.ts'
import { rulesOf } from './grants.ts'
import { menuOf } from './menu.ts'
import { screens } from './screens.ts'
import { signedNames } from './signed-names.ts'
import type { WebhookType } from './webhooks.ts'

/**
 * What roles and webhooks of the specification lead to as yet. It is derived, so that nothing here changes when an area is
 * built: its screens and the names that its webhooks sign are declared anyway.
 */

const asked = new Set<string>(Object.values(screens).map(({ access }) => access))

/** Whether a screen asks for the rule. What another rule allows is not available yet. */
export const isAvailable = (rule: RuleName): boolean => asked.has(rule)

/** The rules that these roles satisfy for areas that are not available yet. */
export const unavailableTo = (roles: readonly Role[]): RuleName[] => rulesOf(roles).filter((rule) => !isAvailable(rule))

/** Whether these roles open any area at all. */
export const openAnything = (roles: readonly Role[]): boolean => rulesOf(roles).some(isAvailable)

/** Whether the menu of a user has nothing but what everybody has. */
export const hasOnlyCommonScreens = (user: { roles: readonly Role[]; flags: Flags }): boolean =>
  menuOf(user).every((group) => group.screens.every(({ screen }) => screen.access === 'anyUser'))

/** Whether events of this type are sent: those that are have a body with signed names. */
export const isSent = (type: WebhookType): boolean =>
  type.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) in signedNames
