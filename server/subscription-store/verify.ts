import { allScopes } from '#server/ledger/verify.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'

/** Something that does not agree. */
export interface Finding {
  check: string
  ref: string
  details: string
}

/**
 * Compares the subscriptions of an owner with their charges and payments, by SQL of its own; empty when they agree. While payments are
 * under way some findings are of the moment.
 * @param database as the owner of the tables.
 */
export async function verifySubscriptions(database: Database, { merchantId, environment }: Owner): Promise<Finding[]> {
  const found = await database.transaction(null, (tx) =>
    Promise.all(
      Object.entries(checks).map(async ([check, sql]) => {
        const rows = await tx.query<{ ref: string; details: string }>(sql, [merchantId, environment])
        return rows.map((row) => ({ check, ...row }))
      }),
    ),
  )
  return found.flat()
}

/** Those of every merchant and environment, one after the other. */
export async function verifyAllSubscriptions(database: Database): Promise<(Owner & Finding)[]> {
  const findings: (Owner & Finding)[] = []
  for (const owner of await database.transaction(null, allScopes, { readOnly: true }))
    findings.push(...(await verifySubscriptions(database, owner)).map((finding) => ({ ...owner, ...finding })))
  return findings
}

const of = (alias: string) => `${alias}.merchant_id = $1 and ${alias}.environment = $2`
/** By name; each selects what does not agree. */
const checks: Record<string, string> = {
  'what was collected is what payments took in time, less what went back': `
    select s.order_ref as ref, s.collected_minor || ' <> ' || p.sum as details
    from subscriptions s cross join lateral (
      select coalesce(sum(amount_minor - refunded_minor), 0) as sum from payments p
      where ${of('p')} and p.source_ref = s.order_ref and p.status = 'Success' and not p.late
    ) p where ${of('s')} and s.collected_minor <> p.sum`,
  'a charge that is paid has the payment that paid it, for its amount': `
    select c.charge_ref as ref, c.payment_ref as details from subscription_charges c
    where ${of('c')} and c.state = 'paid' and c.to_pay_minor > 0 and c.carried_by = '' and not exists (
      select 1 from payments p where ${of('p')} and p.order_ref = c.payment_ref and p.status = 'Success' and not p.late
        and p.amount_minor = c.to_pay_minor)`,
  'a payment in time has paid a charge': `
    select p.order_ref as ref, p.payable_ref as details from payments p
    where ${of('p')} and p.payable_kind in ('subscription', 'subscription_charge') and p.status = 'Success' and not p.late and not exists (
      select 1 from subscription_charges c where ${of('c')} and c.payment_ref = p.order_ref and c.state = 'paid')`,
  'the periods of a subscription have no hole': `
    select order_ref as ref, string_agg(period::text, ' ' order by period) as details from subscription_charges c
    where ${of('c')} and period is not null group by order_ref having count(*) <> count(distinct period)`,
  'counts are those of the charges': `
    select s.order_ref as ref, s.made_periods || ' ' || s.counted_periods as details from subscriptions s cross join lateral (
      select count(*) as made, count(*) filter (where state in ('paid', 'written_off', 'forgiven')) as counted
      from subscription_charges c where ${of('c')} and c.order_ref = s.order_ref and c.kind = 'period'
    ) c where ${of('s')} and (s.made_periods <> c.made or s.counted_periods <> c.counted)`,
  'nothing is to come of one that is over': `
    select s.order_ref as ref, s.status as details from subscriptions s
    where ${of('s')} and s.ended_at is not null and exists (
      select 1 from subscription_charges c where ${of('c')} and c.order_ref = s.order_ref and c.state in ('due', 'trying', 'unpaid', 'carried'))`,
  'no money is kept of what came after the end': `
    select p.order_ref as ref, s.order_ref as details from payments p join subscriptions s on ${of('s')} and s.order_ref = p.source_ref
    where ${of('p')} and p.status = 'Success' and p.late and p.refunded_minor + p.refunding_minor < p.amount_minor`,
  'the sums are those of the subscriptions': `
    select price_ref as ref, 'active ' || sum(active) || ' past due ' || sum(past_due) || ' all ' || sum(subscriptions) as details from (
      select price_ref, active, past_due, subscriptions from subscription_sums t where ${of('t')}
      union all select price_ref, active, past_due, subscriptions from subscription_deltas d where ${of('d')}
      union all select price_ref, -(status = 'active')::int, -(status = 'past_due')::int, -1 from subscriptions s where ${of('s')}
    ) parts group by price_ref having sum(active) <> 0 or sum(past_due) <> 0 or sum(subscriptions) <> 0`,
}
