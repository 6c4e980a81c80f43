import type { Updateable } from 'kysely'
import { remittanceStates } from '#contract/remittance-states.ts'
import type { Tables } from '#server/db/tables.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { publishRemittanceWebhook } from './publish-webhook.ts'
import type { RemittanceRow } from './rows.ts'

type Changes = Updateable<Tables['remittances']>

/** Changes a settlement; the caller holds its row's lock. */
export async function changeRemittance(ctx: Ctx, row: RemittanceRow, changes: Changes): Promise<RemittanceRow> {
  return ctx.own
    .update('remittances')
    .set({ ...changes, version: row.version + 1, updated_at: ctx.now })
    .where('settlement_ref', '=', row.settlement_ref)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Moves a settlement by an action of its machine: its timeline says so, and the merchant's server is told. Throws where its state does not
 * allow it: a defect of the caller.
 */
export async function moveRemittance(
  ctx: Ctx,
  row: RemittanceRow,
  action: Action,
  changes: Changes = {},
  facts: Record<string, string> = {},
): Promise<RemittanceRow> {
  const moved = await passRemittance(ctx, row, action, changes, facts)
  await publishRemittanceWebhook(ctx, moved)
  return moved
}

/** The same into a state that it leaves in the same transaction, of which the merchant's server is not told. */
export async function passRemittance(
  ctx: Ctx,
  row: RemittanceRow,
  action: Action,
  changes: Changes = {},
  facts: Record<string, string> = {},
): Promise<RemittanceRow> {
  const { from, to } = remittanceStates.actions[action]
  if (!(from as readonly string[]).includes(row.status))
    throw new RangeError(`${row.settlement_ref} is ${row.status}: no ${action}`)
  // The account is kept for the attempt that is under way alone.
  const ended = row.status === 'Processing' ? { account_sealed: null } : {}
  const moved = await changeRemittance(ctx, row, { ...ended, ...changes, status: to })
  addTimelineEntry(ctx, 'remittance', row.settlement_ref, events[action], facts)
  return moved
}

type Action = keyof typeof remittanceStates.actions
const events = {
  cut: 'remittance_cut',
  hold: 'remittance_held',
  release: 'remittance_released',
  end: 'remittance_ended',
  send: 'remittance_sent',
  succeed: 'remittance_paid',
  fail: 'remittance_failed',
  return: 'remittance_returned',
  retry: 'remittance_retried',
} as const satisfies Record<Action, string>
