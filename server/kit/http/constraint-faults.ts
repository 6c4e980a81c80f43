import { DatabaseError } from 'pg'
import { Fault, fieldFault } from '#contract/faults.ts'

/** The fault of each constraint that can refuse a row; the only place that names constraints. */
const faultsByConstraint: Record<string, () => Fault> = {
  payment_links_merchant_id_environment_merchant_order_ref_key: () =>
    fieldFault('duplicateOrder', 'merchant_order_id', 'already_used'),
  payment_pages_order: () => fieldFault('duplicateOrder', 'merchant_order_id', 'already_used'),
  invoices_order: () => fieldFault('duplicateOrder', 'merchant_invoice_ref', 'already_used'),
  invoices_number: () => fieldFault('duplicateOrder', 'invoice_number', 'already_used'),
  invoice_templates_name: () => fieldFault('duplicateTemplate', 'name', 'already_used'),
  prices_order: () => fieldFault('duplicateOrder', 'merchant_order_ref', 'already_used'),
  subscriptions_order: () => fieldFault('duplicateOrder', 'merchant_order_ref', 'already_used'),
  subscription_charges_order: () => fieldFault('duplicateOrder', 'merchant_order_ref', 'already_used'),
  payouts_merchant_id_environment_merchant_txn_ref_key: () =>
    fieldFault('payoutReferenceUsed', 'txn_details.txn_ref', 'already_used'),
  payouts_paid_again: () => new Fault('wrongState', { why: 'it has been paid again already' }),
  alerts_name: () => fieldFault('duplicateName', 'name', 'already_used'),
  export_schedules_name: () => fieldFault('duplicateName', 'name', 'already_used'),
  payments_one_in_flight: () => new Fault('inFlight'),
  // The lock of an idempotency key separates two requests with one key. Nodes of an earlier version claim a key by its
  // row instead.
  idempotency_keys_pkey: () => new Fault('inProgress'),
}

/** The constraints that have one. */
export const faultNames: readonly string[] = Object.keys(faultsByConstraint)

/** The fault of a change that a constraint refused; undefined for any other error. */
export function constraintFault(error: unknown): Fault | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  const { constraint = '' } = error
  const [, beginning] = /^(.+)…$/.exec(constraint) ?? []
  const name = beginning === undefined ? constraint : faultNames.find((one) => one.startsWith(beginning))
  return faultsByConstraint[name ?? '']?.()
}
