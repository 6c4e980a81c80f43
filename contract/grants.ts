import { roles, rules, type Condition, type Role, type Rule, type RuleName } from './access.ts'

/**
 * Granting of roles, computed from the rules of `access.ts`. A grant never exceeds the granter's own rights. A
 * deputy has an administrator's rules, and still may not change an administrator.
 */

/** The rules that roles satisfy, apart from the merchant's flags. */
export function rulesOf(held: readonly Role[]): RuleName[] {
  return roleRules.filter((rule) => rolesFor(rule).some((role) => held.includes(role)))
}

/** The rules that ask for a role; the others are open to every signed-in user, or to anybody. */
export const roleRules = (Object.keys(rules) as RuleName[]).filter((rule) => typeof rules[rule].who !== 'string')

/** The roles of which each alone satisfies the rule, apart from the merchant's flags. */
export function rolesFor(rule: RuleName): readonly Role[] {
  const { who }: Rule = rules[rule]
  return typeof who === 'string' ? (who === 'session' ? roles : []) : who
}

/** The conditions of a rule on the merchant, as the reasons of their denials. */
export const conditionsOf = (rule: RuleName): readonly Condition[] => (rules[rule] as Rule).checks.map(([, why]) => why)

/** Whether a user with these roles may grant a role, or view the console as it. */
export function mayGrant(granter: readonly Role[], role: Role): boolean {
  if (role === 'admin' && !granter.includes('admin')) return false
  const own = rulesOf(granter)
  return rulesOf([role]).every((rule) => own.includes(rule))
}

/** Whether a user with these roles may change a user with those: only an administrator changes an administrator. */
export const mayManage = (manager: readonly Role[], managed: readonly Role[]): boolean =>
  manager.includes('admin') || !managed.includes('admin')
