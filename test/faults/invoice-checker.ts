import type { Deployment } from './deployment.ts'
import { readWitness, type ProviderPayment } from './witness.ts'

/** What those who raced for one invoice were told, in minor units. */
export interface RacedInvoice {
  ref: string
  race: string
  /** Money that was recorded, or that a shopper was told is paid. */
  paid: bigint
  /** Credit notes that were made by hand. */
  credited: bigint
  /** Refunds that were taken on; the provider has yet to decide. */
  refundsAsked: bigint
}

/** One invoice as its rows, its payments, its credit notes and the ledger have it. */
interface InvoiceEvidence {
  ref: string
  status: string
  number: string
  amount: bigint
  paid: bigint
  due: bigint
  credited: bigint
  applied: bigint
  refunded: bigint
  creditedByHand: bigint
  /** What payments that succeeded came to, how many attempts are open, and their references. */
  paymentsIn: bigint
  open: bigint
  orders: string[]
  booked: bigint
  refunds: bigint
}

/** Holds what was told, the rows, the ledger and the provider's file of raced invoices against each other. */
export async function checkRaced(deployment: Deployment, raced: readonly RacedInvoice[]): Promise<string[]> {
  const [rows, { payments }] = await Promise.all([evidence(deployment, raced), readWitness(deployment.simulator.dir)])
  const taken = new Map(payments.filter(({ status }) => status === 'captured').map((one) => [one.key, one]))
  const known = new Map(rows.map((row) => [row.ref, row]))
  return raced.flatMap((told) => {
    const row = known.get(told.ref)
    if (!row) return [`${told.ref} is gone`]
    return [...faultsOf(row, told), ...faultsAtProvider(row, taken)].map(
      (fault) => `${told.race}: ${told.ref} ${fault}`,
    )
  })
}

function faultsOf(row: InvoiceEvidence, told: RacedInvoice): string[] {
  const { status, amount, paid, due, credited, applied, refunded } = row
  const isOpen = ['created', 'sent', 'overdue'].includes(status)
  const rules: Record<string, boolean> = {
    [`says ${paid} paid, ${told.paid} was told`]: paid === told.paid,
    [`says ${paid} paid, its payments ${row.paymentsIn}`]: paid === row.paymentsIn,
    [`says ${paid} paid, the ledger ${row.booked}`]: paid === row.booked,
    [`says ${refunded} refunded, its refunds ${row.refunds}`]: refunded === row.refunds,
    [`has ${refunded} refunded of ${told.refundsAsked} that were taken on`]: refunded <= told.refundsAsked,
    [`has ${row.creditedByHand} credited, ${told.credited} was told`]: row.creditedByHand === told.credited,
    [`has ${credited} credited of ${amount}`]: credited <= amount,
    [`has ${due} due of ${amount}, ${paid} paid and ${applied} credited`]: due === amount - paid - applied && due >= 0n,
    [`is ${status} and was paid`]: status !== 'voided' || paid === 0n,
    [`is ${status} with ${due} due`]: status === 'voided' || isOpen === due > 0n,
    [`is ${status} with ${row.open} attempts open`]: row.open === 0n,
    [`is ${status} and has the number ${row.number}`]:
      (status === 'created') === (row.number === '') || status === 'voided',
  }
  return Object.entries(rules).flatMap(([fault, holds]) => (holds ? [] : [fault]))
}

/** The provider took what the payments say, and for nothing else. Money that came past all channels is not there. */
function faultsAtProvider({ orders, paid }: InvoiceEvidence, taken: ReadonlyMap<string, ProviderPayment>): string[] {
  const sum = orders.reduce((all, order) => all + (taken.get(order)?.amountMinor ?? 0n), 0n)
  return sum <= paid ? [] : [`says ${paid} paid, and the provider took ${sum}`]
}

const evidence = async (deployment: Deployment, raced: readonly RacedInvoice[]): Promise<InvoiceEvidence[]> => {
  const rows = await deployment.sql<Record<keyof InvoiceEvidence, unknown>>(
    `with own as (select unnest($1::text[]) as ref),
     paid as (
       select p.payable_ref as ref, array_agg(p.order_ref) as orders,
         sum(p.amount_minor) filter (where p.status = 'Success' and not p.late) as inside,
         count(*) filter (where p.status in ('Initiated', 'Pending', 'Authorized')) as open
       from payments p where p.payable_kind = 'invoice' and p.payable_ref in (select ref from own) group by 1),
     booked as (
       select p.payable_ref as ref, sum(e.amount_minor) as sum
       from payments p
       join ledger_transfers t on t.merchant_id = p.merchant_id and t.environment = p.environment and t.object_ref = p.order_ref
       join ledger_entries e on e.merchant_id = t.merchant_id and e.environment = t.environment and e.transfer_id = t.transfer_id
       where t.kind = 'payment.captured' and e.account like 'psp_receivable:%' and p.payable_ref in (select ref from own)
       group by 1),
     back as (
       select p.payable_ref as ref, sum(r.amount_minor) as sum from refunds r join payments p using (merchant_id, environment, order_ref)
       where r.status = 'SUCCESS' and p.payable_ref in (select ref from own) group by 1),
     notes as (
       select invoice_ref as ref, sum(amount_minor) as sum from credit_notes
       where refund_id = '' and invoice_ref in (select ref from own) group by 1)
     select i.invoice_ref as ref, i.status, i.invoice_number as number, i.amount_minor as amount, i.paid_minor as paid, i.due_minor as due,
       i.credited_minor as credited, i.applied_minor as applied, i.refunded_minor as refunded,
       coalesce(notes.sum, 0) as "creditedByHand", coalesce(paid.inside, 0) as "paymentsIn", coalesce(paid.open, 0) as open,
       coalesce(paid.orders, '{}') as orders, coalesce(booked.sum, 0) as booked, coalesce(back.sum, 0) as refunds
     from own join invoices i on i.invoice_ref = own.ref left join paid using (ref) left join booked using (ref)
     left join back using (ref) left join notes using (ref)`,
    [raced.map(({ ref }) => ref)],
  )
  const plain = ['ref', 'status', 'number', 'orders']
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, plain.includes(name) ? value : BigInt(value as string)]),
      ) as unknown as InvoiceEvidence,
  )
}
