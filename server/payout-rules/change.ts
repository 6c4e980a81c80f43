import type { AskedRules } from '#contract/payout-rules.ts'
import { rolesFor } from '#contract/grants.ts'
import { environments } from '#contract/kit/wire.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeMerchant } from '#server/merchant-store/changes.ts'
import { notify } from '#server/notifications/notify.ts'
import { backToCreated } from '#server/payout-store/reopen.ts'
import { firstWait } from '#server/payout-store/waits.ts'
import { checkRules } from './check-rules.ts'
import type { Policy } from './engine.ts'
import { peopleOf, type People } from './people.ts'
import {
  changeVersion,
  insertVersion,
  keptOf,
  listVerified,
  lockVersions,
  policyOf,
  ruleOf,
  setFirstWait,
} from './queries.ts'

/** Whether somebody else could put rules in force: an administrator of payouts with a second factor. */
export const hasSecond = (people: People, subUserId: string): boolean =>
  [...people.values()].some(
    ({ id, isActive, hasSecondFactor, roles }) =>
      id !== subUserId &&
      isActive &&
      hasSecondFactor &&
      roles.some((role) => rolesFor('payoutCustodians').includes(role)),
  )

/** Keeps asked rules: in force at once where nobody else could confirm them, otherwise waiting for another administrator. */
export async function saveRules(ctx: Ctx, { version, ...asked }: AskedRules & { version: number }): Promise<void> {
  const found = await lockRules(ctx)
  const wanted = checkRules(asked, found.people)
  if (version !== found.policy.version) throw new Fault('changedMeanwhile')
  const { next, changes } = await propose(ctx, found, wanted)
  ctx.auditSubject(next, changes)
}

/**
 * Switches the verification, which is a change of the rules like any other. What waits already goes on waiting with it, as a
 * change of this author's.
 */
export async function switchVerification(ctx: Ctx, verification: boolean): Promise<void> {
  const found = await lockRules(ctx)
  const waiting = found.versions.find(({ state }) => state === 'waiting')
  if (waiting?.verification === verification || found.policy.verification === verification) return
  const rules = waiting ? waiting.rules.map(ruleOf) : found.policy.rules
  const { next, changes } = await propose(ctx, found, { verification, rules })
  writeAudit(ctx, { action: 'payout-rules.save', objectRef: next, result: 'done', changes })
}

async function lockRules(ctx: Ctx) {
  const versions = await lockVersions(ctx)
  const [policy, people] = await Promise.all([policyOf(ctx), peopleOf(ctx)])
  return { versions, policy, people }
}

async function propose(ctx: Ctx, found: Awaited<ReturnType<typeof lockRules>>, wanted: Policy) {
  const { versions, policy, people } = found
  const { subUserId } = userOf(ctx)
  const waits = hasSecond(people, subUserId)
  const next = (versions[0]?.version ?? 0) + 1
  for (const row of versions) if (row.state === 'waiting') changeVersion(ctx, row.version, { state: 'replaced' })
  if (!waits) endInForce(ctx, policy.version)
  insertVersion(ctx, {
    version: next,
    state: waits ? 'waiting' : 'in_force',
    rules: JSON.stringify(wanted.rules.map(keptOf)),
    verification: wanted.verification,
    proposed_by: subUserId,
    proposed_name: ctx.actor.name,
    proposed_at: ctx.now,
    decided_by: null,
    decided_at: null,
  })
  if (waits) await notify(ctx, 'payout_rules_waiting', { by: ctx.actor.name })
  else await putInForce(ctx, policy, wanted)
  return { next: String(next), changes: changesFrom(told(policy), told(wanted)) }
}

/** Accepts or refuses rules that wait. */
export async function decideRules(ctx: Ctx, { version, accept }: { version: number; accept: boolean }): Promise<void> {
  const { subUserId } = userOf(ctx)
  const versions = await lockVersions(ctx)
  const row = versions.find((one) => one.version === version && one.state === 'waiting')
  if (!row) throw new Fault('wrongState')
  if (accept && row.proposed_by === subUserId) throw new Fault('ownPayout')
  const policy = await policyOf(ctx)
  const decided = { decided_by: subUserId, decided_name: ctx.actor.name, decided_at: ctx.now }
  const wanted = { verification: row.verification, rules: row.rules.map(ruleOf) }
  if (accept) {
    endInForce(ctx, policy.version)
    await putInForce(ctx, policy, wanted)
  }
  changeVersion(ctx, version, { state: accept ? 'in_force' : 'refused', ...decided })
  ctx.auditSubject(String(version), accept ? changesFrom(told(policy), told(wanted)) : {})
}

function endInForce(ctx: Ctx, version: number): void {
  if (version > 0) changeVersion(ctx, version, { state: 'replaced' })
}

/** What waits for people begins anew, and they and all administrators are told. */
async function putInForce(ctx: Ctx, before: Policy, after: Policy): Promise<void> {
  const { verification } = after
  if (before.verification === verification) await beginAnew(ctx)
  else {
    const changes = { isVerifyPayoutsEnabled: { before: before.verification, after: verification } }
    await changeMerchant(ctx, { verify_payouts_enabled: verification }, changes)
    // Rules are an environment's; the verification is the merchant's, and so that of both.
    for (const environment of environments) await beginAnew(await ctx.enter({ ...ctx.owner, environment }))
    await ctx.enter(ctx.owner)
  }
  await notify(ctx, 'payout_rules_changed', { by: ctx.actor.name })
}

async function beginAnew(ctx: Ctx): Promise<void> {
  const back = await backToCreated(ctx, { txnRefs: await listVerified(ctx) }, 'rules_changed')
  const makers = [...new Set(back.flatMap(({ made_by: ids }) => ids))]
  for (const to of makers) {
    const count = back.filter(({ made_by: ids }) => ids.includes(to)).length
    await notify(ctx, 'payouts_reopened', { count: String(count) }, { to })
  }
  setFirstWait(ctx, await firstWait(ctx))
}

/** As the audit log tells of rules. */
const told = ({ verification, rules }: Policy) => ({
  verification,
  rules: rules
    .map(({ currency, fromMinor, on, levels }) => {
      const of = levels.map(({ need, roles, users }) => `${need} of ${[...roles, ...users].join(', ')}`)
      return `${currency} from ${fromMinor} (${on}): ${of.join('; then ')}`
    })
    .join('\n'),
})
