import { bankReasons, type BankReason, type BankStatus } from '../bank/manners.ts'
import type { Remittance, RemittanceBook } from './book.ts'
import type { QuoteRecord, RemittanceEffect, RemittanceRecord, WordRecord } from './records.ts'

/** What the simulator shows of remittance to gateways. */

export const quoteView = ({ ref, from, to, reference, at, expires_at }: QuoteRecord) => ({
  kind: 'quote' as const,
  quote_ref: ref,
  from,
  to,
  reference,
  at,
  expires_at,
})

export interface RemittanceView {
  kind: 'remittance'
  key: string
  ref: string
  status: BankStatus
  /** What the account gets. */
  amount_minor: string
  currency: string
  returned_minor: string
  reason: { code: BankReason; message: string } | null
}
export const remittanceView = ({ record, status, reason, returnedMinor }: Remittance): RemittanceView => ({
  kind: 'remittance',
  key: record.key,
  ref: record.ref,
  status,
  amount_minor: record.pays_minor,
  currency: record.to.currency,
  returned_minor: String(returnedMinor),
  reason: reason ? { code: reason, message: bankReasons[reason] } : null,
})
/** As first recorded: the answer to each request with its key. */
export const firstView = (record: RemittanceRecord): RemittanceView =>
  remittanceView({ record, status: record.status, reason: record.reason, returnedMinor: 0n })

export const wordView = ({ ref, currency, settled_on, lines }: WordRecord) => ({
  ref,
  currency,
  settled_on,
  lines: lines.map(({ key: _, ...line }) => line),
})

/** The call-back of an effect; undefined where nobody is told. */
export function remittanceMessage(
  book: RemittanceBook,
  effect: RemittanceEffect,
): { url: string; event: object } | undefined {
  const { event: id, at } = effect
  if (effect.type === 'settled_word') {
    const event = { id, type: 'settlement', key: effect.ref, at, settlement: wordView(effect) }
    return { url: effect.callback_url, event }
  }
  const { key, status, reason } = effect
  const remittance = book.remittance(key)
  if (!remittance) return undefined
  const { record } = remittance
  const returnedMinor = effect.type === 'remittance_change' ? BigInt(effect.returned_minor ?? '0') : 0n
  const view = remittanceView({ record, status, reason, returnedMinor })
  return { url: record.callback_url, event: { id, type: `remittance.${status}`, key, at, remittance: view } }
}

/** How remittances ended, and what accounts have got of each currency, less what came back. */
export function remittanceTotals(book: RemittanceBook) {
  const states: { [status: string]: number } = {}
  const sums = new Map<string, bigint>()
  for (const { record, status, returnedMinor } of book.remittances()) {
    states[status] = (states[status] ?? 0) + 1
    if (status !== 'paid' && status !== 'returned') continue
    const { currency } = record.to
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(record.pays_minor) - returnedMinor)
  }
  return { states, got_minor: Object.fromEntries([...sums].map(([currency, sum]) => [currency, String(sum)])) }
}
