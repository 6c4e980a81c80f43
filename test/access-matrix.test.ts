import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { denial, roles, rules, type Flags, type Role, type RuleName } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import type { DemoMerchant } from '#server/merchants/seed.ts'
import { openHouse, type TestHouse, type TestMerchant, type TestSession } from './house.ts'
import { seedObjects, type Objects } from './objects.ts'
import { requestOf, send } from './request.ts'

/** The matrix is an independent text; the rules and the running gate are both held to every cell of it. */
const kinds: Record<string, { flags: Flags; merchant: Partial<DemoMerchant>; recon?: true }> = {
  ordinary: { flags: flags({ onboarded: true }), merchant: {} },
  new: { flags: flags({}), merchant: { onboarded: false } },
  'cross-border': { flags: flags({ onboarded: true, crossBorder: true }), merchant: { crossBorder: true } },
  master: { flags: flags({ onboarded: true, master: true }), merchant: { kind: 'master' } },
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
function flags(set: Partial<Flags>): Flags {
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

const matrix = readMatrix()
const withSession = allCalls().filter(({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string))

/** `name` or `name@kind` → role → may. */
function readMatrix(): Map<string, Record<Role, boolean>> {
  const lines = readFileSync(join(import.meta.dirname, 'access-matrix.txt'), 'utf8').split('\n')
  const rows = lines.filter((line) => line && !line.startsWith('#') && !/^(call|rule) /.test(line))
  return new Map(
    rows.map((line) => {
      const [name = '', ...cells] = line.split(/\s+/)
      expect(cells.length, name).toBe(roles.length)
      return [name, Object.fromEntries(roles.map((role, at) => [role, cells[at] === 'x'])) as Record<Role, boolean>]
    }),
  )
}
const expected = (name: string, kind: string) => matrix.get(`${name}@${kind}`) ?? matrix.get(name)

describe('the rules', () => {
  const sessionRules = (Object.keys(rules) as RuleName[]).filter(
    (rule) => !['anyone', 'shopper'].includes(rules[rule].who as string),
  )
  it.each(sessionRules)('%s allow what the matrix allows, for every role and kind of merchant', (rule) => {
    for (const [kind, { flags: of }] of Object.entries(kinds)) {
      const observed = Object.fromEntries(
        roles.map((role) => [role, denial(rule, { roles: [role], flags: of }) === null]),
      )
      expect({ kind, ...observed }).toEqual({ kind, ...expected(rule, kind) })
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

describe('the gate', () => {
  let house: TestHouse
  const parties = new Map<string, { merchant: TestMerchant; objects: Objects; sessions: Map<Role, TestSession> }>()

  beforeAll(async () => {
    house = await openHouse()
    for (const [kind, { merchant: changes, recon }] of Object.entries(kinds)) {
      const merchant = await house.addMerchant({ ...changes, name: kind })
      if (recon)
        await house.owner.transaction(null, (tx) =>
          tx.query(
            'update merchants set recon_analytics_enabled = true, recon_dashboard_enabled = true, recon_reports_enabled = true where merchant_id = $1',
            [merchant.merchantId],
          ),
        )
      const sessions = new Map<Role, TestSession>()
      for (const role of roles) sessions.set(role, await house.signIn(merchant, { roles: [role] }))
      parties.set(kind, { merchant, sessions, objects: await seedObjects(house, merchant, kind) })
    }
  }, 60_000)
  afterAll(() => house.close())

  it('has a row of the matrix for every call that needs a session, and no row too many', () => {
    const known = new Set([...withSession.map(({ name }) => name), ...Object.keys(rules)])
    for (const { name } of withSession) expect(matrix.has(name), name).toBe(true)
    for (const name of matrix.keys()) expect(known.has(name.split('@')[0] as string), name).toBe(true)
  })

  // Last, since they end the sessions that they are tried with.
  const last = ['lockSession', 'signOut']
  const ordered = withSession.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name))
  it.each(ordered)('lets $name through to whom the matrix says, and to nobody else', async ({ name, call }) => {
    for (const [kind, party] of parties) {
      const row = expected(name, kind)
      const asked = requestOf(call, party)
      for (const role of roles) {
        const session = party.sessions.get(role) as TestSession
        const answer = await send(house, session, call, asked)
        const denied = answer.status === 403 && answer.body['status_reason'] === faults.denied.reason
        expect({ kind, role, may: !denied }).toEqual({ kind, role, may: row?.[role] })
        if (!denied) expect(answer.status, `${kind} ${role}: ${answer.text}`).toBeLessThan(500)
      }
    }
  })

  it('writes a row for each denied attempt, with the reason', async () => {
    const party = parties.get('ordinary')
    if (!party) throw new Error('no party')
    const [row] = await house.owner.transaction(null, (tx) =>
      tx.query<{ denied: bigint; reasons: string[] }>(
        `select count(*) as denied, array_agg(distinct why) as reasons from audit_events where merchant_id = $1 and result = 'denied' and why in ('role', 'master_only')`,
        [party.merchant.merchantId],
      ),
    )
    const cells = withSession.flatMap(({ name }) => Object.values(expected(name, 'ordinary') ?? {}))
    expect(Number(row?.denied)).toBe(cells.filter((may) => !may).length)
  })
})
