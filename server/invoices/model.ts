import type { InvoiceState } from '#contract/invoice-states.ts'

/** A payment of the model, with what of it went back. */
export interface ModelPayment {
  ref: string
  amount: number
  refunded: number
}

/** A small model of one invoice, for tests: what each act does, or that it is refused. Amounts in minor units. */
export class InvoiceModel {
  status: InvoiceState = 'created'
  from: InvoiceState | null = null
  amount: number
  paid = 0
  applied = 0
  credited = 0
  payments: ModelPayment[] = []
  /** Whether each refund makes a credit note. */
  creditsRefunds: boolean
  constructor(amount: number, creditsRefunds: boolean) {
    this.amount = amount
    this.creditsRefunds = creditsRefunds
  }

  get due(): number {
    return this.amount - this.paid - this.applied
  }
  get refunded(): number {
    return this.payments.reduce((sum, payment) => sum + payment.refunded, 0)
  }
  get isOpen(): boolean {
    return this.status === 'sent' || this.status === 'overdue'
  }

  edit(amount: number): boolean {
    if (this.status !== 'created') return amount === this.amount && this.status !== 'voided'
    this.amount = amount
    return true
  }
  issue(): boolean {
    if (this.status !== 'created') return false
    this.status = 'sent'
    return true
  }
  fallDue(): void {
    if (this.status === 'sent') this.status = 'overdue'
  }
  void(): boolean {
    if (!(this.isOpen || this.status === 'created') || this.paid > 0) return false
    this.from = this.status
    this.status = 'voided'
    return true
  }
  unvoid(): boolean {
    if (this.status !== 'voided' || !this.from || this.credited > 0) return false
    this.status = this.from
    return true
  }
  pay(ref: string, amount: number): boolean {
    if (!this.mayPay(amount)) return false
    this.payments.push({ ref, amount, refunded: 0 })
    this.paid += amount
    this.settle()
    return true
  }
  mayPay(amount: number): boolean {
    return this.isOpen && amount <= this.due
  }
  credit(amount: number): boolean {
    const issued = this.status !== 'created' && this.status !== 'voided'
    const most = this.due + this.refunded - (this.credited - this.applied)
    if (!issued || amount > most) return false
    this.applied += Math.min(amount, this.due)
    this.credited += amount
    this.settle()
    return true
  }
  refund(payment: ModelPayment, amount: number): boolean {
    if (payment.refunded + amount > payment.amount) return false
    payment.refunded += amount
    if (this.creditsRefunds) this.credited += Math.min(amount, this.amount - this.credited)
    this.settle()
    return true
  }

  private settle(): void {
    if (this.isOpen && this.due === 0) this.status = this.status === 'sent' ? 'paid' : 'paid_late'
    if (!this.isOpen && this.refunded > 0) this.status = this.refunded === this.paid ? 'refunded' : 'partially_refunded'
  }
}
