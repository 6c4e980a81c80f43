import type { PayoutWait } from '#contract/payout-states.ts'
import type { Role } from '#contract/access.ts'
import { rolesFor } from '#contract/grants.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { PayoutHold } from '#contract/payout-shapes.ts'
import type { AccountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { peopleOf } from '#server/payout-rules/people.ts'
import type { WhoMustAct } from '#server/payout-rules/who-must-act.ts'
import { holdsOf, type Hold } from './holds.ts'
import { findVirtualAccount } from './virtual-account.ts'

type Wait = Omit<PayoutHold, 'until'> & { until: Date | null }

/** Everything that a payout which has not ended waits for, with the people who can end each. */
export async function waitsOf(
  ctx: Ctx,
  payout: PayoutRow,
  { account, asked }: { account: AccountForPayout; asked: WhoMustAct | undefined },
): Promise<Wait[]> {
  if (payout.status === 'Processing') return [{ wait: payout.waits_for || 'provider', until: null, who: [], facts: {} }]
  if (!['Created', 'Verified', 'Approved', 'Scheduled', 'Queued'].includes(payout.status)) return []
  const holds = await holdsOf(ctx, payout, account)
  const own = await ownWaits(ctx, payout)
  // One that waits for its time anyway does not wait for its rail at this moment.
  const isLater = payout.scheduled_time !== null && payout.scheduled_time > ctx.now
  const others = holds.filter(
    ({ wait }) => !own.some((one) => one.wait === wait) && !(isLater && wait === 'rail_hours'),
  )
  const people = await peopleOf(ctx)
  const named = ({ wait, until, facts }: Hold): Wait => ({
    wait,
    until,
    facts,
    who:
      enders[wait].length === 0
        ? []
        : [...people.values()]
            .filter(({ isActive, roles }) => isActive && roles.some((role) => enders[wait].includes(role)))
            .map(({ name }) => name),
  })
  const acts = payout.status === 'Created' || payout.status === 'Verified'
  return [
    ...(acts && asked?.next
      ? [
          {
            wait: asked.next === 'verify' ? 'verification' : 'approval',
            until: null,
            who: asked.who,
            facts: {},
          } as const,
        ]
      : []),
    ...[...own, ...others].map(named),
  ]
}

/** What its state says it waits for. */
async function ownWaits(ctx: Ctx, payout: PayoutRow): Promise<Hold[]> {
  if (payout.status === 'Queued') {
    const available = (await findVirtualAccount(ctx, payout.virtual_account_no))?.available_minor ?? 0n
    const { totalMinor } = totalsOf(payout)
    const facts = {
      available: decimalText(available, payout.currency),
      needed: decimalText(totalMinor, payout.currency),
      currency: payout.currency,
    }
    return [{ wait: 'funds', until: null, facts }]
  }
  if (payout.status === 'Scheduled' && payout.waits_for !== '')
    return [{ wait: payout.waits_for, until: payout.waits_until, facts: {} }]
  const isLater = payout.scheduled_time !== null && payout.scheduled_time > ctx.now
  return isLater ? [{ wait: 'time', until: payout.scheduled_time, facts: {} }] : []
}

/** The roles of those who can end a wait; none where time, the provider or the operator does. */
const enders: Readonly<Record<PayoutWait, readonly Role[]>> = {
  verification: rolesFor('payoutCheckers'),
  approval: rolesFor('payoutApprovers'),
  funds: [],
  time: [],
  rail_hours: [],
  account_wait: rolesFor('administration'),
  limit: [],
  name_check: rolesFor('payoutMakers'),
  screening: rolesFor('administration'),
  channel_stopped: rolesFor('payoutCustodians'),
  merchant_frozen: [],
  merchant_inactive: [],
  beneficiary_inactive: rolesFor('payoutMakers'),
  provider: [],
  bank_file: rolesFor('payoutCustodians'),
  bank_answer: rolesFor('payoutCustodians'),
}
