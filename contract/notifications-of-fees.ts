import type { KindSpec } from './notifications.ts'

/** What people are told of fees. */
export const feeNotices = {
  fee_overcharged: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['recon_id', 'channel', 'rows', 'amount', 'file_name'], opens: { to: 'reconFees' },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
