import type { Updateable } from 'kysely'
import type { RemittanceHold } from '#contract/remittance-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeRemittance, moveRemittance } from './move.ts'
import type { RemittanceRow } from './rows.ts'
import { quoteRemittanceJob } from './send-job.ts'

/**
 * Ends what holds a settlement, as far as it holds it; with the last one it may be sent. `more` is written with it. The caller holds its row's
 * lock. Returns the row as it is then.
 */
export async function endHolds(
  ctx: Ctx,
  row: RemittanceRow,
  ended: readonly RemittanceHold[],
  more: Updateable<Tables['remittances']> = {},
): Promise<RemittanceRow> {
  const holds = row.holds.filter((one) => !ended.includes(one as RemittanceHold))
  if (row.status !== 'On Hold' || holds.length === row.holds.length) return row
  const after =
    holds.length > 0
      ? await changeRemittance(ctx, row, { ...more, holds })
      : await moveRemittance(ctx, row, 'release', { ...more, holds, held_until: null })
  ctx.enqueue(quoteRemittanceJob, { settlementRef: row.settlement_ref })
  return after
}
