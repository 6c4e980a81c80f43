import { type DeclineCode, declineCodes, mannerOf } from './cards.ts'
import type { Book, Operation } from './book.ts'
import { grantView, type GrantView } from './mandate-views.ts'
import type { OperationRecord, PaidBy, PaymentRecord, SettlementRecord, Shown, Status } from './records.ts'

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
  /** What the payer has to do while it is pending; null when nothing. */
  action: ActionView | null
  expires_at: string | null
  paid_by: PaidBy | null
  authentication: 'frictionless' | 'challenge' | null
  /** The mandate that a payment has set up; absent while it is not active. */
  mandate?: GrantView
  /** The moment of the caller's test clock. */
  simulated_at?: string
  at: string
}
export type ActionView =
  | { kind: 'redirect'; url: string }
  /** `test_url` is the page where the payer's part can be played. */
  | ({ kind: 'show'; test_url: string } & Shown)

/** How operations look from outside. */
export interface Views {
  /** Where browsers find the simulator's pages. */
  readonly origin: string
  /** As it was when first recorded: what every request with its key is answered. */
  first(record: OperationRecord): OperationView
  /** As it is now. */
  current(operation: Operation): OperationView
  /** As it was once settled. */
  settled(record: OperationRecord, settlement: SettlementRecord): OperationView
}

export function viewsFor(originOf: () => string): Views {
  const views: Views = {
    get origin() {
      return originOf()
    },
    first: (record) => viewOf(record, record, originOf()),
    current: ({ record, status, decline, paidBy, settles }) =>
      viewOf(
        record,
        { status, decline, at: record.at, paid_by: paidBy, isDecided: settles !== record.settles },
        originOf(),
      ),
    settled: (record, settlement) =>
      viewOf(record, { ...settlement, isDecided: settlement.settles !== undefined }, originOf()),
  }
  return views
}

interface End {
  status: Status
  decline?: DeclineCode | undefined
  at: string
  paid_by?: PaidBy | undefined
  /** Its payer has decided, and the bank is at work. */
  isDecided?: boolean
}
function viewOf(
  record: OperationRecord,
  { status, decline, at, paid_by, isDecided }: End,
  origin: string,
): OperationView {
  const payment = record.type === 'payment' ? record : null
  const isGood = status === 'captured' || status === 'authorised'
  const grant = isGood && payment?.mandate && 'grant' in payment.mandate ? payment.mandate.grant : undefined
  return {
    kind: record.type,
    key: record.key,
    ref: record.ref,
    ...(record.type === 'payment' ? {} : { payment_key: record.payment_key }),
    status,
    amount_minor: record.amount_minor,
    currency: record.currency,
    decline: decline ? { code: decline, message: declineCodes[decline] } : null,
    card: payment?.card ?? null,
    action: payment && status === 'pending' && !isDecided ? actionOf(payment, origin) : null,
    expires_at: payment?.expires_at ?? null,
    paid_by: paid_by ?? null,
    authentication: payment ? (mannerOf(payment.scenario).authentication ?? null) : null,
    ...(grant && { mandate: grantView(grant) }),
    ...(payment?.simulated_at && { simulated_at: payment.simulated_at }),
    at,
  }
}

function actionOf({ page, shown }: PaymentRecord, origin: string): ActionView | null {
  if (!page) return null
  const url = `${origin}/pages/${page}`
  return shown ? { kind: 'show', ...shown, test_url: url } : { kind: 'redirect', url }
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
