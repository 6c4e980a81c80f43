import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/remittances.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { exportedItems, exportedRemittances, listItems, listRemittances } from './list.ts'
import { findRemittance } from './rows.ts'
import { shownRemittance } from './show.ts'

export const remittanceHandlers: Handlers<typeof contract> = {
  listRemittances: (ctx, { body }) => listRemittances(ctx, body),
  exportRemittances: exportedRemittances,
  readRemittance: (ctx, { path }) => shownRemittance(ctx, path.settlement_ref),
  async listRemittanceItems(ctx, { path, body }) {
    await checkThere(ctx, path.settlement_ref)
    return listItems(ctx, path.settlement_ref, body)
  },
  async exportRemittanceItems(ctx, { path }) {
    await checkThere(ctx, path.settlement_ref)
    return exportedItems(ctx, path.settlement_ref)
  },
}

async function checkThere(ctx: Ctx, settlementRef: string): Promise<void> {
  if (!(await findRemittance(ctx, settlementRef))) throw new Fault('notFound')
}
