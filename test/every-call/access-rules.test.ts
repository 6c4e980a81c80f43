import { describe, expect, it } from 'vitest'
import { denial, roles, rules, type Role, type RuleName } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { decidesItself, flags, isOfSessions, kinds, matrix, may, takesSession } from './access-matrix.ts'

/** Every cell of the matrix, on the rule itself; the gate is asked about some of them by HTTP. */
const sessionRules = (Object.keys(rules) as RuleName[]).filter(isOfSessions)
const calls = allCalls().filter(takesSession)

describe('the rules', () => {
  it.each(
    [
      ...sessionRules.map((rule) => ({ name: rule as string, rule })),
      // A call with two rules goes by what it is asked about: `server/channels/pay-type.test.ts`.
      ...calls.filter(({ call }) => !call.orAccess).map(({ name, call }) => ({ name, rule: call.access as RuleName })),
    ].filter(({ name, rule }) => !decidesItself(name, rule)),
  )('allow $name exactly as the matrix says, for every role and kind of merchant', ({ name, rule }) => {
    for (const [kind, { flags: of }] of Object.entries(kinds)) {
      const allowed = roles.filter((role) => denial(rule, { roles: [role], flags: of }) === null)
      expect({ kind, allowed }).toEqual({ kind, allowed: roles.filter((role) => may(name, kind, role)) })
    }
  })

  it('have a row of the matrix for every call that needs a session, and no row too many', () => {
    const known = new Set<string>([...calls.map(({ name }) => name), ...sessionRules])
    for (const name of known) expect(matrix.has(name), name).toBe(true)
    for (const row of matrix.keys()) {
      const [name = '', kind = 'ordinary'] = row.split('@')
      expect(known.has(name) && kind in kinds, row).toBe(true)
    }
  })

  it('add up over several roles of one user', () => {
    const user = { roles: ['recon-user', 'payouts-user'] as Role[], flags: flags({ onboarded: true }) }
    expect(denial('reconData', user)).toBeNull()
    expect(denial('payouts', user)).toBeNull()
    expect(denial('paymentLinks', user)).toBe('role')
    expect(denial('paymentLinks', { roles: [], flags: user.flags })).toBe('role')
  })

  it('give the first reason in order', () => {
    const recon = { roles: ['recon-user'] as Role[], flags: flags({ crossBorder: true }) }
    expect(denial('reconData', recon)).toBe('not_for_cross_border')
    expect(denial('reconData', { ...recon, flags: flags({}) })).toBe('not_onboarded')
    expect(denial('reconData', { ...recon, roles: ['payouts-user'] })).toBe('role')
  })
})
