import type { AuditObject } from './audit-actions.ts'

/** The acts on payment pages. */
export const pageActions = {
  'payment-page.create': 'payment-page',
  'payment-page.update': 'payment-page',
  'payment-page.cancel': 'payment-page',
  'payment-page.restore': 'payment-page',
  'payment-page.duplicate': 'payment-page',
  'payment-page.stock': 'payment-page',
  'payment-page.share': 'payment-page',
  'payment-page.logo': 'payment-page',
  'payment-page.picture': 'payment-page',
  'payment-page.export': 'payment-page',
  'payment-page.export-end': 'payment-page',
  'payment-page.export-transactions': 'payment-page',
  'payment-page.export-transactions-end': 'payment-page',
} as const satisfies Record<string, AuditObject>
