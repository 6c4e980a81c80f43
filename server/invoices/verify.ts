import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { allScopes, type Finding } from '#server/ledger/verify.ts'

/**
 * Checks the invoices of one merchant and environment: their numbers, their sums against payments, refunds and credit notes, and the
 * receivables against both. Shares no code with what writes them. Every finding is a defect or a tampering.
 */
export async function verifyInvoices(database: Database, owner: Owner): Promise<Finding[]> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  return database.transaction(
    scope,
    async (tx) => {
      const found: Finding[] = []
      for (const [invariant, sql] of Object.entries(invariants)) {
        const rows = await tx.query<{ detail: string }>(sql, [owner.merchantId, owner.environment])
        found.push(...rows.map(({ detail }) => ({ invariant, ...owner, detail })))
      }
      return found
    },
    { readOnly: true },
  )
}

/** Every merchant and environment, one after the other. */
export async function verifyAllInvoices(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const owner of await database.transaction(null, allScopes, { readOnly: true }))
    findings.push(...(await verifyInvoices(database, owner)))
  return findings
}

const own = 'merchant_id = $1 and environment = $2'
/** What has a number, whatever its series. */
const numbered = `(
  select 'invoice' as series, stem, counter, sent_at as at, invoice_ref as ref from invoices where ${own} and counter is not null
  union all
  select 'credit_note', stem, counter, created_at, credit_note_ref from credit_notes where ${own})`

const invariants: Record<string, string> = {
  // Each number against the one ahead of it, as a join with all that there should be takes the square of their count.
  'numbers of a series have no gap but the declared': `
    select series || ' ' || stem || ': ' || n as detail
    from (
      select series, stem, first, coalesce(max(last) over (
        partition by series, stem order by first, last rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select series, stem, counter as first, counter as last from ${numbered} i
        union all select series, stem, first, last from invoice_gaps where ${own}
        union all select series, stem, counter + 1, counter + 1 from invoice_series where ${own}
      ) held
    ) held cross join lateral (select n from generate_series(before + 1, first - 1) as n limit 1000) as missing
    order by series, stem, n limit 1000`,
  'no number is beyond its series, and none is in a declared gap': `
    select i.series || ' ' || i.stem || ': ' || i.counter as detail
    from ${numbered} i left join invoice_series s
      on s.merchant_id = $1 and s.environment = $2 and s.series = i.series and s.stem = i.stem
    where s.counter is null or i.counter > s.counter or exists (
      select 1 from invoice_gaps g where g.merchant_id = $1 and g.environment = $2 and g.series = i.series and g.stem = i.stem
        and i.counter between g.first and g.last)`,
  'numbers follow the order of issue': `
    select series || ' ' || stem || ': ' || counter || ' is before ' || before as detail
    from (
      select i.*, lag(at) over series_order as at_before, lag(counter) over series_order as before
      from ${numbered} i window series_order as (partition by series, stem order by counter)
    ) i where at < at_before`,
  'an invoice is paid by what counts of its payments': `
    select i.invoice_ref || ' says ' || i.paid_minor || ', its payments ' || coalesce(p.paid, 0) as detail
    from invoices i left join (
      select invoice_ref, sum(amount_minor) as paid from invoice_payments where ${own} group by invoice_ref
    ) p on p.invoice_ref = i.invoice_ref
    where i.merchant_id = $1 and i.environment = $2 and i.paid_minor <> coalesce(p.paid, 0)`,
  'each payment in time counts as a whole, and nothing else but accepted late money does': `
    select coalesce(p.order_ref, c.order_ref) || ' counts ' || coalesce(c.amount_minor, 0) as detail
    from (
      select order_ref, amount_minor, late, held, payable_part as part from payments
      where ${own} and payable_kind = 'invoice' and status = 'Success'
    ) p full join (select order_ref, amount_minor, part from invoice_payments where ${own}) c on c.order_ref = p.order_ref
    where p.order_ref is null
      or (not p.late and (c.amount_minor is distinct from p.amount_minor or c.part is distinct from p.part))
      or (p.late and c.order_ref is not null and (c.part <> 0 or c.amount_minor > p.amount_minor or p.held))`,
  'an invoice is refunded by what went back of what counted': `
    select i.invoice_ref || ' says ' || i.refunded_minor || ', its payments ' || coalesce(r.back, 0) as detail
    from invoices i left join (
      select c.invoice_ref, sum(greatest(0, p.refunded_minor - (p.amount_minor - c.amount_minor))) as back
      from invoice_payments c join payments p
        on p.merchant_id = $1 and p.environment = $2 and p.order_ref = c.order_ref
      where c.merchant_id = $1 and c.environment = $2 group by c.invoice_ref
    ) r on r.invoice_ref = i.invoice_ref
    where i.merchant_id = $1 and i.environment = $2 and i.refunded_minor <> coalesce(r.back, 0)`,
  'an invoice is credited by its credit notes': `
    select i.invoice_ref || ' says ' || i.credited_minor || ' and ' || i.applied_minor as detail
    from invoices i left join (
      select invoice_ref, sum(amount_minor) as credited, sum(applied_minor) as applied
      from credit_notes where ${own} group by invoice_ref
    ) n on n.invoice_ref = i.invoice_ref
    where i.merchant_id = $1 and i.environment = $2
      and (i.credited_minor <> coalesce(n.credited, 0) or i.applied_minor <> coalesce(n.applied, 0))`,
  'a paid invoice says how much of it was refunded': `
    select invoice_ref || ' is ' || status as detail from invoices
    where ${own} and case status
      when 'paid' then refunded_minor > 0 when 'paid_late' then refunded_minor > 0
      when 'partially_refunded' then refunded_minor = 0 or refunded_minor = paid_minor
      when 'refunded' then refunded_minor = 0 or refunded_minor <> paid_minor else false end`,
  'receivables are what is due of open invoices': `
    select coalesce(r.currency, i.currency) || ' of ' || coalesce(r.due_date, i.due_date) || ': ' || coalesce(r.due, 0) || ', open '
      || coalesce(i.due, 0) as detail
    from (
      select currency, due_date, sum(invoices) as invoices, sum(due_minor) as due from (
        select currency, due_date, invoices, due_minor from invoice_days where ${own}
        union all select currency, due_date, invoices, due_minor from invoice_deltas where ${own}
      ) d group by currency, due_date
    ) r full join (
      select currency, due_date, count(*) as invoices, sum(due_minor) as due from invoices
      where ${own} and status in ('sent', 'overdue') group by currency, due_date
    ) i on i.currency = r.currency and i.due_date = r.due_date
    where coalesce(r.due, 0) <> coalesce(i.due, 0) or coalesce(r.invoices, 0) <> coalesce(i.invoices, 0)`,
}
