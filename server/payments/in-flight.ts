import { inFlightStates } from '#contract/payment-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The references of payments in flight that have not changed since a moment, oldest first. Index: payments_by_status. */
export async function listInFlight(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('status', 'in', inFlightStates)
    .where('updated_at', '<', since)
    .orderBy('created_at')
    .limit(sweptMost)
    .execute()
  return rows.map(({ order_ref }) => order_ref)
}
const sweptMost = 500
