import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles, rules, type Flags, type Role, type RuleName } from '#contract/access.ts'
import type { Call } from '#contract/kit/call.ts'
import type { TestApp } from '#test/test-app.ts'

/** The kinds of merchant that the matrix tells apart, as flags and as changes of a merchant. */
export const kinds: Record<string, { flags: Flags; merchant: Parameters<TestApp['addMerchant']>[0]; recon?: true }> = {
  ordinary: { flags: flags({ onboarded: true }), merchant: {} },
  new: { flags: flags({}), merchant: { onboarded: false } },
  'cross-border': { flags: flags({ onboarded: true, crossBorder: true }), merchant: { crossBorder: true } },
  master: { flags: flags({ onboarded: true, master: true }), merchant: { kind: 'master' } },
  'new-master': { flags: flags({ master: true }), merchant: { kind: 'master', onboarded: false } },
  'cross-border-master': {
    flags: flags({ onboarded: true, master: true, crossBorder: true }),
    merchant: { kind: 'master', crossBorder: true },
  },
  recon: {
    flags: flags({ onboarded: true, reconAnalytics: true, reconDashboard: true, reconReports: true }),
    merchant: {},
    recon: true,
  },
}

export function flags(set: Partial<Flags>): Flags {
  return {
    master: false,
    crossBorder: false,
    onboarded: false,
    reconAnalytics: false,
    reconDashboard: false,
    reconReports: false,
    ...set,
  }
}

/** The matrix is a text of its own, typed from the specification: the rules and the gate are held to it. */
export const matrix = readMatrix()

/** Whether the matrix lets this role of this kind of merchant do what the call or rule is about. */
export const may = (name: string, kind: string, role: Role): boolean =>
  (matrix.get(`${name}@${kind}`) ?? matrix.get(name))?.[role] ?? false

/** `name` or `name@kind` → role → may. */
function readMatrix(): Map<string, Record<Role, boolean>> {
  const lines = readFileSync(join(import.meta.dirname, 'access-matrix.txt'), 'utf8').split('\n')
  const rows = lines.filter((line) => line && !line.startsWith('#') && !/^(call|rule) /.test(line))
  return new Map(
    rows.map((line) => {
      const [name = '', ...cells] = line.split(/\s+/)
      if (cells.length !== roles.length) throw new Error(`${name} has ${cells.length} cells`)
      return [name, Object.fromEntries(roles.map((role, at) => [role, cells[at] === 'x'])) as Record<Role, boolean>]
    }),
  )
}

/** Whether the call takes a session; others take none, or a shopper's reference. */
export const takesSession = ({ call }: { call: Call }): boolean => isOfSessions(call.access)
export const isOfSessions = (rule: RuleName): boolean => !['anyone', 'shopper'].includes(rules[rule].who as string)

/** Whether a call that any user may ask decides by what it is asked about, in its handler. */
export const decidesItself = (name: string, rule: RuleName): boolean =>
  rules[rule].who === 'session' && roles.some((role) => !may(name, 'ordinary', role))
