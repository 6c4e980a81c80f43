/** Every list whose columns a user may choose, as it goes over the wire as `table`; apart, so that it weighs nothing. */
export const tableNames = ['merchants', 'payment-links', 'payments', 'webhooks'] as const
export type TableName = (typeof tableNames)[number]
