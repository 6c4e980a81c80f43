import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowed, roles, rules, type Flags, type Role, type RuleName } from './access.ts'
import { conditionsOf, mayGrant, mayManage, rolesFor, roleRules, rulesOf } from './grants.ts'

const someRoles = fc.subarray([...roles])
const someFlags: fc.Arbitrary<Flags> = fc.record({
  master: fc.boolean(),
  crossBorder: fc.boolean(),
  onboarded: fc.boolean(),
  reconAnalytics: fc.boolean(),
  reconDashboard: fc.boolean(),
  reconReports: fc.boolean(),
})
const allowedOf = (held: readonly Role[], flags: Flags) =>
  (Object.keys(rules) as RuleName[]).filter((rule) => allowed(rule, { roles: held, flags }))

describe('granting', () => {
  it('never opens a rule, under any flags, that the granter does not have', () => {
    fc.assert(
      fc.property(someRoles, someRoles, someRoles, someFlags, (granter, target, wanted, flags) => {
        const granted = wanted.filter((role) => mayGrant(granter, role))
        const before = allowedOf(target, flags)
        const gained = allowedOf([...target, ...granted], flags).filter((rule) => !before.includes(rule))
        expect(allowedOf(granter, flags)).toEqual(expect.arrayContaining(gained))
      }),
      { numRuns: 2_000 },
    )
  })

  it('allows every role whose rules the granter has, except the rank of an administrator', () => {
    for (const granter of roles)
      for (const role of roles) {
        const covered = rulesOf([role]).every((rule) => rulesOf([granter]).includes(rule))
        expect({ granter, role, may: mayGrant([granter], role) }).toEqual({
          granter,
          role,
          may: covered && (role !== 'admin' || granter === 'admin'),
        })
      }
  })

  it('puts a deputy below an administrator', () => {
    expect(rulesOf(['sub-admin'])).toEqual(rulesOf(['admin']))
    expect(mayGrant(['sub-admin'], 'admin')).toBe(false)
    expect(mayManage(['sub-admin'], ['payment-user', 'admin'])).toBe(false)
    expect(mayManage(['sub-admin'], ['sub-admin'])).toBe(true)
    for (const role of roles) expect(mayGrant(['admin'], role)).toBe(true)
  })

  it('adds up over several roles of the granter', () => {
    expect(mayGrant(['payouts-user', 'recon-user'], 'recon-user')).toBe(true)
    expect(mayGrant(['recon-user'], 'recon-admin')).toBe(false)
    expect(mayGrant([], 'payment-user')).toBe(false)
  })
})

describe('the printed matrix', () => {
  it('agrees with each rule for each role', () => {
    const everything = { master: true, crossBorder: true, onboarded: true, reconAnalytics: true, reconDashboard: true, reconReports: true } // prettier-ignore
    for (const rule of roleRules)
      for (const role of roles) {
        // Under flags that meet all conditions of the rule, the role alone decides.
        const flags = conditionsOf(rule).includes('not_for_masters') ? { ...everything, master: false } : everything
        expect(allowed(rule, { roles: [role], flags }), `${rule} ${role}`).toBe(rolesFor(rule).includes(role))
      }
  })
})
