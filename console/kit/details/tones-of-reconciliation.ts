import type { ThirdPartyState } from '#contract/third-party-mapping.ts'
import type { ThirdPartyUploadState } from '#contract/third-party.ts'
import type { FeeOutcome } from '#contract/fee-checks.ts'
import type { ProposalState } from '#contract/recon-decision-shapes.ts'
import type { OutcomeStatus } from '#contract/recon-outcomes.ts'
import type { FeeClaimState } from '#contract/fee-claims.ts'
import type { ReconFileState, RecordStanding } from '#contract/recon-file-states.ts'
import type { ReconRunState } from '#contract/recon-run-states.ts'
import type { ArrivalState, SftpState } from '#contract/recon-intake-shapes.ts'
import type { SettlementState } from '#contract/settlement-states.ts'
import type { Tone } from './tones.ts'

/** The tone of each state of reconciliation. */
export const reconciliationTones = {
  thirdParty: { Success: 'good', Failed: 'bad', Pending: 'busy', Refunded: 'quiet' } satisfies Record<
    ThirdPartyState,
    Tone
  >,
  thirdPartyUpload: {
    reading: 'busy',
    checked: 'open',
    loaded: 'good',
    refused: 'bad',
    taken_back: 'quiet',
  } satisfies Record<ThirdPartyUploadState, Tone>,
  reconFile: {
    Uploaded: 'open',
    Initiated: 'busy',
    'Validation Failed': 'bad',
    'Ingestion Failed': 'bad',
    Success: 'good',
  } satisfies Record<ReconFileState, Tone>,
  reconOutcome: {
    duplicate: 'bad',
    missing_in_settlement: 'bad',
    missing_in_transactions: 'bad',
    amount_mismatch: 'bad',
    fee_mismatch: 'bad',
    tax_mismatch: 'bad',
    date_shift: 'open',
    matched: 'good',
    expected: 'busy',
    adjustment: 'quiet',
  } satisfies Record<OutcomeStatus, Tone>,
  reconRun: { queued: 'open', running: 'busy', done: 'good', failed: 'bad', cancelled: 'quiet' } satisfies Record<
    ReconRunState,
    Tone
  >,
  settlement: {
    incomplete: 'busy',
    unproven: 'bad',
    proven: 'open',
    closed: 'good',
    reopened: 'busy',
  } satisfies Record<SettlementState, Tone>,
  reconProposal: {
    proposed: 'open',
    approved: 'good',
    rejected: 'bad',
    withdrawn: 'quiet',
    stale: 'quiet',
  } satisfies Record<ProposalState, Tone>,
  feeCheck: { exact: 'good', within: 'good', mismatch: 'bad', no_plan: 'quiet', no_base: 'quiet' } satisfies Record<
    FeeOutcome,
    Tone
  >,
  feeClaim: { open: 'open', sent: 'busy', recovered: 'good', accepted: 'quiet' } satisfies Record<FeeClaimState, Tone>,
  reconSftp: {
    none: 'quiet',
    unpinned: 'open',
    new: 'busy',
    working: 'good',
    failing: 'bad',
    host_key_changed: 'bad',
  } satisfies Record<SftpState, Tone>,
  reconArrival: {
    watched: 'busy',
    coming: 'busy',
    taken: 'good',
    waiting: 'open',
    refused: 'bad',
    gone: 'quiet',
  } satisfies Record<ArrivalState, Tone>,
  reconRecord: { current: 'good', repeated: 'quiet', superseded: 'quiet', withdrawn: 'quiet' } satisfies Record<
    RecordStanding,
    Tone
  >,
} as const
