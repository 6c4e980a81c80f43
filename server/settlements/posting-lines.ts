import type { Ctx } from '#server/kit/ctx.ts'
import { isPayable } from '#server/remittances/marks.ts'
import { lockBooked } from './psp-settled.ts'
import { grossOf, holds, isMatchedType, netOf, settledIn, units } from './sums.ts'
import type { FoundSettlement } from './queries.ts'

/** What a closing does to one account, before it is rounded: debits positive. */
export interface Entry {
  account: string
  currency: string
  amount: string
}
/** A line or match that leaves something in suspense. */
export interface Left {
  kind: 'amount' | 'fee' | 'unknown' | 'waiting'
  key: string
  currency: string
  amount: string
}

/**
 * Tells the records of a settlement apart, in tables of this transaction: `closing_matches` has one row for each of its matches with own
 * transactions, and `closing_lines` its lines that are in none. A match that reaches into a batch which is not closed waits, and is posted
 * with the batch that is closed last; it counts the lines of the others then. What a provider's word has booked is left out of the amounts: a
 * closing only compares it.
 */
export async function tellApart(
  ctx: Ctx,
  { settlement_id: id, msm_id, data_source, batch, account, currency }: FoundSettlement,
  { isWithWords }: { isWithWords: boolean },
): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment, msm_id]
  await ctx.tx.query('drop table if exists closing_lines, closing_members, closing_matches', [])
  await ctx.tx.query(`create temporary table closing_lines on commit drop as ${lines}`, [...owner, data_source, batch, account, currency])
  if (isWithWords) await lockBooked(ctx, msm_id)
  await ctx.tx.query(`create temporary table closing_members on commit drop as ${members(isWithWords)}`, owner)
  await ctx.tx.query(`create temporary table closing_matches on commit drop as ${matches}`, [...owner, id])
  await ctx.tx.query('delete from closing_lines l using closing_matches m where m.group_id = l.group_id and l.is_party and m.is_posted and not m.waits', [])
} // prettier-ignore

const lines = `select o.key, o.group_id, o.type, o.status, ${isMatchedType('o')} as is_party, ${settledIn('o')} as unit, ${netOf('o')} as net,
    ${grossOf('o')} as gross, not o.is_open and o.decision <> '' as is_decided, coalesce(o.evidence -> 'nearest' ->> 'key', '') as nearest
  from recon_outcomes o
  where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = 'b' and o.${holds} and o.data_source = $4 and o.batch = $5
    and o.batch <> '' and o.account_id = $6 and ${settledIn('o')} = $7 and o.settlement_id is null`
/** All records of the matches that lines of the settlement are in. A payment that waits for a decision is not the merchant's yet. */
const members = (
  isWithWords: boolean,
) => `select o.side, o.key, o.group_id, o.type, o.gross, o.currency, o.fee, o.tax, o.passed_on, ${netOf('o')} as net, ${settledIn('o')} as unit,
    o.batch, o.account_id, o.mismatches, o.expected_fee, not o.is_open and o.decision <> '' as is_decided, o.key ~ '^(payment|refund):' as is_booked,
    o.side = 'a' and o.type = 'payment' and not coalesce(p.held, false) and not coalesce(${isPayable('p')}, false) as is_owed,
    ${isWithWords ? 'w.gross is not null as is_worded, coalesce(w.gross, 0) as word_gross, coalesce(w.net, 0) as word_net' : 'false as is_worded, 0 as word_gross, 0 as word_net'}
  from (select distinct group_id from closing_lines where is_party) g
    join recon_outcomes o on o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.group_id = g.group_id and o.${holds}
    left join payments p on p.merchant_id = $1 and p.environment = $2 and o.side = 'a' and o.key = 'payment:' || p.order_ref
    ${isWithWords ? words : ''}
  where ${isMatchedType('o')}`
const isOurs = `m.side = 'a' and not m.is_worded`
/** What a word has booked of a record of ours. */
const words = `left join lateral (
    select -sum(e.amount_minor) filter (where e.account like 'psp_receivable:%') / power(10::numeric, coalesce(min(u.exponent), 2)) as gross,
      coalesce(sum(e.amount_minor) filter (where e.account like 'bank:%'), 0) / power(10::numeric, coalesce(min(u.exponent), 2)) as net
    from ledger_transfers t join ledger_entries e on e.merchant_id = $1 and e.environment = $2 and e.transfer_id = t.transfer_id
      left join ${units} u on u.unit = e.currency
    where t.merchant_id = $1 and t.environment = $2 and t.business_key = o.key || ':psp_settled') w on o.side = 'a'`
const matches = `select m.group_id, min(m.key) filter (where m.side = 'a') as key, min(m.currency) filter (where m.side = 'a') as currency,
    min(m.type) filter (where m.side = 'a') as type, coalesce(sum(m.gross) filter (where ${isOurs}), 0) as ours, coalesce(sum(m.fee) filter (where ${isOurs}), 0) as fee,
    coalesce(sum(m.tax) filter (where ${isOurs}), 0) as tax, coalesce(sum(m.gross - m.fee - m.tax) filter (where m.is_owed and not m.is_worded), 0) as owed,
    bool_or(m.is_worded) as is_worded, sum(m.word_gross) as word_gross, sum(m.word_net) as word_net,
    min(m.unit) filter (where m.side = 'b') as unit, coalesce(sum(m.gross) filter (where m.side = 'b'), sum(m.gross) filter (where m.side = 'a')) as theirs,
    sum(m.net) filter (where l.key is not null) as net_here, coalesce(sum(m.net) filter (where m.side = 'b' and l.key is null), 0) as net_before,
    sum(m.net) filter (where m.side = 'b') as net, sum(m.passed_on) filter (where m.side = 'b') as passed_on,
    sum(m.fee + m.tax) filter (where m.side = 'b') as charges, bool_or('amount' = any (m.mismatches)) as is_amount_off,
    bool_or(m.mismatches && '{fee,tax}') as is_fee_off, bool_or(m.expected_fee is not null) as is_planned, bool_and(m.is_decided) as is_decided,
    bool_or(m.side = 'b' and l.key is null and s.settlement_id is null) as waits,
    bool_and(m.side = 'b' or m.is_booked) and count(distinct m.unit) filter (where m.side = 'b') = 1 as is_posted
  from closing_members m left join closing_lines l on m.side = 'b' and l.key = m.key
    left join (select * from settlements where merchant_id = $1 and environment = $2 and msm_id = $3) s on m.side = 'b' and s.batch = m.batch
      and s.account = m.account_id and s.currency = m.unit and s.state = 'closed' and s.settlement_id <> $4
  group by m.group_id
  having bool_or(m.side = 'a')`

/** By what a unit of another currency came to. */
const rate = `case when c.currency = c.unit then 1 else (c.net + c.charges + c.passed_on) / nullif(c.theirs, 0) end`
/** What was charged beyond what was booked. Where one currency holds, it is all by which the net falls short. */
const beyond = `case when c.currency = c.unit then c.theirs - c.passed_on - c.net - c.fee - c.tax else c.charges - (c.fee + c.tax) * ${rate} end`
const posted = `kept as (select c.key, c.type, c.currency, c.unit, c.ours, c.fee, c.tax, c.owed, c.theirs - c.word_gross as theirs, c.net - c.word_net as net,
      c.net_here - c.word_net as net_here, case when c.is_worded then 0 else c.passed_on end as passed_on, c.charges, c.is_amount_off, c.is_fee_off,
      c.is_planned, c.is_decided, c.is_worded
    from closing_matches c where c.is_posted and not c.waits and not (c.is_worded and c.currency <> c.unit)),
  elsewhere as (select c.key, c.unit, c.net, c.net_here from closing_matches c where c.is_posted and not c.waits and c.is_worded and c.currency <> c.unit)`
const settled = `${posted}, closed as materialized (select c.*, c.theirs - c.ours as amount_off, ${beyond} as fee_beyond,
    case when c.is_worded and not c.is_decided then '' when c.is_worded then 'recon_write_off' when c.type <> 'payment' or not c.is_planned then 'provider_costs:' || $1 when c.is_fee_off and not c.is_decided then '' else 'recon_write_off' end as fee_to,
    case when c.is_amount_off and not c.is_decided then '' else 'recon_write_off' end as amount_to
  from kept c)`
const alone = `alone as materialized (select l.*, case when w.group_id is not null then 'waiting' when l.type = 'conversion' then 'fx_position'
    when not l.is_party then 'provider_costs:' || $1
    when l.type like 'chargeback%' and l.nearest like 'payment:%' then 'merchant_payable'
    when l.is_decided then 'recon_write_off' else 'unknown' end as to
  from closing_lines l left join closing_matches w on w.group_id = l.group_id and l.is_party and w.is_posted and w.waits where l.type <> 'payout')`

/** What each account is debited, suspense aside. */
export const entriesOf = (ctx: Ctx, channelKey: string): Promise<Entry[]> =>
  ctx.tx.query<Entry>(
    `with ${settled}, ${alone}, entries (account, currency, amount) as (
      select 'bank:' || $1, unit, net_here from closed
      union all select 'fee_income', currency, fee from closed union all select 'fee_tax_payable', currency, tax from closed
      union all select 'provider_costs:' || $1, unit, passed_on from closed union all select fee_to, unit, fee_beyond from closed
      union all select 'psp_receivable:' || $1, currency, -ours from closed union all select amount_to, currency, -amount_off from closed
      union all select 'merchant_pending', currency, owed from closed union all select 'merchant_payable', currency, -owed from closed
      union all select 'fx_position', currency, theirs - fee - tax from closed where currency <> unit
      union all select 'fx_position', unit, -(net + passed_on + fee_beyond) from closed where currency <> unit
      union all select 'bank:' || $1, unit, net_here from elsewhere
      union all select 'bank:' || $1, unit, net from alone
      union all select 'merchant_payable', unit, -gross from alone where "to" = 'merchant_payable'
      union all select 'provider_costs:' || $1, unit, gross - net from alone where "to" = 'merchant_payable'
      union all select "to", unit, -net from alone where "to" not in ('merchant_payable', 'waiting', 'unknown'))
    select account, currency, round(sum(amount), 8)::text as amount from entries where account <> '' group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    [channelKey],
  )

/** What stays in suspense of matches and lines: credits are negative, as in the ledger. */
export const leftOf = (ctx: Ctx, channelKey: string): Promise<Left[]> =>
  ctx.tx.query<Left>(
    `with ${settled}, ${alone}
    select 'amount' as kind, key, currency, (-amount_off)::text as amount from closed where amount_to = '' and amount_off <> 0
    union all select 'amount', key, unit, (-net)::text from elsewhere where net <> 0
    union all select 'fee', key, unit, round(fee_beyond, 8)::text from closed where fee_to = '' and fee_beyond <> 0
    union all select "to", key, unit, (-net)::text from alone where "to" in ('waiting', 'unknown') and net <> 0
    order by 1, 2, 3`,
    [channelKey],
  )

/** What one unit of another currency came to, weighed by the matches. */
export const ratesOf = (ctx: Ctx): Promise<{ currency: string; rate: string }[]> =>
  ctx.tx.query<{ currency: string; rate: string }>(
    `select c.currency, trim_scale(round(sum(c.net + c.charges + c.passed_on) / sum(c.theirs), 10))::text as rate
     from closing_matches c where c.is_posted and not c.waits and c.currency <> c.unit and not c.is_worded group by c.currency having sum(c.theirs) <> 0`,
    [],
  )
