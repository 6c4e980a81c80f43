import { exceptionActs, whyNotAct, type ExceptionAct } from '#contract/recon-decision-shapes.ts'
import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import { readReconEvidence } from '#contract/recon-evidence.ts'
import { listReconExceptions, readReconException, sumReconExceptions } from '#contract/recon-exceptions.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import { listReconProposals } from '#contract/recon-proposals.ts'
import { listSettlements, readSettlement } from '#contract/settlements.ts'
import type { IconName } from '#console/kit/ui/icons.tsx'

/** What an act on exceptions makes stale. */
export const ofExceptions = [listReconExceptions, readReconException, sumReconExceptions, listReconProposals, readReconEvidence, listSettlements, readSettlement] // prettier-ignore

type Actable = Pick<ReconOutcomeRow, 'record_ref' | 'status' | 'suggested_strength' | 'is_open' | 'settlement_id'>
/** The side of a record, from its reference: `1.a.payment:…`. */
export const sideOf = (recordRef: string): ReconSide => (recordRef.split('.')[1] === 'a' ? 'a' : 'b')
export const fits = (act: ExceptionAct, row: Actable): boolean =>
  whyNotAct(act, { ...row, side: sideOf(row.record_ref) }) === null
/** The acts that fit some of these. */
export const actsOn = (rows: readonly Actable[]): ExceptionAct[] =>
  exceptionActs.filter((act) => rows.some((row) => fits(act, row)))

export const actIcons: Record<ExceptionAct, IconName> = {
  match: 'check',
  unmatch: 'undo',
  write_off: 'fall',
  accept: 'check',
  not_ours: 'close',
  expect: 'clock',
  assign: 'user',
  comment: 'message',
}
