import type { ReadTransaction } from './check-row.ts'

/** The columns of {@link columnTexts} in order, each with its type in the database. */
export const columnTypes = {
  row_no: 'integer',
  transaction_key: 'text',
  seconds: 'bigint',
  status: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  fee_minor: 'bigint',
  merchant_order_ref: 'text',
  channel_order_ref: 'text',
  method: 'text',
  channel: 'text',
  payer: 'text',
  email: 'text',
  description: 'text',
} as const

/**
 * Transactions as one array of the database for each column, in text form: what reads the sheet writes it, and what loads it passes
 * it on unread, which costs the API's process a fraction of a value each.
 */
export function columnTexts(rows: readonly ReadTransaction[]): string[] {
  const numbers = (of: (row: ReadTransaction) => number | string | null) =>
    `{${rows.map((row) => of(row) ?? 'NULL').join(',')}}`
  const texts = (of: (row: ReadTransaction) => string) => `{${rows.map((row) => quoted(of(row))).join(',')}}`
  return [
    numbers(({ no }) => no),
    texts(({ key }) => key),
    numbers(({ occurredAt }) => occurredAt),
    numbers(({ status }) => status),
    numbers(({ currency }) => currency),
    numbers(({ amountMinor }) => amountMinor),
    numbers(({ feeMinor }) => feeMinor),
    texts((row) => row.texts.merchant_order_ref),
    texts((row) => row.texts.channel_order_ref),
    texts((row) => row.texts.method),
    texts((row) => row.texts.channel),
    texts((row) => row.texts.payer),
    texts((row) => row.texts.email),
    texts((row) => row.texts.description),
  ]
}

const quoted = (text: string): string => (/["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`)
