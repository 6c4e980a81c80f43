import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { allScopes, type Finding } from '#server/ledger/verify.ts'

/**
 * Checks the subscriptions of one merchant and environment: their charges against payments, what came after their end, and their
 * roll-ups against the rows. Shares no code with what writes them. Every finding is a defect or a tampering; while payments are under way
 * some are of the moment.
 */
export async function verifySubscriptions(database: Database, owner: Owner): Promise<Finding[]> {
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
export async function verifyAllSubscriptions(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const owner of await database.transaction(null, allScopes, { readOnly: true }))
    findings.push(...(await verifySubscriptions(database, owner)))
  return findings
}

const of = (alias: string) => `${alias}.merchant_id = $1 and ${alias}.environment = $2`
const book = 'price_ref, currency, period, frequency'
const sums = ['subscriptions', 'active', 'past_due', 'past_due_minor', 'recurring_minor', 'collected_minor'] as const
/** The roll-ups, with what is not added up yet. */
const rolledUp = `(
  select ${book}, ${sums.join()} from subscription_sums t where ${of('t')}
  union all select ${book}, ${sums.join()} from subscription_deltas d where ${of('d')})`
/** What each subscription adds to them. */
const standing = `(
  select price_ref, currency, coalesce(period, '') as period, coalesce(frequency, 0) as frequency, 1 as subscriptions,
    (status = 'active')::int as active, (status = 'past_due')::int as past_due,
    case when status in ('active', 'past_due') then past_due_minor else 0 end as past_due_minor,
    case when status in ('active', 'past_due') and subscription_type = 'REGULAR' and not in_trial and paused_at is null
      then unit_minor * quantity else 0 end as recurring_minor,
    collected_minor
  from subscriptions s where ${of('s')})`
/** The revenue of a month of 30.4375 days, of what is charged in periods. */
const monthly = `round(sum(recurring_minor / frequency * case period
  when 'Y' then 1 / 12.0 when 'Q' then 1 / 3.0 when 'M' then 1 when 'W' then 30.4375 / 7 when 'D' then 30.4375 else 0 end), 6)`
const inMonths = (parts: string) => `(
  select currency, ${monthly} as monthly from (
    select currency, period, frequency, sum(recurring_minor)::numeric as recurring_minor
    from ${parts} p where frequency > 0 group by currency, period, frequency
  ) rhythms group by currency)`

const invariants: Record<string, string> = {
  'what was collected is what payments took in time, less what went back': `
    select s.order_ref || ' says ' || s.collected_minor || ', its payments ' || p.sum as detail
    from subscriptions s cross join lateral (
      select coalesce(sum(amount_minor - refunded_minor), 0) as sum from payments p
      where ${of('p')} and p.source_ref = s.order_ref and p.status = 'Success' and not p.late
    ) p where ${of('s')} and s.collected_minor <> p.sum`,
  'a charge that is paid has the payment that paid it, for its amount': `
    select c.order_ref || ': ' || c.charge_ref || ' by ' || c.payment_ref as detail from subscription_charges c
    where ${of('c')} and c.state = 'paid' and c.to_pay_minor > 0 and c.carried_by = '' and not exists (
      select 1 from payments p where ${of('p')} and p.order_ref = c.payment_ref and p.status = 'Success' and not p.late
        and p.amount_minor = c.to_pay_minor)`,
  'a payment in time has paid a charge': `
    select p.source_ref || ': ' || p.order_ref || ' of ' || p.payable_ref as detail from payments p
    where ${of('p')} and p.payable_kind in ('subscription', 'subscription_charge') and p.status = 'Success' and not p.late and not exists (
      select 1 from subscription_charges c where ${of('c')} and c.payment_ref = p.order_ref and c.state = 'paid')`,
  'a charge, and a set-up, is paid once': `
    select min(p.source_ref) || ': ' || p.payable_ref || ' by ' || string_agg(p.order_ref, ' ') as detail from payments p
    where ${of('p')} and p.payable_kind in ('subscription', 'subscription_charge') and p.status = 'Success' and not p.late
    group by p.payable_ref having count(*) > 1`,
  'a period is charged once': `
    select order_ref || ': ' || period as detail from subscription_charges c
    where ${of('c')} and period is not null group by order_ref, period having count(*) > 1`,
  'counts are those of the charges': `
    select s.order_ref || ' says ' || s.made_periods || ' and ' || s.counted_periods || ', its charges ' || c.made || ' and ' || c.counted
      as detail
    from subscriptions s cross join lateral (
      select count(*) as made, count(*) filter (where state in ('paid', 'written_off', 'forgiven')) as counted
      from subscription_charges c where ${of('c')} and c.order_ref = s.order_ref and c.kind = 'period'
    ) c where ${of('s')} and (s.made_periods <> c.made or s.counted_periods <> c.counted)`,
  'nothing is to come of one that is over': `
    select s.order_ref || ' is ' || s.status as detail from subscriptions s
    where ${of('s')} and s.ended_at is not null and exists (
      select 1 from subscription_charges c where ${of('c')} and c.order_ref = s.order_ref and c.state in ('due', 'trying', 'unpaid', 'carried'))`,
  // Clocks of nodes may be a little off.
  'nothing is claimed after the end': `
    select s.order_ref || ' ended ' || s.ended_at || ': ' || c.charge_ref || ' claimed ' || c.claimed_at as detail
    from subscription_charges c join subscriptions s on ${of('s')} and s.order_ref = c.order_ref
    where ${of('c')} and c.claimed_at > s.ended_at + interval '1 minute'
    union all
    select s.order_ref || ' ended ' || s.ended_at || ': ' || p.order_ref || ' made ' || coalesce(p.simulated_at, p.created_at)
    from payments p join subscriptions s on ${of('s')} and s.order_ref = p.source_ref
    where ${of('p')} and p.payable_kind in ('subscription', 'subscription_charge')
      and coalesce(p.simulated_at, p.created_at) > s.ended_at + interval '1 minute'`,
  'no money is kept of what came too late': `
    select s.order_ref || ': ' || p.order_ref as detail from payments p join subscriptions s on ${of('s')} and s.order_ref = p.source_ref
    where ${of('p')} and p.status = 'Success' and p.late and p.refunded_minor + p.refunding_minor < p.amount_minor`,
  'one mandate at most is active, and none of one that is over': `
    select s.order_ref || ' is ' || s.status || ' with ' || count(*) as detail
    from mandates m join subscriptions s on ${of('s')} and s.order_ref = m.order_ref
    where ${of('m')} and m.state = 'active' group by s.order_ref, s.status, s.ended_at
    having count(*) > 1 or s.ended_at is not null and s.status <> 'completed'`,
  'roll-ups are what their subscriptions add up to': `
    select price_ref || ' ' || currency || ' ' || frequency || ' ' || period || ': ${sums
      .map((name) => `${name} ' || sum(${name}) || '`)
      .join(', ')}' as detail
    from (
      select ${book}, ${sums.join()} from ${rolledUp} t
      union all select ${book}, ${sums.map((name) => `-${name}`).join()} from ${standing} s
    ) parts group by ${book} having ${sums.map((name) => `sum(${name}) <> 0`).join(' or ')}`,
  'monthly revenue is its formula over the subscriptions': `
    select coalesce(t.currency, s.currency) || ' is ' || coalesce(t.monthly, 0) || ', by the subscriptions ' || coalesce(s.monthly, 0)
      as detail
    from ${inMonths(rolledUp)} t full join ${inMonths(standing)} s on s.currency = t.currency
    where coalesce(t.monthly, 0) <> coalesce(s.monthly, 0)`,
  'days count who began, was lost and recovered': `
    select coalesce(d.currency, s.currency) || ' counts ' || concat_ws(' ', d.began, d.lost, d.recovered) || ', by the subscriptions '
      || concat_ws(' ', s.began, s.lost, s.recovered) as detail
    from (
      select currency, sum(began) as began, sum(lost) as lost, sum(recovered) as recovered from (
        select currency, began, lost, recovered from subscription_days y where ${of('y')}
        union all select currency, began, lost, recovered from subscription_deltas x where ${of('x')}
      ) days group by currency
    ) d full join (
      select currency, count(activated_at) as began, count(activated_at) filter (where status = 'cancelled') as lost,
        count(recovered_at) as recovered
      from subscriptions s where ${of('s')} group by currency
    ) s on s.currency = d.currency
    -- One may have recovered more than once.
    where coalesce(d.began, 0) <> coalesce(s.began, 0) or coalesce(d.lost, 0) <> coalesce(s.lost, 0)
      or coalesce(d.recovered, 0) < coalesce(s.recovered, 0)`,
}
