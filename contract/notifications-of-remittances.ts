import type { KindSpec } from './notifications.ts'

/** What people are told of remittances. */
export const remittanceNotices = {
  remittance_account_changed: {
    severity: 'warning', audience: 'administration', console: true, email: true, fixed: true,
    facts: ['by', 'changed', 'before', 'account'], opens: { to: 'remittanceAccounts' },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
