/** Every list whose columns a user may choose, as it goes over the wire as `table`; apart, so that it weighs nothing. */
export const tableNames = ['audit-log', 'payment-links', 'payments', 'support-tickets', 'webhooks'] as const
export type TableName = (typeof tableNames)[number]
