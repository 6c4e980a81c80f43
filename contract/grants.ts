import { roles, rules, type Condition, type Role, type Rule, type RuleName } from './access.ts'

/**
 * Who may hand which roles to whom, worked out from the rules of `access.ts`. Whatever is granted never exceeds what the
 * granter has; a deputy has an administrator's rules and still stands below one.
 */

/** The rules that roles open, whatever the merchant's flags say to them. */
export function rulesOf(held: readonly Role[]): RuleName[] {
  return roleRules.filter((rule) => rolesFor(rule).some((role) => held.includes(role)))
}

/** The rules that ask for a role; the others are open to whoever is signed in, or to anybody. */
export const roleRules = (Object.keys(rules) as RuleName[]).filter((rule) => typeof rules[rule].who !== 'string')

/** The roles of which each alone satisfies the rule, as far as roles do. */
export function rolesFor(rule: RuleName): readonly Role[] {
  const { who }: Rule = rules[rule]
  return typeof who === 'string' ? (who === 'session' ? roles : []) : who
}

/** What a rule asks of the merchant beside the role, as the reasons it gives when that is missing. */
export const conditionsOf = (rule: RuleName): readonly Condition[] => (rules[rule] as Rule).checks.map(([, why]) => why)

/** Whether somebody with these roles may give the role to others, or look at the console as if they had it. */
export function mayGrant(granter: readonly Role[], role: Role): boolean {
  if (role === 'admin' && !granter.includes('admin')) return false
  const own = rulesOf(granter)
  return rulesOf([role]).every((rule) => own.includes(rule))
}

/** Whether somebody with these roles may change a user who has those: only an administrator touches one. */
export const mayManage = (manager: readonly Role[], managed: readonly Role[]): boolean =>
  manager.includes('admin') || !managed.includes('admin')
