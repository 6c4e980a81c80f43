import type { Ctx } from '#server/kit/ctx.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { costLines, periodLine, unpaidLines } from '#server/subscription-store/amounts.ts'
import {
  changeCharge,
  creditsLeft,
  makeCharge,
  moveCharge,
  openCharges,
  returnCredit,
  type ChargeRow,
} from '#server/subscription-store/charges.ts'
import { costsOf } from '#server/subscription-store/lines.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { calendarOf, missedAfterMs, periodOf } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { applyScheduled } from './scheduled-change.ts'
import { settlePaid } from './paid.ts'
import { settleUp } from './settle-up.ts'

/**
 * Begins the next period of a subscription whose boundary has come: what is scheduled for it applies, what is unpaid of earlier ones is
 * carried on or written off, and its charge is there, to be tried at once. The caller has locked it.
 */
export async function beginPeriod(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const changed = await applyScheduled(ctx, subscription)
  const calendar = calendarOf(changed)
  if (!calendar) throw new Error('a period of a subscription without a calendar')
  const n = changed.next_period
  const period = periodOf(changed, calendar, n)
  const open = await openCharges(ctx, changed.order_ref)
  const earlier = open.filter(isEarlier)
  const { unit_minor: unit, quantity, allow_accumulate: accumulates } = changed
  const returned = earlier.reduce((after, one) => returnCredit(ctx, after, one), changed)
  const carried = accumulates ? earlier : []
  const charge = makeCharge(ctx, changed, {
    kind: 'period',
    period,
    lines: [
      periodLine(n, { unit, quantity }),
      ...(changed.costs_charged ? [] : costLines(costsOf(changed.additional_costs))),
      ...unpaidLines(carried.flatMap(unpaidOf)),
    ],
    credits: await creditsLeft(ctx, returned),
    dueAt: period.start,
    merchantOrderRef: `${changed.order_ref}_${n}`,
    missed: ctx.now.getTime() - period.start.getTime() > missedAfterMs(changed),
  })
  for (const one of carried) moveCharge(ctx, one, 'carry', { carried_by: charge.charge_ref })
  for (const one of open.filter(({ carried_by: by }) => carried.some(({ charge_ref }) => charge_ref === by)))
    changeCharge(ctx, one, { carried_by: charge.charge_ref })
  for (const one of accumulates ? [] : earlier) moveCharge(ctx, one, 'writeOff')
  if (charge.missed) tellMissed(ctx, changed, charge)
  const begun = {
    next_period: n + 1,
    made_periods: changed.made_periods + 1,
    counted_periods: changed.counted_periods + (accumulates ? 0 : earlier.length),
    costs_charged: true,
    credit_minor: returned.credit_minor - charge.credit_minor,
    period_end: period.end,
    in_trial: false,
    // Of several that were missed the next waits for this one.
    catch_up_at: period.end <= ctx.now ? new Date(ctx.now.getTime() + missedAfterMs(changed)) : null,
  }
  if (charge.to_pay_minor === 0n) return settlePaid(ctx, changed, { charge, payment: null, columns: begun })
  changeCharge(ctx, charge, { next_try_at: ctx.now })
  return settleUp(ctx, changed, begun)
}

/** Tried, and not to be paid any more by an attempt that is under way. */
const isEarlier = ({ kind, state }: ChargeRow): boolean => kind === 'period' && (state === 'unpaid' || state === 'due')

/** The periods that a charge leaves unpaid, each with its amount before credit: its own, and those that it has carried. */
function unpaidOf({ lines, amount_minor, period }: ChargeRow): { n: number; amount: bigint }[] {
  const carried = lines.flatMap((line) => (line.kind === 'unpaid_period' ? [{ n: line.n, amount: line.amount }] : []))
  const own = carried.reduce((left, { amount }) => left - amount, amount_minor)
  return [...carried, { n: period as number, amount: own }]
}

function tellMissed(ctx: Ctx, subscription: SubscriptionRow, charge: ChargeRow): void {
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'period_missed', { charge_ref: charge.charge_ref })
  planMessage(ctx, subscription, { kind: 'missed', once: charge.charge_ref, facts: { charge_ref: charge.charge_ref } })
}
