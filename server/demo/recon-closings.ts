import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { approve } from '#server/recon-decisions/approve.ts'
import { proposeSettlement } from '#server/recon-decisions/propose-settlement.ts'
import { close } from '#server/settlements/close.ts'
import { audited } from './audited.ts'
import { closePast } from './past.ts'
import { reconPerson } from './recon-agreed.ts'

/** Closes all settlements that are there, in the order of their days: those that prove themselves by one person, others by two. */
export async function closeAll(ctx: Ctx): Promise<void> {
  const [maker, approver] = [await reconPerson(ctx, ['recon-admin']), await reconPerson(ctx, ['admin'])]
  await ctx.tx.query('analyze recon_outcomes, settlements', [])
  const open = await ctx.own
    .select('settlements')
    .select(['settlement_id', 'version', 'state'])
    .where('state', 'in', ['proven', 'unproven'])
    .orderBy('last_on')
    .orderBy('settlement_id')
    .execute()
  for (const { settlement_id: id, version, state } of open) {
    const made = ctx.with({ actor: maker, requestId })
    if (state === 'proven') {
      await audited(made, 'settlement.close', async (asked) => {
        const closed = await close(asked, id, { version, by: maker.name, isByTwo: false })
        asked.auditSubject(id, changesFrom({ status: state }, { status: closed.state, payout: closed.payout }))
      })
      continue
    }
    const because = {
      act: 'close_settlement',
      reason: 'The payout is right: the bank has what the lines come to.',
    } as const
    const { proposal_id, digest } = await audited(made, 'recon-decision.propose', (asked) => proposeSettlement(asked, id, because)) // prettier-ignore
    await audited(ctx.with({ actor: approver, requestId }), 'recon-decision.approve', (asked) => approve(asked, proposal_id, { digest })) // prettier-ignore
  }
}

/** Nobody is asked any more for what was agreed to then. */
export const closeClosings = (ctx: Ctx): Promise<void> =>
  closePast(ctx, { requestId, about: 'recon_proposal', kinds: ['recon_approval_waiting'] })
const requestId = 'demo-closings'
