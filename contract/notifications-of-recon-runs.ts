import type { KindSpec } from './notifications.ts'

/** What people are told of runs of reconciliation. */
export const reconRunNotices = {
  recon_run_exceptions: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['run_id', 'source_a', 'source_b', 'exceptions'], opens: { to: 'reconExceptions' },
  },
  recon_exceptions_above: {
    severity: 'alarm', audience: 'reconData', console: true, email: true,
    facts: ['currency', 'exceptions', 'amount'], opens: { to: 'reconExceptions', search: { currency: 'currency' } },
  },
  recon_settlement_late: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['source', 'transactions', 'day', 'run_id'], opens: { to: 'reconRun', search: { run_id: 'run_id' } },
  },
  recon_payout_late: {
    severity: 'alarm', audience: 'reconData', console: true, email: true,
    facts: ['source', 'payouts', 'day', 'run_id'], opens: { to: 'reconRun', search: { run_id: 'run_id' } },
  },
  recon_approval_waiting: {
    severity: 'warning', audience: 'reconApprove', console: true, email: true,
    facts: ['by', 'proposals'], opens: { to: 'reconExceptions', fixed: { tab: 'approvals' } },
  },
  recon_run_failed: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['run_id', 'source_a', 'source_b'], opens: { to: 'reconRun', search: { run_id: 'run_id' } },
  },
  settlement_restated: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['settlement_id', 'data_source', 'batch'], opens: { to: 'reconSettlement', search: { settlement_id: 'settlement_id' } },
  },
  recon_results_late: {
    severity: 'alarm', audience: 'reconData', console: true, email: true,
    facts: ['msm_id', 'source_a', 'source_b', 'day'], opens: { to: 'reconRuns' },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
