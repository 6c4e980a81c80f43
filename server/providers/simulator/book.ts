import type { DeclineCode, Scenario } from './cards.ts'
import { emptyBank, type BankBook } from './bank/book.ts'
import { isBankEffect } from './bank/records.ts'
import { emptyMandates, type MandateBook } from './mandate-book.ts'
import { emptyRemittances, type RemittanceBook } from './remittance/book.ts'
import { isRemittanceEffect, isRemittanceLine } from './remittance/records.ts'
import { emptySettlement, type SettlementBook } from './settlement/book.ts'
import { isSettlementLine } from './settlement/records.ts'
import type {
  Line,
  OperationRecord,
  PaidBy,
  PaymentRecord,
  SettlementRecord,
  Status,
  TokenRecord,
  ToldEffect,
} from './records.ts'

/**
 * The state of the simulator, computed from the lines of its file. It changes only by `record`, both when the file is
 * read at start and when a line is appended, so that a restart restores the same state.
 */
export interface Book {
  record: (line: Line) => void
  /** By the key of the caller. */
  operation(key: string): Operation | undefined
  payment(key: string): Payment | undefined
  /** By the name of the page where its payer decides. */
  paymentOfPage(page: string): Payment | undefined
  /** By a pay code, an account's number or a transfer's reference, or by the telephone on which its payer is asked. */
  paymentShown(code: string): Payment | undefined
  operations(): Iterable<Operation>
  /** The token, unless it is unknown, used or expired at `now`. */
  token(token: string, now: Date): TokenRecord | undefined
  /** The digest of the request with this key that was answered 500 without an effect. */
  fault(key: string): string | undefined
  /** Whether an operation, a mandate, a remittance or something at the bank has this key. */
  isKnown(key: string): boolean
  /** The effects whose events still have to be delivered. */
  undelivered(): ToldEffect[]
  mandates: MandateBook
  bank: BankBook
  settlement: SettlementBook
  remittances: RemittanceBook
}

export interface Operation {
  /** As first recorded: the answer to every request with its key. */
  readonly record: OperationRecord
  /** As of now. */
  status: Status
  decline: DeclineCode | undefined
  /** When it comes to its end by itself, and to which. */
  settles: OperationRecord['settles']
  paidBy?: PaidBy | undefined
  /** When its own money moved, ISO 8601; absent until then. */
  doneAt?: string
  /** How its payer wished the call-backs of the end to be sent. */
  callbacks?: SettlementRecord['callbacks']
}
export interface Payment extends Operation {
  readonly record: PaymentRecord
  /** Captured, and on the way to it. */
  capturedMinor: bigint
  capturingMinor: bigint
  refundedMinor: bigint
  refundingMinor: bigint
}

/** What may still be captured: authorised, not captured and not being captured. */
export const capturableMinor = (payment: Payment): bigint =>
  isAuthorised(payment) ? BigInt(payment.record.amount_minor) - payment.capturedMinor - payment.capturingMinor : 0n

/** What may still be refunded: captured, not refunded and not being refunded. */
export const refundableMinor = (payment: Payment): bigint =>
  payment.capturedMinor - payment.refundedMinor - payment.refundingMinor

const isAuthorised = (payment: Payment): boolean => payment.status === 'authorised' || payment.status === 'captured'

export function emptyBook(): Book {
  const operations = new Map<string, Operation>()
  const payments = new Map<string, Payment>()
  const pages = new Map<string, Payment>()
  const shown = new Map<string, Payment>()
  const tokens = new Map<string, TokenRecord>()
  const faults = new Map<string, string>()
  const undelivered = new Map<string, ToldEffect>()
  const mandates = emptyMandates()
  const bank = emptyBank()
  const settlement = emptySettlement()
  const remittances = emptyRemittances()

  function open(record: OperationRecord): void {
    if (!record.past) undelivered.set(record.event, record)
    faults.delete(record.key)
    const { status, decline, settles } = record
    const operation: Operation = { record, status, decline, settles }
    if (record.type === 'payment') {
      const nothing = { capturedMinor: 0n, capturingMinor: 0n, refundedMinor: 0n, refundingMinor: 0n }
      const payment: Payment = { ...operation, record, ...nothing }
      payments.set(record.key, payment)
      operations.set(record.key, payment)
      if (record.token) tokens.delete(record.token)
      if (record.page) pages.set(record.page, payment)
      for (const code of codesOf(record)) shown.set(code, payment)
    } else {
      operations.set(record.key, operation)
    }
    count(record, { from: undefined, to: record.status, at: record.at })
  }

  function settle({ key, at, status, decline, settles, paid_by, callbacks }: SettlementRecord): void {
    const operation = operations.get(key)
    if (!operation) return
    operation.paidBy = paid_by
    operation.callbacks = callbacks
    operation.settles = settles
    count(operation.record, { from: operation.status, to: status, at })
    operation.status = status
    operation.decline = decline
  }

  /** Moves the amount of an operation between the sums of its payment. */
  function count(
    record: OperationRecord,
    { from, to, at }: { from: Status | undefined; to: Status; at: string },
  ): void {
    const payment = payments.get(record.type === 'payment' ? record.key : record.payment_key)
    if (!payment) return
    const amount = BigInt(record.amount_minor)
    const sums = sumsOf(record)
    if (from === 'pending' && sums.pending) payment[sums.pending] -= amount
    if (to === 'pending' && sums.pending) payment[sums.pending] += amount
    if (to === 'succeeded' || to === 'captured') {
      payment[sums.done] += amount
      const operation = operations.get(record.key)
      if (operation) operation.doneAt = at
    }
    if (record.type === 'capture' && to === 'succeeded') payment.status = 'captured'
  }

  return {
    record(line) {
      mandates.record(line)
      bank.record(line)
      settlement.record(line)
      remittances.record(line)
      if (line.type === 'token') tokens.set(line.token, line)
      else if (line.type === 'fault') faults.set(line.key, line.digest)
      else if (line.type === 'delivery') undelivered.delete(line.event)
      else if (line.type === 'dialect' || isSettlementLine(line)) return
      else if (isRemittanceLine(line)) {
        if (isRemittanceEffect(line) && !line.past) undelivered.set(line.event, line)
      } else if (line.type === 'settlement') {
        undelivered.set(line.event, line)
        settle(line)
      } else if (line.type === 'mandate' || line.type === 'mandate_change') {
        if (!line.past) undelivered.set(line.event, line)
        if (line.type === 'mandate') faults.delete(line.key)
        if (line.type === 'mandate' && line.token) tokens.delete(line.token)
      } else if (isBankEffect(line)) {
        if (!line.past) undelivered.set(line.event, line)
        faults.delete(line.key)
      } else if (line.type !== 'bank_account' && line.type !== 'bank_sent_back') open(line)
    },
    operation: (key) => operations.get(key),
    payment: (key) => payments.get(key),
    paymentOfPage: (page) => pages.get(page),
    paymentShown: (code) => shown.get(code),
    operations: () => operations.values(),
    token(token, now) {
      forgetExpired(tokens, now)
      const found = tokens.get(token)
      return found && new Date(found.expires_at) > now ? found : undefined
    },
    fault: (key) => faults.get(key),
    isKnown: (key) =>
      operations.has(key) ||
      mandates.mandate(key) !== undefined ||
      bank.asked(key) !== undefined ||
      remittances.remittance(key) !== undefined,
    undelivered: () => [...undelivered.values()],
    mandates,
    bank,
    settlement,
    remittances,
  }
}

function codesOf({ shown }: PaymentRecord): string[] {
  const { code, account, phone } = shown ?? {}
  return [code, account?.reference || account?.number, phone].filter((each) => each !== undefined)
}

/** A pending payment holds no money back; a pending capture or refund does, so that two cannot use the same amount. */
function sumsOf(record: OperationRecord): {
  done: 'capturedMinor' | 'refundedMinor'
  pending?: 'capturingMinor' | 'refundingMinor'
} {
  if (record.type === 'payment') return { done: 'capturedMinor' }
  if (record.type === 'capture') return { done: 'capturedMinor', pending: 'capturingMinor' }
  return { done: 'refundedMinor', pending: 'refundingMinor' }
}

/** Tokens are kept in the order of their issue, so the expired ones come first. */
function forgetExpired(tokens: Map<string, TokenRecord>, now: Date): void {
  for (const [token, { expires_at }] of tokens) {
    if (new Date(expires_at) > now) return
    tokens.delete(token)
  }
}

/** The scenario that an operation follows: that of its payment's card; plain success when there is no such payment. */
export const scenarioOf = (book: Book, record: OperationRecord): Scenario =>
  record.type === 'payment' ? record.scenario : (book.payment(record.payment_key)?.record.scenario ?? 'success')
