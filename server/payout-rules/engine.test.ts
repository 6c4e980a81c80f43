import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import { countOf } from '#test/faults/counts.ts'
import { afterAct, completionOf } from './completion.ts'
import { stepsOf, verdictOn, type Judgeable, type Level, type Person, type Policy } from './engine.ts'

/**
 * The rules once more, told by the history of acts: who may act next follows from what happened, counted anew each time. It shares
 * nothing with the engine but its types.
 */
const checkers: Role[] = ['admin', 'sub-admin', 'payouts-admin', 'payouts-verify-user']
const approvers: Role[] = ['admin', 'sub-admin', 'payouts-admin', 'payouts-approve-user']
interface Told {
  act: 'verify' | 'approve'
  by: string
}
interface Case {
  policy: Policy
  people: Person[]
  makers: string[]
  amount: bigint
  batch: bigint | null
}
function levelsByModel({ policy, amount, batch }: Case): Level[][] {
  const best = (on: string, total: bigint) => {
    let found: (typeof policy.rules)[number] | undefined
    for (const rule of policy.rules)
      if (
        rule.on === on &&
        rule.currency === 'SGD' &&
        rule.fromMinor <= total &&
        (!found || rule.fromMinor > found.fromMinor)
      )
        found = rule
    return found
  }
  const own = best('payout', amount)?.levels ?? [{ need: 1, roles: approvers, users: [] }]
  return [[...own], batch === null ? [] : [...(best('batch', batch)?.levels ?? [])]]
}
const fits = (person: Person, level: Level) =>
  level.users.includes(person.id) || person.roles.some((role) => level.roles.includes(role))

/** Whether an act counts after those that counted, and where each rule stands then. */
function mayByModel(of: Case, told: Told[], { act, by }: Told): boolean {
  const person = of.people.find(({ id }) => id === by) as Person
  const right = act === 'verify' ? checkers : approvers
  const mayEver = (one: Person) => one.isActive && one.hasSecondFactor && one.roles.some((role) => right.includes(role))
  if (!mayEver(person)) return false
  const verifier = told.find((one) => one.act === 'verify')?.by
  const isAlone = of.people.filter(mayEver).length === 1
  if (!isAlone && (of.makers.includes(by) || verifier === by)) return false
  if (act === 'verify') return of.policy.verification && verifier === undefined
  if (of.policy.verification && verifier === undefined) return false
  const given = told.filter((one) => one.act === 'approve').map((one) => one.by)
  if (given.includes(by)) return false
  // Each rule by itself: its levels are filled by the givers in their order.
  return levelsByModel(of).some((levels) => {
    let at = 0
    let count = 0
    const open = () => levels[at]
    for (const id of given) {
      const giver = of.people.find((one) => one.id === id) as Person
      const level = open()
      if (level && fits(giver, level)) count += 1
      if (level && count >= level.need) [at, count] = [at + 1, 0]
    }
    const level = open()
    return level !== undefined && fits(person, level)
  })
}

const roleArb = fc.constantFrom<Role>(
  'admin',
  'sub-admin',
  'payouts-admin',
  'payouts-user',
  'payouts-verify-user',
  'payouts-approve-user',
)
const ids = ['a', 'b', 'c', 'd', 'e']
const personArb = (id: string): fc.Arbitrary<Person> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id.toUpperCase()),
    roles: fc.uniqueArray(roleArb, { minLength: 0, maxLength: 2 }),
    isActive: fc.boolean().map((is) => is || id < 'c'),
    hasSecondFactor: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  })
const levelArb: fc.Arbitrary<Level> = fc
  .record({ need: fc.integer({ min: 1, max: 3 }), of: fc.boolean() })
  .chain(({ need, of }) =>
    of
      ? fc
          .uniqueArray(fc.constantFrom<Role>('admin', 'sub-admin', 'payouts-admin', 'payouts-approve-user'), {
            minLength: 1,
            maxLength: 3,
          })
          .map((roles) => ({ need, roles, users: [] as string[] }))
      : fc
          .uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 })
          .map((users) => ({ need, roles: [] as Role[], users })),
  )
const caseArb: fc.Arbitrary<Case> = fc.record({
  policy: fc.record({
    verification: fc.boolean(),
    rules: fc.uniqueArray(
      fc.record({
        currency: fc.constantFrom('SGD', 'USD'),
        fromMinor: fc.constantFrom(0n, 100n, 1_000n, 10_000n),
        on: fc.constantFrom('payout' as const, 'batch' as const),
        levels: fc.array(levelArb, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 6, selector: ({ currency, on, fromMinor }) => `${currency} ${on} ${fromMinor}` },
    ),
  }),
  people: fc.tuple(...ids.map(personArb)),
  makers: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
  amount: fc.constantFrom(1n, 99n, 100n, 101n, 999n, 1_000n, 9_999n, 10_000n, 20_000n),
  batch: fc.option(fc.constantFrom(100n, 5_000n, 50_000n), { nil: null }),
})
const actsArb = fc.array(
  fc.record({ act: fc.constantFrom('verify' as const, 'approve' as const), by: fc.constantFrom(...ids) }),
  { minLength: 1, maxLength: 14 },
)
const startOf = (of: Case): Judgeable => ({
  currency: 'SGD',
  amountMinor: of.amount,
  batchMinor: of.batch,
  makers: of.makers,
  verifiedBy: null,
  approvals: [],
})

/** Says of each act in turn whether it counts, by the engine's verdict or that of a planted fault, and compares with the model. */
const agrees = (judge = verdictOn) =>
  fc.property(caseArb, actsArb, (of, acts) => {
    const people = new Map(of.people.map((person) => [person.id, person]))
    const told: Told[] = []
    let payout = startOf(of)
    for (const { act, by } of acts) {
      const steps = stepsOf(of.policy, payout, people)
      const verdict = judge(act, people.get(by) as Person, { payout, steps, people })
      expect(verdict.why === null, JSON.stringify({ told, act, by, why: verdict.why })).toBe(
        mayByModel(of, told, { act, by }),
      )
      if (verdict.why !== null) continue
      payout = afterAct(payout, { act, by, levels: verdict.levels })
      told.push({ act, by })
    }
  })

describe('the engine', () => {
  it('agrees with a model on random policies, people and acts', () => {
    fc.assert(agrees(), { numRuns: countOf(10_000, 1_000) })
  })

  it.each<[string, typeof verdictOn]>([
    ['makers', (act, person, { payout, ...of }) => verdictOn(act, person, { ...of, payout: { ...payout, makers: [] } })],
    ['who approved before', (act, person, { payout, ...of }) => verdictOn(act, person, { ...of, payout: { ...payout, approvals: [] } })],
    ['who verified', (act, person, { payout, ...of }) => verdictOn(act, person, { ...of, payout: { ...payout, verifiedBy: null } })],
    ['the order of levels', (act, person, { steps, ...of }) => verdictOn(act, person, { ...of, steps: steps.map((step) => ({ ...step, state: step.state === 'later' ? 'now' : step.state })) })],
    ['second factors', (act, person, of) => verdictOn(act, { ...person, hasSecondFactor: true }, of)],
  ])('that forgets %s does not', (_, planted) => {
    expect(fc.check(agrees(planted), { numRuns: 10_000 }).failed).toBe(true)
  }) // prettier-ignore

  it('finds an order of people exactly when trying all of them does', () => {
    const tryAll = (of: Case, payout: Judgeable, people: ReadonlyMap<string, Person>): boolean => {
      const steps = stepsOf(of.policy, payout, people)
      if (steps.every(({ state }) => state === 'done')) return true
      return [...people.values()].some((person) =>
        (['verify', 'approve'] as const).some((act) => {
          const verdict = verdictOn(act, person, { payout, steps, people })
          return (
            verdict.why === null && tryAll(of, afterAct(payout, { act, by: person.id, levels: verdict.levels }), people)
          )
        }),
      )
    }
    fc.assert(
      fc.property(caseArb, (of) => {
        const people = new Map(of.people.map((person) => [person.id, person]))
        expect(completionOf(of.policy, startOf(of), people) !== null).toBe(tryAll(of, startOf(of), people))
      }),
      { numRuns: countOf(2_000, 150) },
    )
  })

  it('asks a level again when its giver has lost the right', () => {
    const person = (id: string, roles: Role[], isActive = true): Person => ({
      id,
      name: id,
      roles,
      isActive,
      hasSecondFactor: true,
    })
    const policy: Policy = { verification: false, rules: [{ currency: 'SGD', fromMinor: 0n, on: 'payout', levels: [
      { need: 1, roles: [], users: ['a'] }, { need: 1, roles: ['admin'], users: [] },
    ] }] } // prettier-ignore
    const payout: Judgeable = { ...startOf({ policy, people: [], makers: [], amount: 1n, batch: null }), approvals: [
      { by: 'a', payoutLevel: 0, batchLevel: null }, { by: 'b', payoutLevel: 1, batchLevel: null },
    ] } // prettier-ignore
    const states = (isActive: boolean) => {
      const people = [person('a', ['payouts-approve-user'], isActive), person('b', ['admin'])]
      return stepsOf(policy, payout, new Map(people.map((one) => [one.id, one]))).map(({ state }) => state)
    }
    expect(states(true)).toEqual(['done', 'done'])
    expect(states(false)).toEqual(['now', 'done'])
  })
})
