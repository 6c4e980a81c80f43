import { sql } from 'kysely'
import { matchedTypes } from '#contract/recon-outcomes.ts'
import type { RuleReference } from '#contract/recon-rule-shapes.ts'
import { netOf, settledIn } from '#server/settlements/sums.ts'
import { ownRecords } from '#server/recon-sources/own-records.ts'
import { cutReferences } from './cut-references.ts'
import { namesOfChannel, ownPeriodFrom, ownPeriodTo } from './own-range.ts'
import { ownerOf, type Run } from './run.ts'

/** Puts all open records of both sides into `work_records`. What belongs to a closed settlement is not open. */
export async function stage(run: Run): Promise<number> {
  const { a } = run.sources
  if (a.category === 'PAYMENT_GATEWAY') await stageOwn(run)
  else await stageRead(run, 'a')
  await stageRead(run, 'b')
  if (run.leg === 'bank') await turnPayouts(run)
  await tellTwinsApart(run)
  await run.ctx.tx.query('analyze work_records (n, side, kind, unit, provider_key, merchant_key)', [])
  await knowUnits(run)
  const [found] = await run.ctx.tx.query<{ count: number }>('select count(*)::integer as count from work_records', [])
  return found?.count ?? 0
}

/** A code that is no currency of ISO 4217 has two decimals. */
const knowUnits = ({ ctx, tolerance }: Run): Promise<unknown> =>
  ctx.tx.query(
    `insert into work_units select distinct c.unit, 2, trunc($1::numeric, 2)
     from (select distinct unit, net_currency from work_records) r cross join lateral (values (r.unit), (r.net_currency)) c (unit)
     where c.unit <> '' on conflict do nothing`,
    [tolerance],
  )

/** A reference as it is compared: after NFKC, without blanks around it. */
const keyOf = (column: string): string =>
  `btrim(case when octet_length(${column}) = length(${column}) then ${column} else normalize(${column}, nfkc) end, e' \\t\\r\\n')`
/** Closed records before the first open day are not looked for: there is nothing open beside them. */
const isOpen = (side: 'a' | 'b', key: string, from: string): string =>
  `not exists (select 1 from recon_outcomes c where c.merchant_id = $1 and c.environment = $2 and c.msm_id = $3 and c.side = '${side}'
     and c.key = ${key} and c.until_run = 2147483647 and c.settlement_id is not null and (${from}::date is null or c.day is null or c.day >= ${from}))`

async function stageOwn(run: Run): Promise<void> {
  const { ctx, sources, msmId } = run
  const [merchantId, environment] = ownerOf(run)
  const { channel_key: channelKey, data_source: source } = sources.a
  const range = {
    channelKey,
    names: await namesOfChannel(ctx, channelKey),
    from: ownPeriodFrom(run),
    to: ownPeriodTo(run),
  }
  const amount = (column: string) => sql.raw(`round(o.${column} / power(10::numeric, u.exponent), u.exponent)`)
  const day = (zone: string) => sql`(o.at at time zone ${zone})::date`
  await sql`insert into work_records (n, side, key, natural_key, data_source, type, at, day, due_from, gross, currency, fee, tax, passed_on, net,
      net_currency, provider_ref, merchant_ref, parent_ref, method, account_id, batch, country, brand_id, marketplace_id, sku_id, quantity,
      marks, kind, unit, amount, is_net, sku, provider_key, merchant_key, other_key)
    select row_number() over (), 'a', o.identity, concat_ws(':', o.type, o.merchant_ref, o.provider_ref, o.amount_minor, o.currency), ${source},
      o.type, o.at, ${day(run.zone)}, ${day(run.providerZone)}, ${amount('amount_minor')}, o.currency, ${amount('fee_minor')},
      ${amount('tax_minor')}, 0, null, '', o.provider_ref, o.merchant_ref, o.parent_ref, o.method, '', '', o.country, '', '', '', '', '{}',
      o.type, o.currency, ${amount('amount_minor')}, false, '', ${sql.raw(keyOf('o.provider_ref'))}, ${sql.raw(keyOf('o.merchant_ref'))},
      ${sql.raw(keyOf('o.parent_ref'))}
    from (select * from (${ownRecords(ctx, range)}) o
      where not exists (select 1 from recon_outcomes c where c.merchant_id = ${merchantId} and c.environment = ${environment}
        and c.msm_id = ${msmId} and c.side = 'a' and c.key = o.identity and c.until_run = 2147483647 and c.settlement_id is not null
        and (${run.openFrom}::date is null or c.day is null or c.day >= ${run.openFrom}))) o
      join work_units u on u.unit = o.currency`.execute(ctx.db)
}

/** The reference of a record that was read, by which its fee was checked too. */
const refOf = `replace(r.identity::text, '-', '') || '.' || left(replace(r.content::text, '-', ''), 16) || '.' || r.occurrence`

/** How records of a leg and side are matched: their kind, their amount and its currency. */
const matchedAs = {
  settlement: {
    kind: `case when r.type = any ($8::text[]) then r.type else '' end`,
    unit: `coalesce(nullif(r.currency, ''), r.net_currency)`,
    amount: `coalesce(r.gross, r.net, 0)`,
  },
  // A payout is money that leaves the provider, and comes in at the bank.
  payouts: {
    kind: `case when r.type = 'payout' then 'payout' when cardinality($8::text[]) = 0 then '' else '' end`,
    unit: `coalesce(nullif(r.net_currency, ''), r.currency)`,
    amount: `-coalesce(r.net, r.gross, 0)`,
  },
  credits: {
    kind: `case when cardinality($8::text[]) > 0 and coalesce(r.gross, r.net, 0) > 0 then 'payout' else '' end`,
    unit: `coalesce(nullif(r.currency, ''), r.net_currency)`,
    amount: `coalesce(r.gross, r.net, 0)`,
  },
}

async function stageRead(run: Run, side: 'a' | 'b'): Promise<void> {
  const { ctx, leg, msmId, sources, zone, providerZone, openFrom } = run
  const source = sources[side]
  const as = leg === 'settlement' ? matchedAs.settlement : side === 'a' ? matchedAs.payouts : matchedAs.credits
  const cut = await cutReferences(run)
  const values: unknown[] = [...ownerOf(run), msmId, source.data_source, zone, providerZone, openFrom, matchedTypes]
  const place = (value: unknown) => `$${values.push(value)}`
  const reference = (name: RuleReference): string =>
    cut[name].length === 0
      ? keyOf(`r.${name}`)
      : `case when r.recon_id = any (${place(cut[name])}::uuid[]) then '' else ${keyOf(`r.${name}`)} end`
  const isOnlyPayouts = leg === 'bank' && side === 'a'
  // The provider's own day of a transaction of ours is that of the line which settles it.
  const isOwn = leg === 'settlement' && side === 'a'
  await ctx.tx.query(
    `insert into work_records
     select (select count(*) from work_records) + row_number() over (), '${side}', k.key, k.key, r.data_source, r.recon_id, r.reading, r.row_no,
       r.type, r.at, k.day, ${isOwn ? 'null::date' : 'r.booked_on'}, coalesce((r.at at time zone $6)::date, r.booked_on),
       r.gross, r.currency, r.fee, r.tax, r.passed_on, r.net, r.net_currency, r.rate, r.provider_ref, r.merchant_ref, r.parent_ref, r.method,
       r.account_id, r.batch, r.country, r.brand_id, r.marketplace_id, r.sku_id, r.quantity, r.marks,
       ${as.kind}, ${as.unit}, ${as.amount}, ${leg === 'settlement' ? 'r.gross is null' : 'false'}, ${run.isSku ? 'r.sku_id' : "''"},
       ${reference('provider_ref')}, ${reference('merchant_ref')}, ${reference('other_ref')},
       ${side === 'b' ? `c.expected_fee, c.expected_tax, c.plan_id` : 'null, null, null'}
     from recon_files f
       join recon_records r on r.merchant_id = $1 and r.environment = $2 and r.recon_id = f.recon_id and r.standing = 'current'
       cross join lateral (select ${refOf} as key, coalesce((r.at at time zone $5)::date, r.booked_on) as day) k
       ${side === 'b' ? checks : ''}
     where f.merchant_id = $1 and f.environment = $2 and f.data_source = $4 and f.status = 'Success'
       and ($7::date is null or f.period_to is null or f.period_to >= $7)
       and ($7::date is null or k.day is null or k.day >= $7)
       ${isOnlyPayouts ? `and r.type = 'payout'` : ''} and ${isOpen(side, 'k.key', '$7')}`,
    values,
  )
}
const checks = `left join fee_checks c on c.merchant_id = $1 and c.environment = $2 and c.check_ref = k.key
  and c.outcome in ('exact', 'within', 'mismatch')`

/**
 * A payout is read as money paid out. That of a batch of less than nothing is money that the provider takes from the bank. Of what leaves the
 * bank, only that is the provider's which has the reference or the amount of such a payout; the rest is the merchant's other spending.
 */
async function turnPayouts(run: Run): Promise<void> {
  await run.ctx.tx.query(
    `update work_records p set amount = -p.amount
     from (select r.recon_id, r.batch, r.account_id, ${settledIn('r')} as unit from recon_records r
       where r.merchant_id = $1 and r.environment = $2 and r.standing = 'current' and r.batch <> '' and r.type <> 'payout'
         and r.recon_id in (select f.recon_id from work_records f where f.side = 'a' and f.batch <> '')
       group by 1, 2, 3, 4 having sum(${netOf('r')}) < 0) b
     where p.side = 'a' and p.recon_id = b.recon_id and p.batch = b.batch and p.account_id = b.account_id and p.unit = b.unit and p.amount > 0`,
    ownerOf(run),
  )
  await run.ctx.tx.query(
    `update work_records d set kind = 'payout' from work_records p
     where d.side = 'b' and d.kind = '' and d.amount < 0 and p.side = 'a' and p.amount < 0 and p.unit = d.unit
       and (p.amount = d.amount or p.provider_key <> '' and p.provider_key in (d.provider_key, d.merchant_key, d.other_key))`,
    [],
  )
}

/** Own transactions that are the same by all that others know of them are counted in order of time. */
const tellTwinsApart = ({ ctx }: Run): Promise<unknown> =>
  ctx.tx.query(
    `with twins as (select natural_key from work_records where side = 'a' group by natural_key having count(*) > 1)
     update work_records r set natural_key = r.natural_key || '#' || t.nth
     from (select w.n, row_number() over (partition by w.natural_key order by w.at, w.key) as nth
       from work_records w join twins on twins.natural_key = w.natural_key where w.side = 'a') t
     where t.n = r.n`,
    [],
  )
