import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { invoiceStates, issuedInvoiceStates, openInvoiceStates } from '#contract/invoice-states.ts'

/** The acts on an invoice, in the order of its menu. */
export const invoiceActs = [
  'edit', 'send', 'remind', 'markSent', 'copy', 'pdf', 'duplicate', 'recordPayment', 'credit', 'void', 'unvoid',
] as const // prettier-ignore
export type InvoiceAct = (typeof invoiceActs)[number]

/** What decides which acts are possible. */
export type Standing = Pick<InvoiceRow, 'status' | 'amount_paid' | 'amount_due' | 'amount_credited' | 'amount_refunded'>

interface Rights {
  /** The user may change invoices. */
  writable: boolean
  /** The user may refund, and so may say that money came outside. */
  refunds: boolean
}

/** The acts that an invoice's state allows to a user. */
export function actsOn(standing: Standing, { writable, refunds }: Rights): InvoiceAct[] {
  const { status, amount_paid: paid, amount_due: due, amount_credited: credited, amount_refunded: refunded } = standing
  const isOpen = (openInvoiceStates as readonly string[]).includes(status)
  const isIssued = (issuedInvoiceStates as readonly string[]).includes(status)
  const isDraft = invoiceStates.can(status, 'issue')
  const isVoided = status === 'voided'
  const allowed: Record<InvoiceAct, boolean> = {
    edit: writable && (isDraft || isOpen),
    send: writable && !isVoided,
    remind: writable && isOpen && due > 0,
    markSent: writable && isDraft,
    copy: !isDraft && !isVoided,
    pdf: true,
    duplicate: writable,
    recordPayment: writable && refunds && isOpen && due > 0,
    credit: writable && isIssued && (due > 0 || refunded > credited),
    void: writable && invoiceStates.can(status, 'void') && paid === 0,
    unvoid: writable && isVoided && credited === 0,
  }
  return invoiceActs.filter((act) => allowed[act])
}
