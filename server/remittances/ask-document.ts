import { Fault } from '#contract/faults.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeRemittance } from './move.ts'
import { tellHeld } from './notices.ts'
import { hold } from './quote.ts'
import { lockRemittance } from './rows.ts'

/**
 * Holds a settlement until its merchant has added a document, because a bank asks for one. What else holds it still does. Throws `notFound`, and
 * `wrongState` once its provider may have it, or when one is asked for already.
 */
export async function askDocument(ctx: Ctx, settlementRef: string): Promise<void> {
  const row = await lockRemittance(ctx, settlementRef)
  if (!row) throw new Fault('notFound')
  if (row.status === 'Calculated') {
    await hold(ctx, row, [{ hold: 'document_missing', until: null }])
    return
  }
  if (row.status !== 'On Hold' || row.holds.includes('document_missing'))
    throw new Fault('wrongState', { why: `it is ${row.status}` })
  const held = await changeRemittance(ctx, row, { holds: [...row.holds, 'document_missing'] })
  addTimelineEntry(ctx, 'remittance', settlementRef, 'remittance_held', { holds: held.holds.join(' ') })
  await tellHeld(ctx, held, held.holds)
}
