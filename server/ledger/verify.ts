import type { Owner } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { payoutInvariants } from './verify-payouts.ts'

/** One inconsistency, in words and numbers. */
export interface Finding {
  invariant: string
  merchantId: string
  environment: string
  detail: string
}

/**
 * Checks the ledger of one merchant and environment against itself and against the payments, payouts and deposits it speaks of. Shares no
 * code with what posts. Every finding is a defect or a tampering; none is tolerated.
 */
export async function verifyLedger(database: Database, owner: Owner): Promise<Finding[]> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  return database.transaction(
    scope,
    async (tx) => {
      const found = await Promise.all(
        Object.entries({ ...invariants, ...payoutInvariants }).map(async ([invariant, sql]) =>
          (await tx.query<{ detail: string }>(sql, [owner.merchantId, owner.environment])).map(({ detail }) => ({
            invariant,
            ...owner,
            detail,
          })),
        ),
      )
      return found.flat()
    },
    { readOnly: true },
  )
}

const own = 'merchant_id = $1 and environment = $2'
export const invariants: Record<string, string> = {
  'each transfer sums to zero in each currency': `
    select transfer_id || ' ' || currency || ' is off by ' || sum(amount_minor) as detail
    from ledger_entries where ${own} group by transfer_id, currency having sum(amount_minor) <> 0`,
  'every transfer has at least two lines': `
    select t.transfer_id || ' has ' || count(e.line) as detail
    from ledger_transfers t left join ledger_entries e on e.merchant_id = $1 and e.environment = t.environment and e.transfer_id = t.transfer_id
    where t.merchant_id = $1 and t.environment = $2 group by t.transfer_id having count(e.line) < 2`,
  'every successful payment has exactly one capture': `
    select p.order_ref || ' has ' || count(t.transfer_id) as detail
    from payments p left join ledger_transfers t on t.merchant_id = $1 and t.environment = p.environment
      and t.object_type = 'payment' and t.object_ref = p.order_ref and t.kind = 'payment.captured'
    where p.merchant_id = $1 and p.environment = $2 and p.status = 'Success'
    group by p.order_ref having count(t.transfer_id) <> 1`,
  'only successful payments have one': `
    select t.object_ref || ' is ' || coalesce(p.status, 'absent') as detail
    from ledger_transfers t left join payments p on p.merchant_id = $1 and p.environment = t.environment and p.order_ref = t.object_ref
    where t.merchant_id = $1 and t.environment = $2 and t.kind = 'payment.captured' and p.status is distinct from 'Success'`,
  'a capture is for the whole amount; its fee, and that of accepted late money, as the payment says': `
    select p.order_ref || ' ' || p.currency || ' ' || p.amount_minor as detail
    from payments p
    join ledger_transfers t on t.merchant_id = $1 and t.environment = p.environment and t.object_ref = p.order_ref and t.kind in ('payment.captured', 'payment.accepted')
    join ledger_entries e on e.merchant_id = $1 and e.environment = t.environment and e.transfer_id = t.transfer_id
    where p.merchant_id = $1 and p.environment = $2
    group by p.order_ref, p.currency, p.amount_minor, p.fee_minor, p.fee_tax_minor
    having coalesce(sum(e.amount_minor) filter (where e.account like 'psp_receivable:%'), 0) <> p.amount_minor
        or coalesce(-sum(e.amount_minor) filter (where e.account = 'fee_income'), 0) <> p.fee_minor
        or coalesce(-sum(e.amount_minor) filter (where e.account = 'fee_tax_payable'), 0) <> p.fee_tax_minor
        or count(distinct e.currency) <> 1 or min(e.currency) <> p.currency`,
  'what is kept apart of a payment is what waits for a decision, and nothing once it was accepted': `
    select p.order_ref || ' has ' || a.apart || ' apart' as detail
    from (
      select coalesce(r.order_ref, t.object_ref) as order_ref, -sum(e.amount_minor) as apart
      from ledger_entries e
      join ledger_transfers t on t.merchant_id = $1 and t.environment = e.environment and t.transfer_id = e.transfer_id
      left join refunds r on r.merchant_id = $1 and r.environment = e.environment and t.object_type = 'refund' and r.refund_id = t.object_ref
      where e.merchant_id = $1 and e.environment = $2 and e.account = 'late_suspense' group by 1
    ) a join payments p on p.merchant_id = $1 and p.environment = $2 and p.order_ref = a.order_ref
    where a.apart <> case when p.held then p.amount_minor - p.refunded_minor - p.refunding_minor else 0 end`,
  'refunds that have not failed are never more than what was captured': `
    select p.order_ref || ' brought in ' || case when p.status = 'Success' then p.amount_minor else 0 end || ', refunds are ' || sum(r.amount_minor) as detail
    from refunds r join payments p on p.merchant_id = $1 and p.environment = r.environment and p.order_ref = r.order_ref
    where r.merchant_id = $1 and r.environment = $2 and r.status <> 'FAIL'
    group by p.order_ref, p.status, p.amount_minor
    having sum(r.amount_minor) > case when p.status = 'Success' then p.amount_minor else 0 end`,
  'a payment says what its refunds do': `
    select p.order_ref || ' says ' || p.refunded_minor || ' and ' || p.refunding_minor as detail
    from payments p left join refunds r on r.merchant_id = $1 and r.environment = p.environment and r.order_ref = p.order_ref
    where p.merchant_id = $1 and p.environment = $2
    group by p.order_ref, p.refunded_minor, p.refunding_minor
    having coalesce(sum(r.amount_minor) filter (where r.status = 'SUCCESS'), 0) <> p.refunded_minor
        or coalesce(sum(r.amount_minor) filter (where r.status = 'PENDING'), 0) <> p.refunding_minor`,
  'each refund is booked as it was asked for and as it ended, once': `
    select r.refund_id || ' is ' || r.status || ', booked as ' || coalesce(string_agg(distinct t.kind, ' '), 'nothing') as detail
    from refunds r
    left join ledger_transfers t on t.merchant_id = $1 and t.environment = r.environment and t.object_type = 'refund' and t.object_ref = r.refund_id
    where r.merchant_id = $1 and r.environment = $2
    group by r.refund_id, r.status
    having count(*) filter (where t.kind = 'refund.asked') <> 1
        or count(*) filter (where t.kind = 'refund.succeeded') <> case when r.status = 'SUCCESS' then 1 else 0 end
        or count(*) filter (where t.kind = 'refund.failed') <> case when r.status = 'FAIL' then 1 else 0 end`,
  'only refunds are booked as refunds': `
    select t.kind || ' of ' || t.object_ref as detail
    from ledger_transfers t left join refunds r on r.merchant_id = $1 and r.environment = t.environment and r.refund_id = t.object_ref
    where t.merchant_id = $1 and t.environment = $2 and t.object_type = 'refund' and r.refund_id is null`,
  'every booking of a refund is for its whole amount': `
    select r.refund_id || ' ' || r.currency || ' ' || r.amount_minor || ': ' || t.kind as detail
    from refunds r
    join ledger_transfers t on t.merchant_id = $1 and t.environment = r.environment and t.object_type = 'refund' and t.object_ref = r.refund_id
    join ledger_entries e on e.merchant_id = $1 and e.environment = t.environment and e.transfer_id = t.transfer_id
    where r.merchant_id = $1 and r.environment = $2
    group by r.refund_id, r.currency, r.amount_minor, t.transfer_id, t.kind
    having coalesce(sum(e.amount_minor) filter (where e.account = 'refund_clearing'), 0) <> case when t.kind = 'refund.asked' then -r.amount_minor else r.amount_minor end
        or min(e.currency) <> r.currency or max(e.currency) <> r.currency`,
  'what is set aside is what is asked for and not ended': `
    select coalesce(e.currency, r.currency) || ': ' || coalesce(e.aside, 0) || ' aside, ' || coalesce(r.pending, 0) || ' pending' as detail
    from (select currency, -sum(amount_minor) as aside from ledger_entries where ${own} and account = 'refund_clearing' group by currency) e
    full join (select currency, sum(amount_minor) as pending from refunds where ${own} and status = 'PENDING' group by currency) r on r.currency = e.currency
    where coalesce(e.aside, 0) <> coalesce(r.pending, 0)`,
  'a paid link has exactly one payment that paid it': `
    select l.link_ref || ' has ' || count(p.order_ref) as detail
    from payment_links l left join payments p on p.merchant_id = $1 and p.environment = l.environment
      and p.payable_kind = 'link' and p.payable_ref = l.link_ref and p.status = 'Success' and not p.late
    where l.merchant_id = $1 and l.environment = $2
    group by l.link_ref, l.status having count(p.order_ref) <> (case when l.status = 'success' then 1 else 0 end)`,
}

/** What a finding of touches everything that is booked. */
export const generalInvariants: readonly string[] = Object.keys(invariants).slice(0, 2)

/**
 * Verifies every merchant and environment, one after the other. Rejects between two of them once `signal` is aborted.
 */
export async function verifyAllLedgers(database: Database, signal?: AbortSignal): Promise<Finding[]> {
  const scopes = await database.transaction(null, allScopes, { readOnly: true })
  const findings: Finding[] = []
  for (const owner of scopes) {
    signal?.throwIfAborted()
    findings.push(...(await verifyLedger(database, owner)))
  }
  return findings
}

export const allScopes = (tx: Transaction) =>
  tx.query<Owner>('select merchant_id as "merchantId", environment from all_scopes() order by 1, 2', [])
