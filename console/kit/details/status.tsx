import type { ReactNode } from 'react'
import type { apiCallOutcomes } from '#contract/api-log.ts'
import type { Alert } from '#contract/alerts.ts'
import type { AuditEntry } from '#contract/audit-log.ts'
import type { ChannelHealthState, CredentialsState } from '#contract/channel-shapes.ts'
import type { KycDocument } from '#contract/kyc.ts'
import type { InviteState } from '#contract/invites.ts'
import type { KycStatus, merchantStatuses } from '#contract/merchants.ts'
import type { OnboardingState } from '#contract/onboarding-states.ts'
import type { Availability, paymentPageStates } from '#contract/payment-page-states.ts'
import type { bankFileStates } from '#contract/bank-files.ts'
import type { payoutBatchStates } from '#contract/payout-batches.ts'
import type { invoiceBatchStates } from '#contract/invoice-batches.ts'
import type { InvoiceState } from '#contract/invoice-states.ts'
import type { PaymentLinkState } from '#contract/payment-link-states.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { NameCheck, PayoutState } from '#contract/payout-states.ts'
import type { ScreeningState } from '#contract/screening.ts'
import type { WebhookDelivery } from '#contract/webhook-deliveries.ts'
import type { ThirdPartyState } from '#contract/third-party-mapping.ts'
import type { ThirdPartyUploadState } from '#contract/third-party.ts'
import type { FeeOutcome } from '#contract/fee-checks.ts'
import type { ProposalState } from '#contract/recon-decision-shapes.ts'
import type { OutcomeStatus } from '#contract/recon-outcomes.ts'
import type { FeeClaimState } from '#contract/fee-claims.ts'
import type { ReconFileState, RecordStanding } from '#contract/recon-file-states.ts'
import type { ReconRunState } from '#contract/recon-run-states.ts'
import type { ArrivalState, SftpState } from '#contract/recon-intake-shapes.ts'
import type { RefundBatchRowState, RefundBatchState } from '#contract/refund-batches.ts'
import type { RefundState } from '#contract/refunds.ts'
import type { serverKeyStates } from '#contract/server-keys.ts'
import type { DepositState } from '#contract/deposits.ts'
import type { ExportSchedule } from '#contract/export-schedules.ts'
import type { ExportState } from '#contract/exports.ts'
import type { RemittanceState } from '#contract/remittance-states.ts'
import type { SettlementState } from '#contract/settlement-states.ts'
import type { TicketState } from '#contract/support.ts'
import type {
  chargeStates,
  mandateStates,
  priceStates,
  subscriptionChangeStates,
  SubscriptionState,
} from '#contract/subscription-states.ts'
import type { testClockStates } from '#contract/test-clocks.ts'
import type { UserStatus } from '#contract/users.ts'
import styles from './values.module.css'
import { stateWord, useLanguage } from '#console/kit/i18n/words.ts'

/**
 * The look of a state: `open` waits for a person, `busy` is in progress, `quiet` has ended without success or
 * failure.
 */
type Tone = 'open' | 'busy' | 'good' | 'bad' | 'quiet'

/** The tone of each state of each machine; the words are under `states` of the texts, by the same names. */
const tones = {
  paymentLink: { created: 'open', processing: 'busy', success: 'good', expired: 'quiet', cancelled: 'quiet' },
  paymentPage: { activated: 'good', deactivated: 'quiet', cancelled: 'quiet' },
  availability: {
    open: 'good',
    unavailable: 'bad',
    sold_out: 'busy',
    expired: 'quiet',
    deactivated: 'quiet',
    cancelled: 'quiet',
  },
  invoice: {
    created: 'quiet',
    scheduled: 'busy',
    sent: 'open',
    overdue: 'bad',
    paid: 'good',
    paid_late: 'good',
    partially_refunded: 'good',
    refunded: 'quiet',
    voided: 'quiet',
  },
  payoutBatch: { checked: 'open', running: 'busy', done: 'good' },
  bankFile: { Made: 'busy', Answered: 'good', Withdrawn: 'quiet' },
  invoiceBatch: { checked: 'open', running: 'busy', done: 'good' },
  price: { active: 'good', cancelled: 'quiet' },
  subscription: {
    created: 'open',
    active: 'good',
    past_due: 'bad',
    completed: 'quiet',
    expired: 'quiet',
    cancelled: 'quiet',
  },
  charge: {
    due: 'open',
    trying: 'busy',
    unpaid: 'bad',
    carried: 'open',
    paid: 'good',
    written_off: 'quiet',
    forgiven: 'quiet',
    cancelled: 'quiet',
  },
  mandate: { requested: 'open', active: 'good', revoked: 'bad', expired: 'bad', failed: 'bad' },
  subscriptionChange: { paying: 'busy', scheduled: 'open', done: 'good', failed: 'bad', cancelled: 'quiet' },
  testClock: { ready: 'good', advancing: 'busy', failed: 'bad' },
  payment: {
    Initiated: 'open',
    Pending: 'busy',
    Authorized: 'busy',
    Success: 'good',
    Failed: 'bad',
    Expired: 'quiet',
  },
  payout: {
    Created: 'open',
    Verified: 'open',
    Approved: 'busy',
    Scheduled: 'busy',
    Queued: 'busy',
    Processing: 'busy',
    Success: 'good',
    Failed: 'bad',
    Returned: 'bad',
    Cancelled: 'quiet',
    Rejected: 'quiet',
  },
  nameCheck: { UNCHECKED: 'open', MATCH: 'good', CLOSE_MATCH: 'open', NO_MATCH: 'bad', NOT_POSSIBLE: 'quiet' },
  screening: {
    NOT_SCREENED: 'quiet',
    WAITING: 'busy',
    CLEAR: 'good',
    POSSIBLE_MATCH: 'bad',
    ALLOWED: 'good',
    BLOCKED: 'bad',
  },
  refundBatch: { checked: 'open', waiting: 'busy', running: 'busy', done: 'good', cancelled: 'quiet' },
  refundBatchRow: { ready: 'open', invalid: 'bad', asked: 'good', failed: 'bad' },
  thirdParty: { Success: 'good', Failed: 'bad', Pending: 'busy', Refunded: 'quiet' },
  thirdPartyUpload: { reading: 'busy', checked: 'open', loaded: 'good', refused: 'bad', taken_back: 'quiet' },
  reconFile: {
    Uploaded: 'open',
    Initiated: 'busy',
    'Validation Failed': 'bad',
    'Ingestion Failed': 'bad',
    Success: 'good',
  },
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
  },
  reconRun: { queued: 'open', running: 'busy', done: 'good', failed: 'bad', cancelled: 'quiet' },
  remittance: {
    Open: 'open',
    Calculated: 'open',
    'On Hold': 'bad',
    Processing: 'busy',
    Remitted: 'good',
    Failed: 'bad',
    Returned: 'bad',
  },
  settlement: { incomplete: 'busy', unproven: 'bad', proven: 'open', closed: 'good', reopened: 'busy' },
  reconProposal: { proposed: 'open', approved: 'good', rejected: 'bad', withdrawn: 'quiet', stale: 'quiet' },
  feeCheck: { exact: 'good', within: 'good', mismatch: 'bad', no_plan: 'quiet', no_base: 'quiet' },
  feeClaim: { open: 'open', sent: 'busy', recovered: 'good', accepted: 'quiet' },
  reconSftp: {
    none: 'quiet',
    unpinned: 'open',
    new: 'busy',
    working: 'good',
    failing: 'bad',
    host_key_changed: 'bad',
  },
  reconArrival: {
    watched: 'busy',
    coming: 'busy',
    taken: 'good',
    waiting: 'open',
    refused: 'bad',
    gone: 'quiet',
  },
  reconRecord: { current: 'good', repeated: 'quiet', superseded: 'quiet', withdrawn: 'quiet' },
  refund: { PENDING: 'busy', SUCCESS: 'good', FAIL: 'bad' },
  refunded: { partial: 'good', full: 'quiet' },
  apiCall: { done: 'good', refused: 'bad', failed: 'bad' },
  audit: { done: 'quiet', denied: 'bad' },
  serverKey: { active: 'good', expired: 'quiet', revoked: 'quiet' },
  user: { active: 'good', invited: 'open', inactive: 'quiet' },
  merchant: { ACTIVE: 'good', INACTIVE: 'quiet' },
  kyc: { PENDING: 'open', SUBMITTED: 'busy', APPROVED: 'good', REJECTED: 'bad', RESUBMIT: 'open' },
  kycDocument: { received: 'busy', accepted: 'good', refused: 'bad' },
  invite: { INVITED: 'open', ACCEPTED: 'good', EXPIRED: 'quiet', DECLINED: 'quiet' },
  channel: {
    none: 'good',
    working: 'good',
    missing: 'open',
    unverified: 'open',
    refused: 'bad',
    disabled: 'quiet',
    resting: 'bad',
    trying: 'busy',
  },
  onboarding: { NOT_STARTED: 'quiet', PENDING: 'busy', ACTION_REQUIRED: 'open', ACTIVE: 'good', REJECTED: 'bad' },
  channelHealth: { none: 'quiet', working: 'good', trying: 'busy', resting: 'bad', refused: 'bad' },
  delivery: { pending: 'busy', delivered: 'good', failed: 'bad', disabled: 'quiet' },
  ticket: { open: 'busy', waiting: 'open', closed: 'quiet' },
  deposit: {
    Asked: 'open',
    Refused: 'quiet',
    Suspense: 'open',
    Credited: 'good',
    SendingBack: 'busy',
    SentBack: 'quiet',
  },
  exportSchedule: { active: 'good', paused: 'quiet' },
  alert: { quiet: 'good', firing: 'bad', off: 'quiet' },
  export: { queued: 'busy', running: 'busy', ready: 'good', failed: 'bad', cancelled: 'quiet', expired: 'quiet' },
} as const satisfies {
  paymentLink: Record<PaymentLinkState, Tone>
  paymentPage: Record<(typeof paymentPageStates.states)[number], Tone>
  availability: Record<Availability, Tone>
  invoice: Record<InvoiceState, Tone>
  payoutBatch: Record<(typeof payoutBatchStates.states)[number], Tone>
  bankFile: Record<(typeof bankFileStates)[number], Tone>
  invoiceBatch: Record<(typeof invoiceBatchStates.states)[number], Tone>
  price: Record<(typeof priceStates.states)[number], Tone>
  subscription: Record<SubscriptionState, Tone>
  charge: Record<(typeof chargeStates.states)[number], Tone>
  mandate: Record<(typeof mandateStates.states)[number], Tone>
  subscriptionChange: Record<(typeof subscriptionChangeStates.states)[number], Tone>
  testClock: Record<(typeof testClockStates)[number], Tone>
  payment: Record<PaymentState, Tone>
  payout: Record<PayoutState, Tone>
  nameCheck: Record<NameCheck, Tone>
  screening: Record<ScreeningState, Tone>
  refundBatch: Record<RefundBatchState, Tone>
  refundBatchRow: Record<RefundBatchRowState, Tone>
  thirdParty: Record<ThirdPartyState, Tone>
  thirdPartyUpload: Record<ThirdPartyUploadState, Tone>
  reconFile: Record<ReconFileState, Tone>
  reconOutcome: Record<OutcomeStatus, Tone>
  reconRun: Record<ReconRunState, Tone>
  remittance: Record<RemittanceState, Tone>
  settlement: Record<SettlementState, Tone>
  reconProposal: Record<ProposalState, Tone>
  feeCheck: Record<FeeOutcome, Tone>
  feeClaim: Record<FeeClaimState, Tone>
  reconSftp: Record<SftpState, Tone>
  reconArrival: Record<ArrivalState, Tone>
  reconRecord: Record<RecordStanding, Tone>
  refund: Record<RefundState, Tone>
  refunded: Record<'partial' | 'full', Tone>
  apiCall: Record<(typeof apiCallOutcomes)[number], Tone>
  audit: Record<AuditEntry['result'], Tone>
  serverKey: Record<(typeof serverKeyStates)[number], Tone>
  user: Record<UserStatus, Tone>
  merchant: Record<(typeof merchantStatuses)[number], Tone>
  kyc: Record<KycStatus, Tone>
  kycDocument: Record<KycDocument['state'], Tone>
  invite: Record<InviteState, Tone>
  channel: Record<CredentialsState | 'disabled' | 'resting' | 'trying', Tone>
  onboarding: Record<OnboardingState, Tone>
  channelHealth: Record<ChannelHealthState, Tone>
  delivery: Record<WebhookDelivery['state'], Tone>
  ticket: Record<TicketState, Tone>
  deposit: Record<DepositState, Tone>
  exportSchedule: Record<ExportSchedule['status'], Tone>
  alert: Record<Alert['status'], Tone>
  export: Record<ExportState, Tone>
}
export type StatusOf = keyof typeof tones

/** A state as a dot and a word. */
export function Status({ of, state }: { of: StatusOf; state: string }): ReactNode {
  useLanguage()
  return (
    <span className={styles['status']}>
      <span
        className={styles['dot']}
        data-tone={(tones[of] as Record<string, Tone>)[state] ?? 'quiet'}
        aria-hidden="true"
      />
      {stateWord(of, state)}
    </span>
  )
}
