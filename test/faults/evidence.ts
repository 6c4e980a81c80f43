import { Client, types } from 'pg'
import type { Journal } from './journal.ts'
import { readWitness, type Witness } from './witness.ts'

/** What the three witnesses say: the clients' journal, the provider's file and the database's rows. */
export interface Evidence {
  journal: Journal
  witness: Witness
  links: LinkRow[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  captures: CaptureRow[]
  /** Sums of the ledger's `psp_receivable` accounts. */
  receivable: { currency: string; sum: bigint }[]
  unbalanced: { transfer_id: string; currency: string; sum: bigint }[]
  keys: { key: string; answer: string | null }[]
  audited: { object_ref: string; rows: bigint }[]
}
export interface LinkRow {
  link_ref: string
  status: string
  amount_minor: bigint
  currency: string
  description: string
  late_payment: string
}
export interface PaymentRow {
  order_ref: string
  link_ref: string
  status: string
  amount_minor: bigint
  currency: string
  shopper_email: string
  channel_order_ref: string
  late: boolean
}
export interface RefundRow {
  refund_id: string
  order_ref: string
  status: string
  amount_minor: bigint
  currency: string
  note: string
  psp_refund_id: string
  /** The kinds of the transfers that book it, sorted. */
  booked: string[]
}
export interface CaptureRow {
  object_ref: string
  transfers: bigint
  receivable: bigint
  currency: string
}

/** Reads it all, as the owner of the schema, whom row-level security does not bind. */
export async function gatherEvidence(place: {
  journal: Journal
  ownerUrl: string
  simulatorDir: string
}): Promise<Evidence> {
  const client = new Client({ connectionString: place.ownerUrl, types: { getTypeParser: bigints } })
  await client.connect()
  const rows = async <R extends object>(text: string) => (await client.query<R>(text)).rows
  try {
    await client.query('begin isolation level repeatable read read only')
    return {
      journal: place.journal,
      witness: await readWitness(place.simulatorDir),
      links: await rows<LinkRow>(`
        select link_ref, status, amount_minor, currency, description, late_payment from payment_links`),
      payments: await rows<PaymentRow>(`
        select order_ref, payable_ref as link_ref, status, amount_minor, currency, shopper_email, channel_order_ref, late from payments`),
      refunds: await rows<RefundRow>(`
        select refund_id, order_ref, status, amount_minor, currency, note, psp_refund_id,
          array(select t.kind from ledger_transfers t where t.object_type = 'refund' and t.object_ref = refund_id order by 1) as booked
        from refunds`),
      captures: await rows<CaptureRow>(`
        select t.object_ref, count(distinct t.transfer_id) as transfers, min(e.currency) as currency,
          sum(e.amount_minor) filter (where e.account like 'psp_receivable:%')::bigint as receivable
        from ledger_transfers t join ledger_entries e using (merchant_id, environment, transfer_id)
        where t.kind = 'payment.captured' group by t.object_ref`),
      receivable: await rows(`
        select currency, sum(amount_minor)::bigint as sum from ledger_entries
        where account like 'psp_receivable:%' group by currency`),
      unbalanced: await rows(`
        select transfer_id, currency, sum(amount_minor)::bigint as sum from ledger_entries
        group by transfer_id, currency having sum(amount_minor) <> 0`),
      keys: await rows(`select key, answer from idempotency_keys where owner <> 'demo'`),
      audited: await rows(`
        select object_ref, count(*) as rows from audit_events
        where action = 'payment-link.create' and result = 'done' group by object_ref`),
    }
  } finally {
    await client.end()
  }
}

function bigints(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format as 'text')
}
