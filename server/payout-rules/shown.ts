import { allowed, type RuleName } from '#contract/access.ts'
import type { Currency } from '#contract/kit/money.ts'
import { payoutRights, type PayoutRight } from '#contract/payout-rule-shapes.ts'
import type { PayoutRulesAnswer } from '#contract/payout-rules.ts'
import { rolesFor } from '#contract/grants.ts'
import { hasSecondFactor } from '#server/kit/auth/has-second-factor.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Person, PayoutRule } from './engine.ts'
import { peopleOf, type People } from './people.ts'
import { listVersions, policyOf, ruleOf, type RuleRow } from './queries.ts'

const ruleOfRight: Record<PayoutRight, RuleName> = {
  make: 'payoutMakers',
  verify: 'payoutCheckers',
  approve: 'payoutApprovers',
  custody: 'payoutCustodians',
}

/** The rules as their screen shows them to the caller. */
export async function rulesShown(ctx: Ctx): Promise<PayoutRulesAnswer> {
  const [policy, people, versions] = await Promise.all([policyOf(ctx), peopleOf(ctx), listVersions(ctx, 50)])
  const user = userOf(ctx)
  const inForce = versions.find(({ state }) => state === 'in_force')
  const waiting = versions.find(({ state }) => state === 'waiting')
  const why = (right: PayoutRight) =>
    !allowed(ruleOfRight[right], user)
      ? ('role' as const)
      : hasSecondFactor(user)
        ? ('' as const)
        : ('second_factor' as const)
  return {
    in_force: inForce
      ? { ...versionShown(inForce, people), verification: policy.verification }
      : { ...none, verification: policy.verification },
    waiting: waiting ? versionShown(waiting, people) : null,
    may_decide: waiting !== undefined && waiting.proposed_by !== user.subUserId && why('custody') === '',
    mine: payoutRights.map((right) => ({ right, why: why(right) })),
    people: allowed('payouts', user)
      ? [...people.values()].filter(({ isActive }) => isActive).flatMap(personShown)
      : [],
  }
}

const none = { version: 0, rules: [], proposed_by: '', proposed_at: null, decided_by: '', decided_at: null }

const versionShown = (row: RuleRow, people: People) => ({
  version: row.version,
  verification: row.verification,
  rules: row.rules.map((kept) => ruleShown(ruleOf(kept), people)),
  proposed_by: row.proposed_name,
  proposed_at: row.proposed_at,
  decided_by: row.decided_name,
  decided_at: row.decided_at,
})

const ruleShown = ({ currency, fromMinor, on, levels }: PayoutRule, people: People) => ({
  currency: currency as Currency,
  from_amount: fromMinor,
  on,
  levels: levels.map(({ need, roles, users }) => ({
    need,
    roles: [...roles],
    users: users.map((id) => ({ sub_user_id: id, name: people.get(id)?.name ?? '' })),
  })),
})

/** Nobody without a right in payouts is one of its people. */
function personShown({ id, name, roles, hasSecondFactor: has }: Person) {
  const rights = payoutRights.filter((right) => roles.some((role) => rolesFor(ruleOfRight[right]).includes(role)))
  return rights.length === 0 ? [] : [{ sub_user_id: id, name, roles: [...roles], has_second_factor: has, rights }]
}
