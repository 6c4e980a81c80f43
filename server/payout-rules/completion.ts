import { nextAct, stepsOf, verdictOn, type Judgeable, type Person, type Policy } from './engine.ts'
import type { People } from './people.ts'

/** A payout after an act of somebody, who may do it. */
export function afterAct(
  payout: Judgeable,
  {
    act,
    by,
    levels,
  }: { act: 'verify' | 'approve'; by: string; levels: { payout: number | null; batch: number | null } },
): Judgeable {
  if (act === 'verify') return { ...payout, verifiedBy: by }
  const approval = { by, payoutLevel: levels.payout, batchLevel: levels.batch }
  return { ...payout, approvals: [...payout.approvals, approval] }
}

/**
 * The fewest acts found that let a payout go, by the people there are; null where no order of people does. People who are alike for
 * everything that is asked are tried once.
 */
export function completionOf(policy: Policy, payout: Judgeable, people: People): string[] | null {
  const steps = stepsOf(policy, payout, people)
  const act = nextAct(steps)
  if (act === null) return []
  const tried = new Set<string>()
  const mayGo = [...people.values()].flatMap((person) => {
    const verdict = verdictOn(act, person, { payout, steps, people })
    if (verdict.why !== null) return []
    const kind = JSON.stringify([steps.map((step) => isAsked(step, person)), payout.makers.includes(person.id)])
    if (tried.has(kind)) return []
    tried.add(kind)
    return [{ person, verdict, kind }]
  })
  // Whoever counts for both rules first, then whoever is of use for the least.
  const use = ({ verdict, kind }: (typeof mayGo)[number]) => [
    -[verdict.levels.payout, verdict.levels.batch].filter((level) => level !== null).length,
    kind.split('true').length,
  ]
  for (const { person, verdict } of mayGo.toSorted((one, other) => compare(use(one), use(other)))) {
    const after = afterAct(payout, { act, by: person.id, levels: verdict.levels })
    const rest = completionOf(policy, after, people)
    if (rest) return [person.id, ...rest]
  }
  return null
}

const isAsked = ({ users, roles }: { users: readonly string[]; roles: readonly string[] }, person: Person) =>
  users.includes(person.id) || person.roles.some((role) => roles.includes(role))
const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
