import type { RemittanceHold } from '#contract/remittance-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeRemittance, moveRemittance } from './move.ts'
import type { RemittanceRow } from './rows.ts'
import { quoteRemittanceJob } from './send-job.ts'

/** Ends one thing that holds a settlement, if it does; with the last one it may be sent. The caller holds its row's lock. */
export async function endHold(ctx: Ctx, row: RemittanceRow, hold: RemittanceHold): Promise<void> {
  if (row.status !== 'On Hold' || !row.holds.includes(hold)) return
  const holds = row.holds.filter((one) => one !== hold)
  if (holds.length > 0) await changeRemittance(ctx, row, { holds })
  else await moveRemittance(ctx, row, 'release', { holds, held_until: null })
  ctx.enqueue(quoteRemittanceJob, { settlementRef: row.settlement_ref })
}
