import type { Owner } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { allScopes, type Finding } from '#server/ledger/verify.ts'
import { wrongSums } from '#server/recon-records/check-sums.ts'
import { holds, settledIn, netOf, units } from './sums.ts'

const own = 'merchant_id = $1 and environment = $2'
const of = (table: string) => `${table}.merchant_id = $1 and ${table}.environment = $2`
/** Whole minor units of a decimal, as a number without decimals. */
const minor = (amount: string) => `round(${amount} * power(10::numeric, coalesce(u.exponent, 2)))`
/** Two sums by currency that have to be the same. */
const same = (what: string, one: string, oneIs: string, other: string, otherIs: string) => `
  select concat_ws(' ', '${what}', coalesce(a.currency, b.currency) || ':', '${oneIs}', coalesce(a.total, 0) || ',', '${otherIs}', coalesce(b.total, 0)) as detail
  from (${one}) a full join (${other}) b on (a.name, a.currency) = (b.name, b.currency) where coalesce(a.total, 0) <> coalesce(b.total, 0)`
const isClosed = (table: string) => `${of(table)} and ${table}.state = 'closed' and ${table}.is_booked`
const booked = (like: string) =>
  `select split_part(account, ':', 2) as name, currency, sum(amount_minor) as total from ledger_entries where ${own} and account like '${like}' group by 1, 2`
/** The same of what closings and decisions about them have booked: words of providers and remittances are in other sums. */
const bookedByClosings = (like: string) =>
  `select split_part(e.account, ':', 2) as name, e.currency, sum(e.amount_minor) as total from ledger_entries e
     join ledger_transfers t on ${of('t')} and t.transfer_id = e.transfer_id and t.object_type = 'settlement'
   where ${of('e')} and e.account like '${like}' group by 1, 2`
/** Whether a word of its provider has booked a record of ours, which closings leave out then. */
const isWorded = `exists (select 1 from ledger_transfers w where ${of('w')} and w.business_key = o.key || ':psp_settled')`
/** What the bank has by words, of the records that closed settlements have. */
const byWords = `select s.settlement_id, s.channel_key as name, e.currency, sum(e.amount_minor) as total from settlements s
    join recon_outcomes o on ${of('o')} and o.settlement_id = s.settlement_id and o.${holds} and o.side = 'a'
    join ledger_transfers w on ${of('w')} and w.business_key = o.key || ':psp_settled'
    join ledger_entries e on ${of('e')} and e.transfer_id = w.transfer_id and e.account like 'bank:%' and e.currency = s.currency
  where ${isClosed('s')} group by 1, 2, 3`

/** What has to hold between the ledger and reconciliation, in statements that share nothing with what posts. */
export const reconInvariants: Record<string, string> = {
  'what is in suspense are the open differences of closed settlements': same(
    'suspense', bookedByClosings('recon_suspense'), 'booked',
    `select '' as name, d.currency, sum(d.amount_minor) as total from settlement_differences d
       join settlements s on ${isClosed('s')} and s.settlement_id = d.settlement_id and s.closings = d.closing
     where ${of('d')} and d.ended_by = '' group by 2`, 'open'),
  'the bank has the payouts of closed settlements, less what words of providers have said': same(
    'bank', bookedByClosings('bank:%'), 'booked',
    `select name, currency, sum(total) as total from (
       select s.channel_key as name, s.currency, ${minor('coalesce(s.payout, s.computed)')} as total
       from settlements s left join ${units} u on u.unit = s.currency where ${isClosed('s')}
       union all select name, currency, -total from (${byWords}) w) t group by 1, 2`, 'paid out'),
  'what providers owe is what was captured, less what was refunded and settled': same(
    'receivable', booked('psp_receivable:%'), 'booked',
    `select name, currency, sum(total) as total from (
       select p.channel_key as name, p.currency, p.amount_minor::numeric as total from payments p where ${of('p')} and p.status = 'Success'
       union all select r.channel_key, r.currency, -r.amount_minor from refunds r where ${of('r')} and r.status = 'SUCCESS'
       union all select s.channel_key, o.currency, -${minor('o.gross')} from settlements s
         join recon_outcomes o on ${of('o')} and o.settlement_id = s.settlement_id and o.${holds} and o.side = 'a' and o.key ~ '^(payment|refund):'
         left join ${units} u on u.unit = o.currency where ${isClosed('s')} and not ${isWorded}
       union all select l.channel_key, s.currency, case l.kind when 'payment' then -l.gross_minor else l.gross_minor end from provider_settlement_lines l
         join provider_settlements s on ${of('s')} and s.channel_key = l.channel_key and s.provider_ref = l.provider_ref
         join ledger_transfers w on ${of('w')} and w.business_key = l.kind || ':' || l.ref || ':psp_settled' and w.object_ref = l.channel_key || ':' || l.provider_ref
       where ${of('l')} and l.outcome in ('settled', 'known')) t group by 1, 2`, 'owed'),
  'what closings clear of fees and tax is what their payments were charged': same(
    'charges', `select e.account as name, e.currency, sum(e.amount_minor) as total from ledger_entries e
       join ledger_transfers t on ${of('t')} and t.transfer_id = e.transfer_id and t.object_type = 'settlement'
     where ${of('e')} and e.account in ('fee_income', 'fee_tax_payable') group by 1, 2`, 'cleared',
    `select c.account as name, o.currency, sum(${minor('c.charged')}) as total from settlements s
       join recon_outcomes o on ${of('o')} and o.settlement_id = s.settlement_id and o.${holds} and o.side = 'a' and o.key ~ '^(payment|refund):'
       cross join lateral (values ('fee_income', o.fee), ('fee_tax_payable', o.tax)) c (account, charged)
       left join ${units} u on u.unit = o.currency where ${isClosed('s')} and not ${isWorded} group by 1, 2`, 'charged'),
  'each closing is posted once, and each reopening takes it back': `
    select s.settlement_id || ' is ' || s.state || ' with ' || coalesce(s.payout, s.computed) || ', booked ' || coalesce(t.total, 0) as detail
    from settlements s left join ${units} u on u.unit = s.currency
      left join (select t.object_ref, e.currency, sum(e.amount_minor) as total from ledger_transfers t
        join ledger_entries e on ${of('e')} and e.transfer_id = t.transfer_id and e.account like 'bank:%'
        where ${of('t')} and t.object_type = 'settlement' group by 1, 2) t on t.object_ref = s.settlement_id::text and t.currency = s.currency
      left join (${byWords}) w on w.settlement_id = s.settlement_id
    where ${of('s')} and coalesce(t.total, 0) + coalesce(w.total, 0) <> case when s.state = 'closed' and s.is_booked then ${minor('coalesce(s.payout, s.computed)')} else 0 end`,
  'a settlement is the sum of its lines': `
    select s.settlement_id || ' says ' || s.lines || ' lines and ' || s.computed || ', its records ' || count(o.key) || ' and ' || coalesce(sum(${netOf('o')}), 0) as detail
    from settlements s
      left join recon_outcomes o on ${of('o')} and o.msm_id = s.msm_id and o.side = 'b' and o.until_run = 2147483647 and o.data_source = s.data_source
        and o.batch = s.batch and o.batch <> '' and o.account_id = s.account and ${settledIn('o')} = s.currency and o.type <> 'payout'
    where ${of('s')} and s.state not in ('closed', 'reopened')
    group by s.settlement_id, s.lines, s.computed having count(o.key) <> s.lines or coalesce(sum(${netOf('o')}), 0) <> s.computed`,
} // prettier-ignore

/** Checks reconciliation of one merchant and environment. Every finding is a defect or a tampering. */
export function verifyRecon(database: Database, owner: Owner, { summaries = true } = {}): Promise<Finding[]> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  const check = async (tx: Transaction): Promise<Finding[]> => {
    const found: Finding[] = []
    const values = [owner.merchantId, owner.environment]
    // What never had a settlement is the ledger's own affair.
    const [first] = await tx.query(`select 1 as one from settlements where ${own} limit 1`, values)
    for (const [invariant, statement] of first ? Object.entries(reconInvariants) : [])
      for (const { detail } of await tx.query<{ detail: string }>(statement, values))
        found.push({ invariant, ...owner, detail })
    for (const { msm_id, by, day } of summaries ? await wrongSums({ tx, owner }) : [])
      found.push({
        invariant: 'every row of a summary is the sum of its records',
        ...owner,
        detail: `pair ${msm_id}, ${by} ${day}`,
      })
    return found
  }
  return database.transaction(scope, check, { readOnly: true })
}

/**
 * Every merchant and environment, one after the other. `known` has the answers and closings whose summaries were right; those are not added up
 * again. Rejects between two merchants once `signal` is aborted.
 */
export async function verifyAllRecon(database: Database, { known = new Map<string, string>(), signal }: { known?: Map<string, string>; signal?: AbortSignal } = {}): Promise<Finding[]> {
  const all: Finding[] = []
  for (const owner of await database.transaction(null, allScopes, { readOnly: true })) {
    signal?.throwIfAborted()
    const [of, answers] = [`${owner.merchantId} ${owner.environment}`, await answersOf(database, owner)]
    if (answers === '') continue
    const found = await verifyRecon(database, owner, { summaries: known.get(of) !== answers })
    if (found.length === 0) known.set(of, answers)
    else known.delete(of)
    all.push(...found)
  }
  return all
} // prettier-ignore

/** Which answers hold; empty without any. */
async function answersOf(database: Database, owner: Owner): Promise<string> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  const [found] = await database.transaction(scope, (tx) => tx.query<{ answers: string }>(
    `select coalesce(string_agg(concat_ws(':', msm_id, answer_run, closings), ' ' order by msm_id), '') as answers from recon_pairs where ${own} and answer_run > 0`,
    [owner.merchantId, owner.environment],
  ), { readOnly: true })
  return found?.answers ?? ''
} // prettier-ignore
