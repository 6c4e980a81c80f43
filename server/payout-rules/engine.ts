import { rolesFor } from '#contract/grants.ts'
import type { Role } from '#contract/access.ts'
import type { PayoutAct, PayoutWhyNot } from '#contract/payout-rule-shapes.ts'

/** A user of the merchant, or of its master while they act for it. */
export interface Person {
  id: string
  name: string
  roles: readonly Role[]
  isActive: boolean
  hasSecondFactor: boolean
}
/** So many approvals, each of another person. Either `roles` or `users` says of whom; the other is empty. */
export interface Level {
  need: number
  roles: readonly Role[]
  users: readonly string[]
}
export interface PayoutRule {
  currency: string
  fromMinor: bigint
  on: 'payout' | 'batch'
  levels: readonly Level[]
}
export interface Policy {
  /** Whether a payout is verified before it is approved. */
  verification: boolean
  rules: readonly PayoutRule[]
}
/** A payout as the rules see it, with what people have given to its present revision. */
export interface Judgeable {
  currency: string
  amountMinor: bigint
  /** Of all payouts of its batch in its currency; null without a batch. */
  batchMinor: bigint | null
  /** Whoever made it, edited it, or changed its account lately. */
  makers: readonly string[]
  /** Null until it is verified. */
  verifiedBy: string | null
  approvals: readonly Approval[]
}
/** An approval, with the level that it was given for, from 0; null where it was for the other rule alone. */
export interface Approval {
  by: string
  payoutLevel: number | null
  batchLevel: number | null
}
/** One thing that people still have to give, or have given. */
export interface Step extends Level {
  act: PayoutAct
  on: 'payout' | 'batch'
  /** The rule that asks for it; null for the default. */
  rule: PayoutRule | null
  /** From 0. */
  level: number
  /** Whose act counts for it. */
  given: readonly string[]
  state: 'done' | 'now' | 'later'
}

const rights = { verify: 'payoutCheckers', approve: 'payoutApprovers' } as const
const holds = (person: Person, roles: readonly Role[]) => person.roles.some((role) => roles.includes(role))
/** Whether somebody may ever do this: active, by role. */
export const hasRight = (person: Person, act: PayoutAct): boolean =>
  person.isActive && holds(person, rolesFor(rights[act]))

const byDefault: readonly Level[] = [{ need: 1, roles: rolesFor(rights.approve), users: [] }]
const ofVerification: Level = { need: 1, roles: rolesFor(rights.verify), users: [] }

/** The rule with the highest amount that is not above this one; undefined where none is. */
export const ruleFor = (policy: Policy, on: PayoutRule['on'], currency: string, amountMinor: bigint) =>
  policy.rules
    .filter((rule) => rule.on === on && rule.currency === currency && rule.fromMinor <= amountMinor)
    .toSorted((one, other) => (one.fromMinor > other.fromMinor ? -1 : 1))[0]

const isOf = (level: Level, person: Person) => level.users.includes(person.id) || holds(person, level.roles)

/**
 * What a payout needs: its verification, then the levels of the rule for its amount, and beside them those of the rule for its
 * batch's total. Each rule's levels come one after the other. An approval counts while its giver is active and of its level.
 */
export function stepsOf(policy: Policy, payout: Judgeable, people: ReadonlyMap<string, Person>): Step[] {
  const isVerified = payout.verifiedBy !== null
  const verification: Step[] = policy.verification
    ? [
        {
          ...ofVerification, act: 'verify', on: 'payout', rule: null, level: 0,
          given: isVerified ? [payout.verifiedBy as string] : [], state: isVerified ? 'done' : 'now',
        },
      ] // prettier-ignore
    : []
  const isOpen = isVerified || !policy.verification
  const levelsOf = (on: PayoutRule['on'], rule: PayoutRule | undefined, levels: readonly Level[]): Step[] => {
    let isReached = isOpen
    return levels.map((level, at) => {
      const given = payout.approvals
        .filter((one) => (on === 'payout' ? one.payoutLevel : one.batchLevel) === at)
        .map(({ by }) => by)
        .filter((id) => counts(people.get(id), level))
      const isDone = given.length >= level.need
      const state = isDone ? 'done' : isReached ? 'now' : 'later'
      isReached &&= isDone
      return { ...level, act: 'approve', on, rule: rule ?? null, level: at, given, state }
    })
  }
  const own = ruleFor(policy, 'payout', payout.currency, payout.amountMinor)
  const batch = payout.batchMinor === null ? undefined : ruleFor(policy, 'batch', payout.currency, payout.batchMinor)
  return [
    ...verification,
    ...levelsOf('payout', own, own?.levels ?? byDefault),
    ...levelsOf('batch', batch, batch?.levels ?? []),
  ]
}
const counts = (person: Person | undefined, level: Level) =>
  person !== undefined && hasRight(person, 'approve') && isOf(level, person)

/** What is asked for next; null when all is given. */
export const nextAct = (steps: readonly Step[]): PayoutAct | null =>
  steps.find(({ state }) => state === 'now')?.act ?? null

/** What an act of this person would be for: the levels that it counts for, or why it is refused. */
export type Verdict =
  | { why: PayoutWhyNot }
  | { why: null; levels: { payout: number | null; batch: number | null }; isLone: boolean }

/**
 * Whether somebody may verify or approve now. Maker, verifier and approver are different people. Only where nobody else is active
 * with the right and a second factor does one person do for all (`isLone`); even they approve once.
 */
export function verdictOn(
  act: PayoutAct,
  person: Person,
  { payout, steps, people }: { payout: Judgeable; steps: readonly Step[]; people: ReadonlyMap<string, Person> },
): Verdict {
  if (!person.isActive) return { why: 'inactive' }
  if (!hasRight(person, act)) return { why: 'role' }
  if (!person.hasSecondFactor) return { why: 'second_factor' }
  const open = steps.filter((step) => step.state === 'now' && step.act === act)
  if (open.length === 0) return { why: 'not_now' }
  if (payout.approvals.some(({ by }) => by === person.id)) return { why: 'given' }
  const own = open.filter((step) => isOf(step, person))
  if (own.length === 0) return { why: 'level' }
  const conflict = payout.makers.includes(person.id) ? 'maker' : payout.verifiedBy === person.id ? 'verifier' : null
  const isLone = ![...people.values()].some(
    (other) => other.id !== person.id && hasRight(other, act) && other.hasSecondFactor,
  )
  if (conflict && !isLone) return { why: conflict }
  const levelOn = (on: Step['on']) => own.find((step) => step.on === on)?.level ?? null
  return { why: null, levels: { payout: levelOn('payout'), batch: levelOn('batch') }, isLone: conflict !== null }
}
