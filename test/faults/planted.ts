/** The faults that tests plant, by what they are about. */
export * from './planted-channels.ts'
export * from './planted-exports.ts'
export * from './planted-invoices.ts'
export * from './planted-pages.ts'
export * from './planted-payments.ts'
export * from './planted-people.ts'
export * from './planted-processes.ts'
export * from './planted-subscriptions.ts'
