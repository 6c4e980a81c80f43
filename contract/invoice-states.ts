import { machine } from './kit/machine.ts'

/**
 * An invoice. It is issued when it is first sent or marked as sent, and from then on its content stays as it is. Partial payments
 * do not move it: it is paid when nothing is due any more. `unvoid…` brings a voided one back to what it was.
 */
export const invoiceStates = machine({
  states: ['created', 'scheduled', 'sent', 'overdue', 'paid', 'paid_late', 'partially_refunded', 'refunded', 'voided'],
  actions: {
    schedule: { from: ['created', 'scheduled'], to: 'scheduled' },
    unschedule: { from: ['scheduled'], to: 'created' },
    issue: { from: ['created', 'scheduled'], to: 'sent' },
    fallDue: { from: ['sent'], to: 'overdue' },
    /** Its due date is put off. */
    extend: { from: ['overdue'], to: 'sent' },
    pay: { from: ['sent'], to: 'paid' },
    payLate: { from: ['overdue'], to: 'paid_late' },
    refundPart: { from: ['paid', 'paid_late', 'partially_refunded'], to: 'partially_refunded' },
    refund: { from: ['paid', 'paid_late', 'partially_refunded'], to: 'refunded' },
    void: { from: ['created', 'scheduled', 'sent', 'overdue'], to: 'voided' },
    unvoidDraft: { from: ['voided'], to: 'created' },
    unvoidScheduled: { from: ['voided'], to: 'scheduled' },
    unvoidSent: { from: ['voided'], to: 'sent' },
  },
})
export type InvoiceState = (typeof invoiceStates.states)[number]

/** The states in which an invoice can be paid. */
export const openInvoiceStates = ['sent', 'overdue'] as const satisfies readonly InvoiceState[]
/** The states of one that was issued and counts. */
export const issuedInvoiceStates = [
  'sent',
  'overdue',
  'paid',
  'paid_late',
  'partially_refunded',
  'refunded',
] as const satisfies readonly InvoiceState[]
