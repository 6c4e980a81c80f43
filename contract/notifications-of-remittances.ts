import type { KindSpec } from './notifications.ts'

const settlement = { to: 'remittance', search: { ref: 'settlement_ref' } } as const
const told = { audience: 'remittances', console: true, email: true, opens: settlement } as const

/** What people are told of remittances. */
export const remittanceNotices = {
  remittance_paid: { ...told, severity: 'success', facts: ['settlement_ref', 'amount', 'sold'] },
  // No money comes, and nobody has to act.
  remittance_ended: { ...told, severity: 'info', email: false, facts: ['settlement_ref', 'sold'] },
  remittance_failed: { ...told, severity: 'alarm', facts: ['settlement_ref', 'amount', 'sold'] },
  remittance_returned: { ...told, severity: 'alarm', facts: ['settlement_ref', 'amount', 'sold', 'returned'] },
  remittance_held: { ...told, severity: 'warning', facts: ['settlement_ref', 'amount', 'sold', 'reason'] },
  remittance_rate_moved: { ...told, severity: 'warning', facts: ['settlement_ref', 'sold', 'before', 'now', 'loss'] },
  remittance_not_cut: { ...told, severity: 'warning', facts: ['settlement_ref', 'sold', 'net', 'until', 'reason'] },
  remittance_amount_differs: { ...told, severity: 'alarm', fixed: true, facts: ['settlement_ref', 'amount', 'sold', 'said'] },
  remittance_contradicted: { ...told, severity: 'alarm', fixed: true, facts: ['settlement_ref', 'amount', 'sold'] },
  provider_settlement_differs: {
    severity: 'warning', audience: 'remittances', console: true, email: true,
    facts: ['channel', 'provider_ref', 'lines'], opens: { to: 'remittances' },
  },
  remittance_account_changed: {
    severity: 'warning', audience: 'administration', console: true, email: true, fixed: true,
    facts: ['by', 'changed', 'before', 'account'], opens: { to: 'remittanceAccounts' },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
