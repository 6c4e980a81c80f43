/**
 * The names of lists whose columns a user may choose, sent as `table`. They are apart from the lists, so that the console's
 * first load does not contain every list.
 */
export const tableNames = [
  'account-movements',
  'api-log',
  'audit-log',
  'beneficiaries',
  'beneficiary-accounts',
  'exports',
  'fee-claims',
  'fee-mismatches',
  'invoices',
  'merchants',
  'payment-links',
  'payment-pages',
  'payments',
  'payouts',
  'prices',
  'recon-changes',
  'recon-exceptions',
  'recon-files',
  'recon-proposals',
  'recon-transactions',
  'recon-settlements',
  'recon-left-out',
  'recon-records',
  'recon-runs',
  'settlements',
  'settlement-lines',
  'subscriptions',
  'support-tickets',
  'third-party',
  'users',
  'webhook-deliveries',
  'webhooks',
] as const
export type TableName = (typeof tableNames)[number]
