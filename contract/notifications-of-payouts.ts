import type { KindSpec } from './notifications.ts'

/** What people are told of payouts and the accounts that they leave. */
export const payoutNotices = {
  deposit_suspended: {
    severity: 'warning', audience: 'payoutCustodians', console: true, email: true,
    facts: ['account_no', 'amount', 'payer'], opens: { to: 'virtualAccountTransactions', search: { account: 'account_no' } },
  },
  virtual_account_low: {
    severity: 'warning', audience: 'payouts', console: true, email: true,
    facts: ['account_no', 'account_name', 'available', 'low'], opens: { to: 'virtualAccounts' },
  },
  payout_rules_waiting: {
    severity: 'warning', audience: 'payoutCustodians', console: true, email: true, fixed: true,
    facts: ['by'], opens: { to: 'payoutSettings' },
  },
  payout_rules_changed: {
    severity: 'warning', audience: 'payouts', console: true, email: true, fixed: true,
    facts: ['by'], opens: { to: 'payoutSettings' },
  },
  payouts_reopened: {
    severity: 'warning', audience: 'payouts', personal: true, console: true, email: true,
    facts: ['count'], opens: { to: 'payoutSettings' },
  },
  payout_alone: {
    severity: 'alarm', audience: 'administration', console: true, email: true, fixed: true,
    facts: ['by', 'count', 'txn_ref'], opens: { to: 'payoutSettings' },
  },
  payout_to_verify: {
    severity: 'info', audience: 'payoutCheckers', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_to_approve: {
    severity: 'info', audience: 'payoutApprovers', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_batch_to_verify: {
    severity: 'info', audience: 'payoutCheckers', console: true, email: true,
    facts: ['file_name', 'payouts'], opens: { to: 'managePayouts' },
  },
  payout_batch_to_approve: {
    severity: 'info', audience: 'payoutApprovers', console: true, email: true,
    facts: ['file_name', 'payouts'], opens: { to: 'managePayouts' },
  },
  payout_failed: {
    severity: 'warning', audience: 'payouts', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_returned: {
    severity: 'warning', audience: 'payouts', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_queued: {
    severity: 'warning', audience: 'payouts', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_held: {
    severity: 'warning', audience: 'payouts', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_unknown: {
    severity: 'alarm', audience: 'payoutCustodians', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_expiring: {
    severity: 'info', audience: 'payouts', console: true, email: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
  payout_contradicted: {
    severity: 'alarm', audience: 'payoutCustodians', console: true, email: true, fixed: true,
    facts: ['txn_ref', 'amount', 'beneficiary'], opens: { to: 'managePayouts', search: { ref: 'txn_ref' } },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
