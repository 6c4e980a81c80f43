import { z } from 'zod'
import { wayOf } from '#contract/methods.ts'
import type { Payment } from './book.ts'
import { callbackManners } from './cards.ts'
import type { PaidBy, SettlementRecord } from './records.ts'

/** The acts of a payer on a waiting payment, and how the provider then sends its call-backs. */
export const PayerAct = z.strictObject({
  act: z.enum(['approve', 'decline', 'no_funds']),
  callbacks: z.enum(callbackManners).optional(),
})
export type PayerAct = z.infer<typeof PayerAct>
type End = Pick<SettlementRecord, 'status' | 'decline' | 'paid_by' | 'callbacks'>

export const expired: End = { status: 'expired' }
export const cancelled: End = { status: 'declined', decline: 'cancelled' }

/** Whether the payment waits for its payer. */
export const isWaiting = ({ record, status, settles }: Payment): boolean =>
  status === 'pending' && record.page !== undefined && settles === undefined

/** A bank account accepts a transfer at any time, also after the payment has ended. */
export const takesLateMoney = ({ record, status, decline }: Payment): boolean =>
  record.shown?.account !== undefined && (status === 'expired' || (status === 'declined' && decline === 'cancelled'))

/** How the payment ends by the act; undefined when there is nothing left to decide. */
export function actOn(payment: Payment, { act, callbacks }: PayerAct): End | undefined {
  const late = takesLateMoney(payment)
  if (!isWaiting(payment) && !(late && act === 'approve')) return undefined
  const { record } = payment
  const told = callbacks ? { callbacks } : {}
  if (act === 'approve') {
    return { status: record.capture ? 'captured' : 'authorised', paid_by: paidBy(payment), ...told }
  }
  if (act === 'no_funds') return { status: 'declined', decline: 'insufficient_funds', ...told }
  return { status: 'declined', decline: record.card ? 'authentication_failed' : 'payer_declined', ...told }
}

/** A QR code leaves open with what it is paid: with the simulator always from a bank's application. */
function paidBy({ record }: Payment): PaidBy {
  const { type, sub_type } = record.method ?? { type: 'CARD', sub_type: '' }
  if (record.card) return { type, sub_type, payer: record.card.masked }
  const payer = `••••${record.ref.slice(-4)}`
  if (type === 'QR_CODE') return { type: 'PAY_BY_BANK', sub_type: '', payer: `Simulator Bank ${payer}` }
  return { type, sub_type, payer: `${wayOf(type, sub_type)?.name ?? 'Simulator Bank'} ${payer}` }
}
