import { auditActions, type AuditAction, type AuditObject } from '#contract/audit-actions.ts'
import type { AuditEntry } from '#contract/audit-log.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'

/** The page of an entry's object. Null where there is none, and in another merchant, where a master cannot open it. */
export function destinationOf(
  entry: Pick<AuditEntry, 'action' | 'object_ref' | 'changes'>,
  other: string,
): AnyDestination | null {
  const object = auditActions[entry.action as AuditAction] as AuditObject | undefined
  const ref = refOf(entry)
  if (ref === '') return null
  const merchant = other ? { merchant: other } : {}
  if (object === 'payment') return { to: 'paymentDetails', search: { order_ref: ref, ...merchant } }
  if (object === 'payment-link') return { to: 'paymentLinkDetails', search: { ref, ...merchant } }
  // These pages show only the session's own merchant.
  if (other) return null
  if (object === 'refund-batch') return { to: 'refundBatches', search: { batch: ref } }
  if (object === 'payout-batch') return { to: 'managePayouts', search: { tab: 'batches', batch: ref } as never }
  if (object === 'third-party') return { to: 'thirdParty', search: { upload: ref } as never }
  if (object === 'invoice-batch') return { to: 'invoices', search: { import: ref } }
  if (object === 'invoice-archive') return { to: 'invoices', search: { archive: ref } }
  if (object === 'webhook') return { to: 'webhooks', search: { tab: 'webhooks', webhook: ref } }
  if (object === 'secret') return { to: 'webhooks', search: { tab: 'keys' } }
  if (object === 'export') return { to: 'exports', search: { export: ref } }
  if (object === 'export-schedule') return { to: 'exports', search: { tab: 'schedules' } }
  if (object === 'alert') return { to: 'monitoring', search: {} }
  if (object === 'merchant') return { to: 'generalSettings', search: {} }
  return null
}

/** The reference for the page. A refund has no page of its own; the entry of its creation names the payment. */
const refOf = ({ action, object_ref, changes }: Pick<AuditEntry, 'action' | 'object_ref' | 'changes'>): string =>
  action.startsWith('refund.') ? String(changes['order_ref']?.after ?? '') : object_ref
