import { describe, expect, it } from 'vitest'
import { invoiceStates, type InvoiceState } from '#contract/invoice-states.ts'
import { actsOn, type Standing } from './acts-on.ts'

const all = { writable: true, refunds: true }
const at = (status: InvoiceState, parts: Partial<Standing> = {}) =>
  actsOn({ status, amount_paid: 0, amount_due: 100, amount_credited: 0, amount_refunded: 0, ...parts }, all)

describe('the acts on an invoice', () => {
  it('are those that its state allows', () => {
    const due = (status: InvoiceState) => (['sent', 'overdue', 'created', 'scheduled'].includes(status) ? 100 : 0)
    const acts = invoiceStates.states.map((status) => [status, at(status, { amount_due: due(status) }).join(' ')])
    expect(Object.fromEntries(acts)).toEqual({
      created: 'edit send markSent pdf duplicate void',
      scheduled: 'edit send markSent pdf duplicate void',
      sent: 'edit send remind copy pdf duplicate recordPayment credit void',
      overdue: 'edit send remind copy pdf duplicate recordPayment credit void',
      paid: 'send copy pdf duplicate',
      paid_late: 'send copy pdf duplicate',
      partially_refunded: 'send copy pdf duplicate',
      refunded: 'send copy pdf duplicate',
      voided: 'pdf duplicate unvoid',
    })
  })
  it('void none of which a part is paid, and bring none back that was credited', () => {
    expect(at('sent', { amount_paid: 40, amount_due: 60 })).not.toContain('void')
    expect(at('voided', { amount_credited: 10 })).not.toContain('unvoid')
  })
  it('ask for nothing where nothing is due', () => {
    expect(at('sent', { amount_due: 0 })).toEqual(['edit', 'send', 'copy', 'pdf', 'duplicate', 'void'])
  })
  it('credit what was refunded without a credit note', () => {
    const refunded = { amount_paid: 100, amount_due: 0, amount_refunded: 40 }
    expect(at('partially_refunded', refunded)).toContain('credit')
    expect(at('partially_refunded', { ...refunded, amount_credited: 40 })).not.toContain('credit')
  })
  it('of who may not refund record no money, and of who only looks change nothing', () => {
    const standing = {
      status: 'sent',
      amount_paid: 0,
      amount_due: 100,
      amount_credited: 0,
      amount_refunded: 0,
    } as const
    expect(actsOn(standing, { writable: true, refunds: false })).not.toContain('recordPayment')
    expect(actsOn(standing, { writable: false, refunds: true })).toEqual(['copy', 'pdf'])
  })
})
