import type { Owner } from '#server/kit/ctx.ts'
import { scopeOf, type Database } from '#server/kit/db/db.ts'
import { allScopes, type Finding } from '#server/ledger/verify.ts'

/**
 * Checks the roll-ups of one merchant and environment, with the deltas not yet rolled up, against its payments and its
 * ledger. It shares no code with the roll-ups. Every finding is a defect.
 */
export async function verifySums(database: Database, owner: Owner): Promise<Finding[]> {
  const scope = scopeOf(owner)
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
export async function verifyAllSums(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const owner of await database.transaction(null, allScopes, { readOnly: true }))
    findings.push(...(await verifySums(database, owner)))
  return findings
}

const own = 'merchant_id = $1 and environment = $2'
const raw = `
  select p.created_at as at, p.currency, p.status, p.payment_method, p.channel_key, 1::bigint as n, p.amount_minor as a,
    p.fee_minor as f, p.fee_tax_minor as t,
    case when p.status = 'Success' and p.held then p.amount_minor - coalesce(r, 0) else 0 end as h,
    coalesce(r, 0) as r
  from payments p
  left join (
    select order_ref, sum(amount_minor) as r from refunds where ${own} and status = 'SUCCESS' group by 1
  ) back using (order_ref) where ${own}`
const pending = `
  select bucket as at, currency, status, payment_method, channel_key, payments as n, amount_minor as a, fee_minor as f,
    fee_tax_minor as t, held_minor as h, refunded_minor as r
  from payment_deltas where ${own}`
const zones = `(select time_zone from payment_zones where ${own} and time_zone <> '') z`
/** Whether the totals have been built: a new merchant has deltas only. */
const allTime = `(select 1 from payment_zones where ${own} and time_zone = '')`
const summed = 'sum(n) as n, sum(a) as a, sum(f) as f, sum(t) as t, sum(h) as h, sum(r) as r'
const none = 'sum(n) = 0 and sum(a) = 0 and sum(f) = 0 and sum(t) = 0 and sum(h) = 0 and sum(r) = 0'
const ledgerSum = (what: string) => `coalesce(sum(amount_minor) filter (where ${what}), 0)`
/** What was charged at capture: payouts have charges of their own, and a closed settlement clears what was charged. */
const ofPayments = `kind not like 'payout.%' and kind not like 'settlement.%'`
const keyed = 'currency, status, payment_method, channel_key'

const traits = (of: string, country = `${of}.country`) =>
  [
    'source', 'payment_sub_type', 'status_reason', 'country', 'language', 'device', 'system', 'browser', 'card_brand',
    'authentication', 'payer', 'channel_key',
  ].map((name) => `('${name}', ${name === 'country' ? country : `${of}.${name}`})`).join(', ') // prettier-ignore
const invariants: Record<string, string> = {
  'the totals are the sums of all payments': `
    select concat_ws(' ', ${keyed}) || ' is off by ' || sum(n) || ', ' || sum(a) || ', refunded ' || sum(r) as detail
    from (
      select ${keyed}, payments as n, amount_minor as a, fee_minor as f, fee_tax_minor as t, held_minor as h, refunded_minor as r
      from payment_totals where ${own}
      union all select ${keyed}, n, a, f, t, h, r from (${pending}) d where exists ${allTime}
      union all select ${keyed}, -n, -a, -f, -t, -h, -r from (${raw}) p where exists ${allTime}
    ) all_of group by ${keyed} having not (${none})`,
  'the count of all payments is that of the totals': `
    select 'is off by ' || payments - total as detail from (
      select payments, (select coalesce(sum(payments), 0) from payment_totals where ${own}) as total
      from payment_zones where ${own} and time_zone = ''
    ) counted where payments <> total`,
  'the days of each zone are the sums of its payments': `
    select time_zone || ' ' || day || ' ' || concat_ws(' ', ${keyed}) || ' is off by ' || sum(n) || ', ' || sum(a) as detail
    from (
      select time_zone, day, ${keyed}, payments as n, amount_minor as a, fee_minor as f, fee_tax_minor as t, held_minor as h, refunded_minor as r
      from payment_days where ${own}
      union all select time_zone, (at at time zone time_zone)::date, ${keyed}, ${summed} from (${pending}) d, ${zones} group by 1, 2, 3, 4, 5, 6
      union all select time_zone, (at at time zone time_zone)::date, ${keyed}, -sum(n), -sum(a), -sum(f), -sum(t), -sum(h), -sum(r)
        from (${raw}) p, ${zones} group by 1, 2, 3, 4, 5, 6
    ) all_of group by time_zone, day, ${keyed} having not (${none})`,
  'the hours of each zone are the sums of its payments': `
    select time_zone || ' ' || hour || ' ' || currency || ' ' || status || ' is off by ' || sum(n) || ', ' || sum(a) as detail
    from (
      select time_zone, hour, currency, status, payments as n, amount_minor as a, fee_minor as f, fee_tax_minor as t, held_minor as h, refunded_minor as r
      from payment_hours where ${own}
      union all select time_zone, date_trunc('hour', at, time_zone), currency, status, ${summed} from (${pending}) d, ${zones} group by 1, 2, 3, 4
      union all select time_zone, date_trunc('hour', at, time_zone), currency, status, -sum(n), -sum(a), -sum(f), -sum(t), -sum(h), -sum(r)
        from (${raw}) p, ${zones} group by 1, 2, 3, 4
    ) all_of group by time_zone, hour, currency, status having not (${none})`,
  // What an older version has left is not whole, and not read before it is.
  'the days of each trait are the sums of its payments': `
    select time_zone || ' ' || trait || ' ' || day || ' ' || concat_ws(' ', value, currency, status, payment_method) || ' is off by '
      || sum(n) || ', ' || sum(a) || ', orders ' || sum(o) || ', faults ' || sum(f) || ', times ' || sum(s) as detail
    from (
      select time_zone, trait, day, value, currency, status, payment_method, payments as n, amount_minor as a, orders as o,
        faults as f, timed as k, paid_seconds as s
      from payment_trait_days where ${own}
      union all select time_zone, trait, (bucket at time zone time_zone)::date, value, currency, status, payment_method, payments,
        amount_minor, orders, faults, timed, paid_seconds
        from payment_deltas d cross join lateral (values ${traits('d')}) t (trait, value), ${zones} where ${own} and source is not null
      union all select time_zone, trait, (created_at at time zone time_zone)::date, value, currency, status, payment_method, -1,
        -amount_minor, -(first_attempt is true)::int, -(status = 'Failed' and status_reason = 'PAYMENT_CHANNEL_UNAVAILABLE')::int,
        -(paid_seconds is not null)::int, -coalesce(paid_seconds, 0)
        from (
          select *, coalesce(method_details ->> 'language', '') as language,
            coalesce(method_details ->> 'authentication', '') as authentication
          from payments where ${own}
        ) p cross join lateral (values ${traits('p', `coalesce(nullif(p.shopper_country, ''), p.country)`)}) t (trait, value), ${zones}
    ) all_of
    where exists (
      select 1 from payment_zones w where w.merchant_id = $1 and w.environment = $2 and w.time_zone = all_of.time_zone and w.traits
    )
    group by time_zone, trait, day, value, currency, status, payment_method
    having not (sum(n) = 0 and sum(a) = 0 and sum(o) = 0 and sum(f) = 0 and sum(k) = 0 and sum(s) = 0)`,
  'the days of links are the steps of its links': `
    select day || ' ' || currency || ' ' || step || ' is off by ' || sum(n) as detail
    from (
      select day, currency, step, links as n from link_days where ${own}
      union all select day, currency, step, links from link_deltas where ${own}
      union all select (created_at at time zone 'UTC')::date, currency, s.step, -1
        from payment_links cross join lateral (values
          ('made', true), ('opened', opened_at is not null or started_at is not null), ('started', started_at is not null),
          ('paid', paid_at is not null)
        ) s (step, reached)
        where ${own} and s.reached
    ) all_of
    where exists (select 1 from link_counts c where c.merchant_id = $1 and c.environment = $2)
    group by day, currency, step having sum(n) <> 0`,
  'the days of payouts are the ends of its payouts': `
    select day || ' ' || currency || ' ' || status || ' ' || reason || ' is off by ' || sum(n) || ', ' || sum(a) as detail
    from (
      select day, currency, status, reason, payouts as n, amount_minor as a from payout_days where ${own}
      union all select day, currency, status, reason, payouts, amount_minor from payout_deltas where ${own}
      union all select (created_at at time zone 'UTC')::date, currency, status, status_reason, -1,
        -(case status when 'Returned' then returned_minor else amount_minor end)
        from payouts where ${own} and status in ('Success', 'Failed', 'Returned')
    ) all_of
    group by day, currency, status, reason having sum(n) <> 0 or sum(a) <> 0`,
  'what succeeded, was refunded and is kept apart is what the ledger has of it': `
    select time_zone || ' ' || currency || ' is off by ' || sum(a) || ', fees ' || sum(f) || ', tax ' || sum(t) || ', apart ' || sum(h)
      || ', refunded ' || sum(r) as detail
    from (
      select time_zone, currency, amount_minor as a, fee_minor as f, fee_tax_minor as t, held_minor as h, refunded_minor as r
      from payment_days where ${own} and status = 'Success'
      union all select time_zone, currency, a, f, t, h, r from (${pending}) d, ${zones} where status = 'Success'
      union all select time_zone, currency,
        -${ledgerSum("kind = 'payment.captured' and account like 'psp_receivable:%'")},
        ${ledgerSum(`account = 'fee_income' and ${ofPayments}`)},
        ${ledgerSum(`account = 'fee_tax_payable' and ${ofPayments}`)},
        ${ledgerSum("account = 'late_suspense'")},
        ${ledgerSum("kind = 'refund.succeeded' and account like 'psp_receivable:%'")}
        from ledger_entries e join ledger_transfers using (merchant_id, environment, transfer_id), ${zones} where ${own} group by 1, 2
      -- What is on its way back has left the account already.
      union all select time_zone, currency, 0, 0, 0, -sum(refunding_minor), 0 from payments, ${zones} where ${own} and held group by 1, 2
    ) all_of group by time_zone, currency having not (sum(a) = 0 and sum(f) = 0 and sum(t) = 0 and sum(h) = 0 and sum(r) = 0)`,
}
