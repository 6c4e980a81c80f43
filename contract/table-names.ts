/**
 * Every list whose columns a user may choose, as it goes over the wire as `table`; apart, so that it weighs nothing.
 */
export const tableNames = [
  'audit-log',
  'merchants',
  'payment-links',
  'payments',
  'support-tickets',
  'users',
  'webhooks',
] as const
export type TableName = (typeof tableNames)[number]
