import { listReconProposals } from '#contract/recon-proposals.ts'
import { listSettlementLines, listSettlements, readSettlement } from '#contract/settlements.ts'

/** What an act on a settlement changes. */
export const refreshes = [listSettlements, readSettlement, listSettlementLines, listReconProposals] as const
