import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { proposeSettlement as proposeCall } from '#contract/recon-proposals.ts'
import { settlementStates } from '#contract/settlement-states.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { existingSettlement } from '#server/settlements/queries.ts'
import { lockPairs } from './keep.ts'
import { shownSettlementOf } from './present.ts'
import { existingProposal, type FoundProposal } from './proposals.ts'
import { keepProposals } from './propose.ts'

/** Proposes to close a settlement that is not proven, or to reopen one. Throws `wrongState` while that is proposed already. */
export async function proposeSettlement(ctx: Ctx, settlementId: string, { act, reason }: Input<typeof proposeCall>['body']): Promise<FoundProposal> {
  await lockPairs(ctx, [(await existingSettlement(ctx, settlementId)).msm_id])
  const settlement = await existingSettlement(ctx, settlementId)
  if (!settlementStates.can(settlement.state, act === 'close_settlement' ? 'closeUnproven' : 'reopen'))
    throw new Fault('settlementState', { why: `it is ${settlement.state}` })
  const { msm_id: msmId, currency } = settlement
  const [id] = await keepProposals(ctx, [{ act, msmId, groupId: null, settlementId, records: [], shown: shownSettlementOf(settlement), currency, reason }])
  if (id === undefined) throw new Fault('wrongState', { why: 'it is proposed already' })
  ctx.auditSubject(id, madeAs({ act, settlement: settlementId, reason }))
  return existingProposal(ctx, id)
} // prettier-ignore
