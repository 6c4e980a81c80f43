import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/settlements.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { close, reopen } from './close.ts'
import { listLines, listSettlements } from './list.ts'
import { isLoneApprover } from './lone-approver.ts'
import { existingSettlement } from './queries.ts'
import { shownSettlement } from './show.ts'

export const handlers: Handlers<typeof contract> = {
  listSettlements: (ctx, { body }) => listSettlements(ctx, body),
  listSettlementLines: async (ctx, { path, body }) =>
    listLines(ctx, await existingSettlement(ctx, path.settlement_id), body),
  readSettlement: async (ctx, { path }) => shownSettlement(ctx, await existingSettlement(ctx, path.settlement_id)),

  async closeSettlement(ctx, { path, body }) {
    const before = await existingSettlement(ctx, path.settlement_id)
    const isByTwo = await isLoneApprover(ctx)
    const closed = await close(ctx, path.settlement_id, { version: body.version, by: ctx.actor.name, isByTwo })
    const { payout, proof, open, closings } = closed
    ctx.auditSubject(
      path.settlement_id,
      changesFrom(
        { status: before.state },
        {
          status: closed.state,
          payout,
          proof,
          open,
          closings,
          alone: isByTwo && before.state !== 'proven',
          reason: body.reason ?? '',
        },
      ),
    )
    return shownSettlement(ctx, closed)
  },

  async reopenSettlement(ctx, { path, body }) {
    const before = await existingSettlement(ctx, path.settlement_id)
    if (!(await isLoneApprover(ctx))) throw new Fault('settlementState', { why: 'two people reopen it' })
    const reopened = await reopen(ctx, path.settlement_id)
    await wantRuns(ctx, { pairs: [reopened.msm_id] }, { kind: 'decision', ref: path.settlement_id })
    ctx.auditSubject(
      path.settlement_id,
      changesFrom({ status: before.state }, { status: reopened.state, reason: body.reason, alone: true }),
    )
    return shownSettlement(ctx, reopened)
  },
}
