import { createHash } from 'node:crypto'
import { currencies, isCurrency } from '#contract/kit/money.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Book, Operation } from '../book.ts'
import type { OperationRecord, PaymentRecord } from '../records.ts'
import { chargesOf, convert, settledIn, termsOf, type Charges } from './tariff.ts'

/** A payment or refund as it is settled. `gross` and `net` are signed from the merchant's side, charges are what was taken. */
export interface SettledLine extends Charges {
  id: string
  /** `fee` is what is taken for nothing in particular. */
  type: 'payment' | 'refund' | 'fee'
  /** The simulator's own reference of the payment, and of the movement itself. */
  paymentRef: string
  ref: string
  /** The key by which the gateway asked for it, and for its payment. */
  merchantRef: string
  paymentKey: string
  at: Date
  currency: string
  grossMinor: bigint
  netCurrency: string
  netMinor: bigint
  rate: string
  method: OfferedMethod
  subType: string
  brand: string
  country: string
}

/** The account of lines from when none was named. */
export const firstAccount = 'main'

/** An operation that moved money, with its payment and the merchant account that it is settled with. */
export interface Moved {
  record: OperationRecord
  payment: PaymentRecord
  at: Date
  account: string
  method: OfferedMethod
}
/** What an operation of the simulator's own interface moved; undefined where it moved nothing or belongs to a dialect. */
export function movedBy(book: Book, { record, doneAt }: Operation): Moved | undefined {
  if (doneAt === undefined || record.key.includes(':')) return undefined
  const payment = record.type === 'payment' ? record : book.payment(record.payment_key)?.record
  if (!payment) return undefined
  const account = payment.account ?? firstAccount
  return { record, payment, at: new Date(doneAt), account, method: payment.method?.type ?? 'CARD' }
}

/** How it is settled; `ownCurrency` settles each currency in itself. */
export function lineOf(
  { record, payment, at, method }: Moved,
  { seed, ownCurrency = false }: { seed: string; ownCurrency?: boolean },
): SettledLine {
  const type = record.type === 'refund' ? 'refund' : 'payment'
  const { currency } = record
  const { into, rate } = ownCurrency ? { into: currency, rate: '1' } : settledIn(currency)
  const amount = BigInt(record.amount_minor)
  const inNet = into === currency ? amount : convert(amount, rate, [exponentOf(currency), exponentOf(into)])
  const charges = chargesOf(inNet, termsOf(type, { method, currency }), chanceOf(seed, payment.key))
  const sign = type === 'refund' ? -1n : 1n
  return netted({
    id: record.ref,
    type,
    paymentRef: payment.ref,
    ref: record.ref,
    merchantRef: record.key,
    paymentKey: payment.key,
    at,
    currency,
    grossMinor: sign * amount,
    netCurrency: into,
    netMinor: sign * inNet,
    rate,
    method,
    subType: payment.method?.sub_type ?? '',
    brand: payment.card?.brand ?? '',
    country: payment.country ?? '',
    ...charges,
  })
}

/** A line whose net is before its charges. */
const netted = (line: SettledLine): SettledLine => ({ ...line, netMinor: line.netMinor - chargedOf(line) })
export const chargedOf = ({ feeMinor, taxMinor, passedOnMinor }: Charges): bigint => feeMinor + taxMinor + passedOnMinor

export const exponentOf = (currency: string): number => (isCurrency(currency) ? currencies[currency] : 2)

/** From 0 to below 1, the same for the same seed and name. */
export const chanceOf = (seed: string, name: string): number =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32
