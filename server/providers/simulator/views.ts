import { type DeclineCode, declineCodes } from './cards.ts'
import type { Book, Operation } from './book.ts'
import type { OperationRecord, SettlementRecord, Status } from './records.ts'

/** An operation as the simulator shows it in answers and events. Amounts are minor units as decimal text. */
export interface OperationView {
  kind: 'payment' | 'capture' | 'refund'
  key: string
  /** The simulator's own reference. */
  ref: string
  /** Of the payment that a capture or refund belongs to. */
  payment_key?: string
  status: Status
  amount_minor: string
  currency: string
  decline: { code: DeclineCode; message: string } | null
  card: { brand: string; masked: string } | null
  at: string
}

/** As it was when first recorded: what every request with its key is answered. */
export const firstView = (record: OperationRecord): OperationView => viewOf(record, record)

/** As it is now. */
export const currentView = ({ record, status, decline }: Operation): OperationView =>
  viewOf(record, { status, decline, at: record.at })

/** As it was once settled. */
export const settledView = (record: OperationRecord, settlement: SettlementRecord): OperationView =>
  viewOf(record, settlement)

function viewOf(
  record: OperationRecord,
  { status, decline, at }: { status: Status; decline?: DeclineCode | undefined; at: string },
): OperationView {
  return {
    kind: record.type,
    key: record.key,
    ref: record.ref,
    ...(record.type === 'payment' ? {} : { payment_key: record.payment_key }),
    status,
    amount_minor: record.amount_minor,
    currency: record.currency,
    decline: decline ? { code: decline, message: declineCodes[decline] } : null,
    card: record.type === 'payment' ? (record.card ?? null) : null,
    at,
  }
}

/** Per currency, what was captured, refunded and is only authorised, and how many operations came to which end. */
export interface Totals {
  captured_minor: string
  refunded_minor: string
  authorised_minor: string
  operations: { [kindAndStatus: string]: number }
}

export function totalsOf(book: Book): { [currency: string]: Totals } {
  const sums = new Map<string, Sums>()
  for (const operation of book.operations()) {
    const { currency, type, key } = operation.record
    const sum = sums.get(currency) ?? { captured: 0n, refunded: 0n, authorised: 0n, operations: {} }
    sums.set(currency, sum)
    const ended = `${type}.${operation.status}`
    sum.operations[ended] = (sum.operations[ended] ?? 0) + 1
    const payment = type === 'payment' ? book.payment(key) : undefined
    if (!payment) continue
    sum.captured += payment.capturedMinor
    sum.refunded += payment.refundedMinor
    if (payment.status === 'authorised') sum.authorised += BigInt(payment.record.amount_minor)
  }
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, totals(sum)]))
}
interface Sums {
  captured: bigint
  refunded: bigint
  authorised: bigint
  operations: { [kindAndStatus: string]: number }
}
const totals = ({ captured, refunded, authorised, operations }: Sums): Totals => ({
  captured_minor: String(captured),
  refunded_minor: String(refunded),
  authorised_minor: String(authorised),
  operations,
})
