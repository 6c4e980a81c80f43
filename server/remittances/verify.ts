import type { Owner } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { allScopes, type Finding } from '#server/ledger/verify.ts'

const own = 'merchant_id = $1 and environment = $2'
const of = (table: string) => `${table}.merchant_id = $1 and ${table}.environment = $2`
const booked = (account: string) =>
  `select currency, sum(amount_minor) as total from ledger_entries where ${own} and account = '${account}' group by 1`
/** Two sums by currency that have to be the same. */
const same = (what: string, one: string, other: string) => `
  select concat_ws(' ', '${what}', coalesce(a.currency, b.currency) || ':', 'booked', coalesce(a.total, 0) || ',', 'rows', coalesce(b.total, 0)) as detail
  from (${one}) a full join (${other}) b on a.currency = b.currency where coalesce(a.total, 0) <> coalesce(b.total, 0)`

/** Of a transfer, whether a line of a provider's word has booked it. */
const isBookedBy = (transfer: string) =>
  `${of(transfer)} and ${transfer}.business_key = l.kind || ':' || l.ref || ':psp_settled' and ${transfer}.object_ref = l.channel_key || ':' || l.provider_ref`

/** What has to hold between the ledger, settlements of sales abroad, and payments, in statements that share nothing with what posts. */
export const remittanceInvariants: Record<string, string> = {
  'a settlement is the sum of its items': `
    select r.settlement_ref || ' says ' || concat_ws(' ', r.txn_count, r.refund_count, r.total_txn_amount_sc, r.txn_fee_sc, r.withholding_tax_sc, r.refund_amount_sc)
      || ', its items ' || concat_ws(' ', i.sold, i.returned, i.total, i.fee, i.withheld, i.refunded) as detail
    from remittances r cross join lateral (
      select count(*) filter (where kind = 'payment') as sold, count(*) filter (where kind in ('refund', 'refund_failed')) as returned,
        coalesce(sum(amount_minor) filter (where kind in ('payment', 'adjustment')), 0) as total, coalesce(sum(fee_minor), 0) as fee,
        coalesce(sum(withholding_minor), 0) as withheld, coalesce(sum(amount_minor) filter (where kind in ('refund', 'refund_failed')), 0) as refunded
      from remittance_items where ${own} and settlement_ref = r.settlement_ref) i
    where ${of('r')} and (r.txn_count, r.refund_count, r.total_txn_amount_sc, r.txn_fee_sc, r.withholding_tax_sc, r.refund_amount_sc)
      is distinct from (i.sold, i.returned, i.total, i.fee, i.withheld, i.refunded)`,
  'the sums of a settlement are those of its items': `
    select coalesce(s.ref, i.ref) || ' has ' || coalesce(s.figures, 'no sums') || ', its items ' || coalesce(i.figures, 'none') as detail
    from (select concat_ws(' ', settlement_ref, country, payment_method, channel_key) as ref,
        concat_ws(' ', sold_minor + adjusted_minor, fee_minor, withholding_minor, refunded_minor) as figures from remittance_sums where ${own}) s
      full join (select concat_ws(' ', settlement_ref, country, payment_method, channel_key) as ref,
        concat_ws(' ', sum(case when kind in ('payment', 'adjustment') then amount_minor else 0 end), sum(fee_minor), sum(withholding_minor),
          sum(case when kind in ('payment', 'adjustment') then 0 else amount_minor end)) as figures
        from remittance_items where ${own} group by 1) i on i.ref = s.ref
    where s.figures is distinct from i.figures`,
  'an item is its payment or refund': `
    select i.kind || ' ' || i.ref || ' of ' || i.settlement_ref || ' has ' || i.amount_minor as detail
    from remittance_items i
      left join payments p on ${of('p')} and i.kind = 'payment' and p.order_ref = i.ref
      left join refunds f on ${of('f')} and i.kind in ('refund', 'refund_failed') and f.refund_id = i.ref
      left join remittance_adjustments a on ${of('a')} and i.kind = 'adjustment' and a.adjustment_id::text = i.ref
    where ${of('i')} and (case i.kind
      when 'payment' then p.status = 'Success' and p.remit_status in ('IN_SETTLEMENT', 'REMITTED') and not p.held
        and i.fee_minor = p.fee_minor + p.fee_tax_minor and i.amount_minor = coalesce((p.fee_terms ->> 'amount_minor')::bigint, p.amount_minor)
      when 'refund' then f.remit_status in ('DEDUCTED', 'GIVEN_BACK') and i.amount_minor = f.amount_minor
      when 'refund_failed' then f.remit_status = 'GIVEN_BACK' and f.status = 'FAIL' and i.amount_minor = -f.amount_minor
      else i.amount_minor = a.amount_minor end) is not true`,
  'what is in a settlement says so, and nothing else does': `
    select 'payment ' || p.order_ref || ' is ' || p.remit_status as detail from payments p
      left join remittance_items i on ${of('i')} and i.kind = 'payment' and i.ref = p.order_ref
    where ${of('p')} and (p.remit_status in ('IN_SETTLEMENT', 'REMITTED')) <> (i.ref is not null)
    union all
    select 'refund ' || f.refund_id || ' is ' || f.remit_status from refunds f
      left join remittance_items i on ${of('i')} and i.kind = 'refund' and i.ref = f.refund_id
      left join remittance_items b on ${of('b')} and b.kind = 'refund_failed' and b.ref = f.refund_id
    where ${of('f')} and ((f.remit_status in ('DEDUCTED', 'GIVEN_BACK')) <> (i.ref is not null) or (f.remit_status = 'GIVEN_BACK') <> (b.ref is not null))`,
  'no refund leads its payment': `
    select i.ref || ' is in ' || i.settlement_ref || ', its payment in ' || coalesce(p.settlement_ref, 'none') as detail
    from remittance_items i left join remittance_items p on ${of('p')} and p.kind = 'payment' and p.ref = i.order_ref
      left join remittances ri on ${of('ri')} and ri.settlement_ref = i.settlement_ref
      left join remittances rp on ${of('rp')} and rp.settlement_ref = p.settlement_ref
    where ${of('i')} and i.kind in ('refund', 'refund_failed') and (p.ref is null or rp.period_from > ri.period_from)`,
  'a settlement proves to zero in its own figures': `
    select settlement_ref || ' is off' as detail from remittances where ${own} and status <> 'Open' and (
      total_txn_amount_bc - txn_fee_bc - wht_bc - refund_amount_bc + rounding_bc - reserve_credit_bc + reserve_debit_bc - transfer_fee_bc <> net_bc
      or total_txn_amount_sc - txn_fee_sc - withholding_tax_sc - refund_amount_sc <> net_sc or net_bc < 0)`,
  'a settlement proves to zero in its postings': `
    select r.settlement_ref || ' says ' || r.net_sc || ' ' || r.net_bc || ', its cut ' || coalesce(e.sc, 0) || ' ' || coalesce(e.bc, 0) as detail
    from remittances r left join (
      select t.object_ref,
        sum(e.amount_minor) filter (where e.account in ('merchant_payable', 'remit_adjustments', 'merchant_pending', 'wht_payable')) as sc,
        -sum(e.amount_minor) filter (where e.account = 'remit_clearing') as bc
      from ledger_transfers t join ledger_entries e on ${of('e')} and e.transfer_id = t.transfer_id
      where ${of('t')} and t.object_type = 'remittance' and t.kind = 'remittance.cut' group by 1) e on e.object_ref = r.settlement_ref
    where ${of('r')} and r.status <> 'Open' and (coalesce(e.sc, 0), coalesce(e.bc, 0)) is distinct from (r.net_sc, r.net_bc)`,
  'the ledger has in clearing what is under way': same('clearing', `select currency, -total as total from (${booked('remit_clearing')}) x`, `
    select currency, sum(minor) as total from (
      select case when returned_dc is null and status <> 'Processing' then base_currency else destination_currency end as currency,
        coalesce(returned_dc, case status when 'Processing' then net_amount_transferred_dc else net_bc end) as minor
      from remittances where ${own} and status not in ('Open', 'Remitted')) u group by 1`),
  'a transfer fee is that of the terms, and of each further attempt once': `
    select r.settlement_ref || ' has ' || r.transfer_fee_bc || ' for ' || r.further_attempts as detail
    from remittances r join remittance_terms t on ${of('t')} and t.version = r.terms_version
      cross join lateral (select coalesce(sum((a ->> 'fee_minor')::bigint), 0) as fees from jsonb_array_elements(r.further_attempts) a) f
    where ${of('r')} and r.status <> 'Open' and r.transfer_fee_bc <> f.fees + case when r.net_source_bc < 0 then 0 else t.transfer_fee_minor end
    union all
    select r.settlement_ref || ' had ' || r.attempts || ' attempts, of which are charged ' || r.attempts_charged || ', and listed ' || coalesce(a.listed, 0)
    from remittances r left join (
      select a ->> 'settlement_ref' as ref, sum((a ->> 'attempts')::int) as listed from remittances, jsonb_array_elements(further_attempts) a
      where ${own} group by 1) a on a.ref = r.settlement_ref
    where ${of('r')} and (r.attempts_charged <> coalesce(a.listed, 0) or r.attempts_charged > greatest(r.attempts - 1, 0))`,
  'the reserve is its tranches, and its statement': `
    select r.currency || ' has ' || r.balance_minor || ', tranches ' || coalesce(t.total, 0) || ', statement ' || coalesce(m.total, 0) as detail
    from reserves r
      cross join lateral (select sum(left_minor) as total from reserve_tranches where ${own}) t
      cross join lateral (select sum(amount_minor) as total, count(*) as rows, max(number) as last,
          bool_and(balance_minor = before + amount_minor) as unbroken
        from (select amount_minor, balance_minor, number, coalesce(lag(balance_minor) over (order by number), 0) as before
          from reserve_movements where ${own} and currency = r.currency) n) m
    where ${of('r')} and (r.balance_minor <> coalesce(t.total, 0) or r.balance_minor <> coalesce(m.total, 0) or r.last_movement <> m.rows
      or r.last_movement <> coalesce(m.last, 0) or not coalesce(m.unbroken, true))`,
  'the ledger holds what the reserve has': same('reserve', `select currency, -total as total from (${booked('reserve')}) x`, `select currency, balance_minor as total from reserves where ${own} and balance_minor <> 0`),
  'a tranche has what was held of it, less what has left': `
    select t.tranche_id || ' has ' || t.left_minor || ' of ' || t.held_minor as detail from reserve_tranches t
      left join (select tranche_id, sum(amount_minor) as total from reserve_movements where ${own} group by 1) m on m.tranche_id = t.tranche_id
    where ${of('t')} and t.left_minor <> coalesce(m.total, 0)`,
  'what providers have settled is marked, and nothing else is': `
    select l.kind || ' ' || l.ref || ' of ' || l.provider_ref as detail from provider_settlement_lines l
      left join payments p on ${of('p')} and l.kind = 'payment' and p.order_ref = l.ref
      left join refunds f on ${of('f')} and l.kind = 'refund' and f.refund_id = l.ref
    where ${of('l')} and coalesce(p.psp_settled_at, f.psp_settled_at) is null
      and (l.outcome = 'settled' or exists (select 1 from ledger_transfers k where ${isBookedBy('k')}))
    union all
    select p.order_ref || ' is ' || p.remit_status from payments p
    where ${of('p')} and p.remit_status = 'PSP_SETTLED' and p.psp_settled_at is null`,
  'what is in a settlement and is not settled any more was taken back': same(
    'taken back',
    `select source_currency as currency, sum(amount_minor) as total from remittance_adjustments where ${own} and made_by = 'Reconciliation' group by 1`,
    `select r.source_currency as currency, -sum(i.amount_minor - i.fee_minor - i.withholding_minor) as total from remittance_items i
       join remittances r on ${of('r')} and r.settlement_ref = i.settlement_ref
       join payments p on ${of('p')} and p.order_ref = i.ref and p.psp_settled_at is null
     where ${of('i')} and i.kind = 'payment' group by 1`,
  ),
  'the bank has what words of providers say': `
    select s.channel_key || ' ' || s.provider_ref || ' says ' || s.net_minor || ', booked ' || coalesce(e.total, 0) as detail
    from provider_settlements s left join (
      select t.object_ref, sum(e.amount_minor) as total from ledger_transfers t
        join ledger_entries e on ${of('e')} and e.transfer_id = t.transfer_id and e.account like 'bank:%'
      where ${of('t')} and t.object_type = 'provider_settlement' group by 1) e on e.object_ref = s.channel_key || ':' || s.provider_ref
    where ${of('s')} and coalesce(e.total, 0) <> s.net_minor - (select coalesce(sum(l.net_minor), 0) from provider_settlement_lines l
      where ${of('l')} and l.channel_key = s.channel_key and l.provider_ref = s.provider_ref and l.outcome = 'known'
        and not exists (select 1 from ledger_transfers k where ${isBookedBy('k')}))`,
} // prettier-ignore

/** Checks the remittances of one merchant and environment. Every finding is a defect or a tampering. */
export function verifyRemittances(database: Database, owner: Owner): Promise<Finding[]> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  return database.transaction(
    scope,
    async (tx) => {
      const found: Finding[] = []
      for (const [invariant, statement] of Object.entries(remittanceInvariants))
        for (const { detail } of await tx.query<{ detail: string }>(statement, [owner.merchantId, owner.environment]))
          found.push({ invariant, ...owner, detail })
      return found
    },
    { readOnly: true },
  )
}

/** Every merchant and environment with sales abroad, one after the other. Rejects between two merchants once `signal` is aborted. */
export async function verifyAllRemittances(database: Database, signal?: AbortSignal): Promise<Finding[]> {
  const all: Finding[] = []
  for (const owner of await database.transaction(null, allScopes, { readOnly: true })) {
    signal?.throwIfAborted()
    const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
    if (await database.transaction(scope, (tx) => hasSalesAbroad(tx, owner), { readOnly: true }))
      all.push(...(await verifyRemittances(database, owner)))
  }
  return all
}

/** Whether terms were agreed on, a provider has said what it settled, or a settlement was opened. Index: primary keys. */
async function hasSalesAbroad(tx: Transaction, { merchantId, environment }: Owner): Promise<boolean> {
  const any = (table: string) => `exists (select 1 from ${table} where ${own})`
  const [found] = await tx.query<{ has: boolean }>(
    `select ${['remittance_terms', 'provider_settlements', 'remittances'].map(any).join(' or ')} as has`,
    [merchantId, environment],
  )
  return found?.has === true
}
