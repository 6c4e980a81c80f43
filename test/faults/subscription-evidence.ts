import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, types } from 'pg'
import type { Deployment } from './deployment.ts'

/** What the rows, the ledger and the provider's file say of some subscriptions. Moments are milliseconds since the epoch. */
export interface Evidence {
  subscriptions: SubscriptionRow[]
  charges: ChargeRow[]
  payments: PaymentRow[]
  changes: ChangeRow[]
  /** Sums of the ledger's `psp_receivable` accounts for their payments. */
  receivable: { currency: string; sum: bigint }[]
  provider: Map<string, ProviderPayment>
}
interface SubscriptionRow {
  ref: string
  status: string
  currency: string
  collected: bigint
  /** When the transaction that cancelled or paused it was committed, the first one. */
  stopped: number | null
  /** The latest commit that booked a charge as paid. */
  booked: number | null
}
interface ChargeRow {
  ref: string
  subscription: string
  kind: string
  period: number | null
  state: string
  due: number
  to_pay: bigint
  payment: string
  carried_by: string
  next_try: number | null
}
export interface PaymentRow {
  ref: string
  subscription: string
  /** The charge that it is for: of a set-up the one that it has paid, or none. */
  charge: string
  status: string
  amount: bigint
  currency: string
  late: boolean
  /** By a mandate: its customer was not there. */
  alone: boolean
  /** When the transaction that made it was committed, and when its provider was about to be asked. */
  claimed: number
  asked: number | null
}
interface ChangeRow {
  subscription: string
  state: string
  to_pay: bigint
  charge: string
  charge_state: string | null
}
/** A payment by the lines of the provider's file. */
export interface ProviderPayment {
  key: string
  amount: bigint
  currency: string
  status: string
  at: number
  /** How many lines say that it was begun. */
  begun: number
  refunded: bigint
}

/** Has the database keep the moment of each commit, as the evidence needs it; it is started anew for that. */
export async function keepCommitTimes(deployment: Deployment): Promise<void> {
  await deployment.sql(`alter system set track_commit_timestamp = on`)
  await deployment.killPostgres()
}

/** Reads it as the owner of the schema. */
export async function gatherEvidence(
  { ownerUrl, simulator }: Pick<Deployment, 'ownerUrl' | 'simulator'>,
  refs: readonly string[],
): Promise<Evidence> {
  const client = new Client({ connectionString: ownerUrl, types: { getTypeParser: bigints } })
  await client.connect()
  const rows = async <R extends object>(text: string) => (await client.query<R>(text, [refs])).rows
  try {
    const commit = ms('pg_xact_commit_timestamp(t.xmin)')
    await client.query('begin isolation level repeatable read read only')
    return {
      subscriptions: await rows(`
        select order_ref as ref, status, currency, collected_minor as collected, stopped, booked
        from subscriptions left join (
          select object_ref, min(${commit}) filter (where event in ('cancelled', 'paused')) as stopped,
            max(${commit}) filter (where event = 'charge_paid') as booked
          from timeline t where object_type = 'subscription' group by 1) t on object_ref = order_ref
        where order_ref = any ($1)`),
      charges: await rows(`
        select charge_ref as ref, order_ref as subscription, kind, period, state, ${ms('due_at')} as due, to_pay_minor as to_pay,
          payment_ref as payment, carried_by, ${ms('next_try_at')} as next_try
        from subscription_charges where order_ref = any ($1)`),
      payments: await rows(`
        select p.order_ref as ref, source_ref as subscription, status, amount_minor as amount, currency, late,
          mandate_ref <> '' as alone, ${ms('channel_asked_at')} as asked,
          case payable_kind when 'subscription_charge' then payable_ref else coalesce((
            select charge_ref from subscription_charges c where c.order_ref = p.source_ref and c.payment_ref = p.order_ref
              and c.carried_by = '' and (c.merchant_id, c.environment) = (p.merchant_id, p.environment)
          ), '') end as charge, claimed
        from payments p left join (
          select object_ref, min(${commit}) as claimed from timeline t
          where object_type = 'payment' and event = 'initiated' group by 1) t on object_ref = p.order_ref
        where source_ref = any ($1)`),
      changes: await rows(`
        select h.order_ref as subscription, h.state, h.to_pay_minor as to_pay, h.charge_ref as charge, c.state as charge_state
        from subscription_changes h left join subscription_charges c on c.charge_ref = h.charge_ref and h.charge_ref <> ''
        where h.order_ref = any ($1)`),
      receivable: await rows(`
        select e.currency, sum(e.amount_minor)::bigint as sum
        from ledger_entries e join ledger_transfers t using (merchant_id, environment, transfer_id)
        where e.account like 'psp_receivable:%' and (
          t.object_ref in (select order_ref from payments where source_ref = any ($1))
          or t.object_ref in (
            select refund_id from refunds join payments using (merchant_id, environment, order_ref) where source_ref = any ($1)))
        group by 1`),
      provider: await readProvider(simulator.dir),
    }
  } finally {
    await client.end()
  }
}
const ms = (moment: string) => `(extract(epoch from ${moment}) * 1000)::float8`

/** Reads the provider's file line by line. A torn last line was never answered. */
async function readProvider(dir: string): Promise<Map<string, ProviderPayment>> {
  const text = await readFile(join(dir, 'events.ndjson'), 'utf8')
  const payments = new Map<string, ProviderPayment>()
  const refunds = new Map<string, { of: ProviderPayment; amount: bigint; status: string }>()
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue
    const { type, key = '', status = '', at = '', ...rest } = JSON.parse(line) as Record<string, string>
    const { amount_minor: amount = '0', currency = '', payment_key: paymentKey = '' } = rest
    const known = payments.get(key)
    const refund = refunds.get(key)
    const of = payments.get(paymentKey)
    if (type === 'settlement' && known) known.status = status
    if (type === 'settlement' && refund) refund.status = status
    if (type === 'payment' && known) known.begun += 1
    if (type === 'payment' && !known) {
      const begun = { key, amount: BigInt(amount), currency, status, at: Date.parse(at), begun: 1 }
      payments.set(key, { ...begun, refunded: 0n })
    }
    if (type === 'refund' && of) refunds.set(key, { of, amount: BigInt(amount), status })
  }
  for (const { of, amount, status } of refunds.values()) {
    if (status === 'succeeded') of.refunded += amount
  }
  return payments
}

function bigints(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format as 'text')
}

/** Subscriptions that were made by a transaction which was committed after the one that cancelled their price. */
export const subscribedAfterCancel = ({ sql }: Deployment): Promise<object[]> =>
  sql(`
    select s.order_ref, s.price_ref from subscriptions s
    join timeline made on made.object_type = 'subscription' and made.object_ref = s.order_ref and made.event = 'created'
    join timeline gone on gone.object_type = 'price' and gone.object_ref = s.price_ref and gone.event = 'cancelled'
    where pg_xact_commit_timestamp(made.xmin) > pg_xact_commit_timestamp(gone.xmin)`)
