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
import type { RefundBatchRowState, RefundBatchState } from '#contract/refund-batches.ts'
import type { RefundState } from '#contract/refunds.ts'
import type { serverKeyStates } from '#contract/server-keys.ts'
import type { DepositState } from '#contract/deposits.ts'
import type { ExportSchedule } from '#contract/export-schedules.ts'
import type { ExportState } from '#contract/exports.ts'
import type { RemittanceState } from '#contract/remittance-states.ts'
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
import { reconciliationTones } from './tones-of-reconciliation.ts'

/**
 * The look of a state: `open` waits for a person, `busy` is in progress, `quiet` has ended without success or
 * failure.
 */
export type Tone = 'open' | 'busy' | 'good' | 'bad' | 'quiet'

/** The tone of each state of each machine; the words are under `states` of the texts, by the same names. */
export const tones = {
  paymentLink: {
    created: 'open',
    processing: 'busy',
    success: 'good',
    expired: 'quiet',
    cancelled: 'quiet',
  } satisfies Record<PaymentLinkState, Tone>,
  paymentPage: { activated: 'good', deactivated: 'quiet', cancelled: 'quiet' } satisfies Record<
    (typeof paymentPageStates.states)[number],
    Tone
  >,
  availability: {
    open: 'good',
    unavailable: 'bad',
    sold_out: 'busy',
    expired: 'quiet',
    deactivated: 'quiet',
    cancelled: 'quiet',
  } satisfies Record<Availability, Tone>,
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
  } satisfies Record<InvoiceState, Tone>,
  payoutBatch: { checked: 'open', running: 'busy', done: 'good' } satisfies Record<
    (typeof payoutBatchStates.states)[number],
    Tone
  >,
  bankFile: { Made: 'busy', Answered: 'good', Withdrawn: 'quiet' } satisfies Record<
    (typeof bankFileStates)[number],
    Tone
  >,
  invoiceBatch: { checked: 'open', running: 'busy', done: 'good' } satisfies Record<
    (typeof invoiceBatchStates.states)[number],
    Tone
  >,
  price: { active: 'good', cancelled: 'quiet' } satisfies Record<(typeof priceStates.states)[number], Tone>,
  subscription: {
    created: 'open',
    active: 'good',
    past_due: 'bad',
    completed: 'quiet',
    expired: 'quiet',
    cancelled: 'quiet',
  } satisfies Record<SubscriptionState, Tone>,
  charge: {
    due: 'open',
    trying: 'busy',
    unpaid: 'bad',
    carried: 'open',
    paid: 'good',
    written_off: 'quiet',
    forgiven: 'quiet',
    cancelled: 'quiet',
  } satisfies Record<(typeof chargeStates.states)[number], Tone>,
  mandate: { requested: 'open', active: 'good', revoked: 'bad', expired: 'bad', failed: 'bad' } satisfies Record<
    (typeof mandateStates.states)[number],
    Tone
  >,
  subscriptionChange: {
    paying: 'busy',
    scheduled: 'open',
    done: 'good',
    failed: 'bad',
    cancelled: 'quiet',
  } satisfies Record<(typeof subscriptionChangeStates.states)[number], Tone>,
  testClock: { ready: 'good', advancing: 'busy', failed: 'bad' } satisfies Record<
    (typeof testClockStates)[number],
    Tone
  >,
  payment: {
    Initiated: 'open',
    Pending: 'busy',
    Authorized: 'busy',
    Success: 'good',
    Failed: 'bad',
    Expired: 'quiet',
  } satisfies Record<PaymentState, Tone>,
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
  } satisfies Record<PayoutState, Tone>,
  nameCheck: {
    UNCHECKED: 'open',
    MATCH: 'good',
    CLOSE_MATCH: 'open',
    NO_MATCH: 'bad',
    NOT_POSSIBLE: 'quiet',
  } satisfies Record<NameCheck, Tone>,
  screening: {
    NOT_SCREENED: 'quiet',
    WAITING: 'busy',
    CLEAR: 'good',
    POSSIBLE_MATCH: 'bad',
    ALLOWED: 'good',
    BLOCKED: 'bad',
  } satisfies Record<ScreeningState, Tone>,
  refundBatch: { checked: 'open', waiting: 'busy', running: 'busy', done: 'good', cancelled: 'quiet' } satisfies Record<
    RefundBatchState,
    Tone
  >,
  refundBatchRow: { ready: 'open', invalid: 'bad', asked: 'good', failed: 'bad' } satisfies Record<
    RefundBatchRowState,
    Tone
  >,
  remittance: {
    Open: 'open',
    Calculated: 'open',
    'On Hold': 'bad',
    Processing: 'busy',
    Remitted: 'good',
    Failed: 'bad',
    Returned: 'bad',
  } satisfies Record<RemittanceState, Tone>,
  refund: { PENDING: 'busy', SUCCESS: 'good', FAIL: 'bad' } satisfies Record<RefundState, Tone>,
  refunded: { partial: 'good', full: 'quiet' } satisfies Record<'partial' | 'full', Tone>,
  apiCall: { done: 'good', refused: 'bad', failed: 'bad' } satisfies Record<(typeof apiCallOutcomes)[number], Tone>,
  audit: { done: 'quiet', denied: 'bad' } satisfies Record<AuditEntry['result'], Tone>,
  serverKey: { active: 'good', expired: 'quiet', revoked: 'quiet' } satisfies Record<
    (typeof serverKeyStates)[number],
    Tone
  >,
  user: { active: 'good', invited: 'open', inactive: 'quiet' } satisfies Record<UserStatus, Tone>,
  merchant: { ACTIVE: 'good', INACTIVE: 'quiet' } satisfies Record<(typeof merchantStatuses)[number], Tone>,
  kyc: { PENDING: 'open', SUBMITTED: 'busy', APPROVED: 'good', REJECTED: 'bad', RESUBMIT: 'open' } satisfies Record<
    KycStatus,
    Tone
  >,
  kycDocument: { received: 'busy', accepted: 'good', refused: 'bad' } satisfies Record<KycDocument['state'], Tone>,
  invite: { INVITED: 'open', ACCEPTED: 'good', EXPIRED: 'quiet', DECLINED: 'quiet' } satisfies Record<
    InviteState,
    Tone
  >,
  channel: {
    none: 'good',
    working: 'good',
    missing: 'open',
    unverified: 'open',
    refused: 'bad',
    disabled: 'quiet',
    resting: 'bad',
    trying: 'busy',
  } satisfies Record<CredentialsState | 'disabled' | 'resting' | 'trying', Tone>,
  onboarding: {
    NOT_STARTED: 'quiet',
    PENDING: 'busy',
    ACTION_REQUIRED: 'open',
    ACTIVE: 'good',
    REJECTED: 'bad',
  } satisfies Record<OnboardingState, Tone>,
  channelHealth: { none: 'quiet', working: 'good', trying: 'busy', resting: 'bad', refused: 'bad' } satisfies Record<
    ChannelHealthState,
    Tone
  >,
  delivery: { pending: 'busy', delivered: 'good', failed: 'bad', disabled: 'quiet' } satisfies Record<
    WebhookDelivery['state'],
    Tone
  >,
  ticket: { open: 'busy', waiting: 'open', closed: 'quiet' } satisfies Record<TicketState, Tone>,
  deposit: {
    Asked: 'open',
    Refused: 'quiet',
    Suspense: 'open',
    Credited: 'good',
    SendingBack: 'busy',
    SentBack: 'quiet',
  } satisfies Record<DepositState, Tone>,
  exportSchedule: { active: 'good', paused: 'quiet' } satisfies Record<ExportSchedule['status'], Tone>,
  alert: { quiet: 'good', firing: 'bad', off: 'quiet' } satisfies Record<Alert['status'], Tone>,
  export: {
    queued: 'busy',
    running: 'busy',
    ready: 'good',
    failed: 'bad',
    cancelled: 'quiet',
    expired: 'quiet',
  } satisfies Record<ExportState, Tone>,
  ...reconciliationTones,
} as const
