import type { Updateable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { payoutStates } from '#contract/payout-states.ts'
import type { Tables } from '#server/db/tables.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import { publishPayoutWebhook } from './publish-webhook.ts'
import type { PayoutRow } from './rows.ts'

export type PayoutAction = keyof typeof payoutStates.actions
export type PayoutColumns = Partial<Omit<PayoutRow, 'beneficiary_name_lower'>>

/** Changes columns of a payout that the caller has locked, and returns it as it is then. */
export function changePayout(ctx: Ctx, payout: PayoutRow, columns: PayoutColumns): PayoutRow {
  const { account_fields: fields, ...plain } = columns
  const update: Updateable<Tables['payouts']> = {
    ...plain,
    updated_at: ctx.now,
    ...(fields && { account_fields: JSON.stringify(fields) }),
  }
  ctx.write(
    ctx.own
      .update('payouts')
      .set(update)
      .where('txn_ref', '=', payout.txn_ref)
      .where(inState([payout.status])),
  )
  return { ...payout, ...columns, updated_at: ctx.now }
}

/**
 * Moves a payout that the caller has locked by an action of its machine, with further columns: its timeline says so under the action's
 * event, and the merchant's server is told. Throws `wrongState` where the machine does not allow it. What the payout waits for is
 * none, unless `columns` says it.
 */
export async function movePayout(
  ctx: Ctx,
  payout: PayoutRow,
  action: PayoutAction,
  columns: PayoutColumns = {},
  facts: Record<string, string> = {},
): Promise<PayoutRow> {
  if (!payoutStates.can(payout.status, action)) throw wrongState(payout)
  const { to } = payoutStates.actions[action]
  const ended = payoutStates.isFinal(to) || to === 'Success' || to === 'Returned'
  const moved = changePayout(ctx, payout, {
    waits_for: '',
    waits_until: null,
    ...(ended && { ended_at: payout.ended_at ?? ctx.now }),
    ...columns,
    status: to,
  })
  addTimelineEntry(ctx, 'payout', payout.txn_ref, eventOf[action], facts)
  await publishPayoutWebhook(ctx, moved)
  return moved
}

export const wrongState = ({ status }: Pick<PayoutRow, 'status'>): Fault =>
  new Fault('wrongState', { why: `the payout is ${status}` })

const eventOf = {
  edit: 'payout_edited',
  reopen: 'payout_reopened',
  verify: 'payout_verified',
  approve: 'payout_approved',
  schedule: 'payout_scheduled',
  queue: 'payout_queued',
  claim: 'payout_sent',
  succeed: 'payout_paid',
  fail: 'payout_failed',
  return: 'payout_returned',
  cancel: 'payout_cancelled',
  reject: 'payout_rejected',
} as const satisfies Record<PayoutAction, string>
