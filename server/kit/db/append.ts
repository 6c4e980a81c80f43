import type { Insertable } from 'kysely'
import type { Environment } from '#contract/kit/wire.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Owner } from '#server/kit/ctx.ts'

/**
 * Append-only tables, with every column that an insert writes. Their inserts have fixed texts, so each connection plans
 * each text once.
 */
const columns = {
  timeline: ['merchant_id', 'environment', 'object_type', 'object_ref', 'entry_id', 'at', 'event', 'actor_name', 'facts'],
  sub_user_changes: ['merchant_id', 'sub_user_id', 'change_id', 'at', 'actor_name', 'event', 'changes'],
  notices: ['merchant_id', 'notice_id', 'environment', 'kind', 'facts', 'to_sub_user', 'except_sub_user', 'once', 'created_at'],
  idempotency_keys: ['merchant_id', 'environment', 'owner', 'key', 'operation', 'fingerprint', 'status', 'answer', 'created_at'],
  ledger_transfers: ['merchant_id', 'environment', 'transfer_id', 'kind', 'business_key', 'object_type', 'object_ref', 'at', 'rate'],
  ledger_entries: ['merchant_id', 'environment', 'transfer_id', 'line', 'account', 'currency', 'amount_minor'],
  account_movements: [
    'merchant_id', 'environment', 'account_no', 'number', 'at', 'actual_at', 'kind', 'txn_ref', 'channel_ref', 'other_side', 'currency',
    'amount_minor', 'balance_minor', 'transfer_id',
  ],
  api_calls: [
    'merchant_id', 'environment', 'call_id', 'at', 'method', 'route', 'status', 'reason', 'duration_ms', 'answer_bytes',
    'request_id', 'credential', 'address',
  ],
  channel_rest_events: [
    'merchant_id', 'environment', 'event_id', 'channel_key', 'type', 'sub_type', 'at', 'event', 'cause', 'until', 'tries', 'failed',
    'actor_name', 'reason',
  ],
  beneficiary_account_changes: ['merchant_id', 'environment', 'account_uuid', 'change_id', 'version', 'sub_user_id', 'at'],
  remittance_account_changes: ['merchant_id', 'environment', 'account_uuid', 'change_id', 'version', 'sub_user_id', 'at'],
  invoice_deltas: ['merchant_id', 'environment', 'currency', 'due_date', 'invoices', 'due_minor'],
  invoice_messages: ['merchant_id', 'environment', 'invoice_ref', 'message_id', 'kind', 'way', 'recipient', 'at'],
  invoice_payments: ['merchant_id', 'environment', 'invoice_ref', 'order_ref', 'part', 'amount_minor', 'at'],
  page_deltas: ['merchant_id', 'environment', 'page_ref', 'captured_minor', 'refunded_minor', 'units_sold', 'orders'],
  stock_movements: ['merchant_id', 'environment', 'page_ref', 'movement_id', 'movement', 'order_ref', 'units', 'actor_name', 'at'],
  subscription_deltas: [
    'merchant_id', 'environment', 'price_ref', 'currency', 'period', 'frequency', 'day', 'subscriptions', 'active', 'past_due',
    'past_due_minor', 'recurring_minor', 'collected_minor', 'began', 'lost', 'recovered', 'recovered_minor',
  ],
  reserve_movements: [
    'merchant_id', 'environment', 'number', 'at', 'kind', 'settlement_ref', 'tranche_id', 'sold_on', 'release_on', 'currency', 'amount_minor',
    'balance_minor', 'transfer_id',
  ],
  recon_comments: ['merchant_id', 'environment', 'comment_id', 'msm_id', 'group_id', 'text', 'written_by', 'at'],
  recon_decisions: [
    'merchant_id', 'environment', 'decision_id', 'msm_id', 'act', 'group_id', 'status', 'amount_off', 'fee_off', 'tax_off', 'until_day',
    'reason', 'decided_by', 'approved_by', 'proposal_id', 'decided_at',
  ],
  recon_decision_records: ['merchant_id', 'environment', 'decision_id', 'side', 'key'],
  recon_exception_import_rows: [
    'merchant_id', 'environment', 'import_id', 'row_no', 'record_ref', 'act', 'verdict', 'why', 'params', 'content', 'is_done',
  ],
  recon_owners: [
    'merchant_id', 'environment', 'msm_id', 'group_id', 'owner_id', 'owner_name', 'due_on', 'assigned_by', 'assigned_at',
  ],
  recon_proposals: [
    'merchant_id', 'environment', 'proposal_id', 'msm_id', 'act', 'state', 'group_id', 'settlement_id', 'records', 'shown', 'digest', 'currency',
    'reason', 'proposed_by', 'proposed_name', 'proposed_at',
  ],
  payment_deltas: [
    'merchant_id', 'environment', 'bucket', 'currency', 'status', 'payment_method', 'channel_key',
    'payments', 'amount_minor', 'fee_minor', 'fee_tax_minor', 'held_minor', 'refunded_minor',
    'source', 'payment_sub_type', 'status_reason', 'country', 'language', 'device', 'system', 'browser', 'card_brand',
    'authentication', 'payer', 'orders', 'faults', 'timed', 'paid_seconds',
  ],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T])[] } // prettier-ignore

export type AppendOnly = keyof typeof columns

/** A row with all of its columns except the owner's. In a table whose `environment` may be null, the row states it. */
export type Appended<T extends AppendOnly> = Required<
  Omit<
    Pick<Insertable<Tables[T]>, (typeof columns)[T][number] & keyof Insertable<Tables[T]>>,
    Tables[T] extends { environment: Environment } ? 'merchant_id' | 'environment' : 'merchant_id'
  >
>

/** An insert of one or several rows. Each number of rows in `sizes` (descending, ending with 1) has one fixed text. */
export interface Insert {
  sizes: readonly number[]
  textOf(rows: number): string
}

const sizes = [8, 4, 2, 1] as const
/** A notice with a `once` key that exists already is skipped. */
const suffixes: Partial<Record<AppendOnly, string>> = { notices: ' on conflict do nothing' }

const inserts = Object.fromEntries(
  Object.entries(columns).map(([table, names]) => {
    const into = `insert into ${table} (${names.join(', ')}) values `
    const rowFrom = (first: number) => `(${names.map((_, at) => `$${first + at + 1}`).join(', ')})`
    const textOf = (rows: number) =>
      into +
      Array.from({ length: rows }, (_, row) => rowFrom(row * names.length)).join(', ') +
      (suffixes[table as AppendOnly] ?? '')
    const texts = new Map<number, string>(sizes.map((rows) => [rows, textOf(rows)]))
    return [table, { sizes, textOf: (rows: number) => texts.get(rows) ?? textOf(rows) }]
  }),
) as Partial<Record<AppendOnly, Insert>> as Record<AppendOnly, Insert>

/** The insert of a table's row, with its values in the order of the columns. */
export function appendTo<T extends AppendOnly>(
  table: T,
  owner: Owner,
  row: Appended<T>,
): { insert: Insert; values: unknown[] } {
  const all: Record<string, unknown> = { environment: owner.environment, ...row, merchant_id: owner.merchantId }
  return { insert: inserts[table], values: columns[table].map((name) => all[name]) }
}

/** Rows to be inserted before the next statement of their transaction, grouped by insert in the order of first use. */
export class PendingRows {
  readonly #rows = new Map<Insert, unknown[][]>()

  add(insert: Insert, values: unknown[]): void {
    const rows = this.#rows.get(insert)
    if (rows) rows.push(values)
    else this.#rows.set(insert, [values])
  }

  /** Removes all rows and returns them as few statements as their fixed sizes allow. */
  take(): { sql: string; parameters: unknown[] }[] {
    if (this.#rows.size === 0) return []
    const statements = [...this.#rows].flatMap(([insert, rows]) => {
      const found = []
      for (let at = 0; at < rows.length;) {
        const size = insert.sizes.find((one) => one <= rows.length - at) ?? 1
        found.push({ sql: insert.textOf(size), parameters: rows.slice(at, at + size).flat() })
        at += size
      }
      return found
    })
    this.#rows.clear()
    return statements
  }
}
