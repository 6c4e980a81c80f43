import { Client } from 'pg'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { addToSums } from '#server/recon-records/sums.ts'
import { servicesOf } from '#server/services.ts'
import { moveOpenFrom } from '#server/settlements/open-from.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Pairs of a transaction and its line, numbered from `from` to `to`, on days from `firstDay` on. */
export interface ReconPairs {
  from: number
  to: number
  firstDay: string
  days: number
}
export const [sourceA, sourceB] = ['BENCH_TXN', 'BENCH']
/** Whom some of the exceptions belong to. */
export const exceptionOwner = '00000000-0000-4000-8000-000000000001'

export const clearRecon = (ownerUrl: string) =>
  asOwner(
    ownerUrl,
    `truncate recon_files, recon_file_parts, recon_rows, recon_records, recon_proofs, recon_outcomes, recon_sums, recon_delays, recon_runs,
       recon_owners, settlements, recon_pairs, recon_sources cascade`,
  ) // prettier-ignore

/** Two sources and their pair. */
export async function addReconPair(ownerUrl: string, merchantId: string): Promise<void> {
  const source = `insert into recon_sources values ($1, 'sandbox', $2, $3, 'SIMULATOR', '', false, now(), '')`
  await asOwner(ownerUrl, source, [merchantId, sourceA, 'MERCHANT'])
  await asOwner(ownerUrl, source, [merchantId, sourceB, 'PSP'])
  await asOwner(
    ownerUrl,
    `insert into recon_pairs (merchant_id, environment, msm_id, leg, source_a, source_b, created_at)
     values ($1, 'sandbox', 1, 'settlement', $2, $3, now())`,
    [merchantId, sourceA, sourceB],
  )
}

/** A first run that is done and has said what became of the closed records: all before the day `openFrom`. */
export async function answerUntil(ownerUrl: string, merchantId: string, openFrom: string): Promise<void> {
  await beginReconRun(ownerUrl, merchantId, 1)
  await asOwner(ownerUrl, `update recon_runs set status = 'done', finished_at = now() where merchant_id = $1`, [merchantId]) // prettier-ignore
  await asOwner(ownerUrl, 'update recon_pairs set answer_run = 1, open_from = $2 where merchant_id = $1', [merchantId, openFrom]) // prettier-ignore
}

/** A run of the pair, which is for today or for the day `asOf`. */
export async function beginReconRun(ownerUrl: string, merchantId: string, runNo: number, asOf?: string): Promise<void> {
  await asOwner(ownerUrl, 'update recon_pairs set last_run = $2 where merchant_id = $1', [merchantId, runNo])
  await asOwner(
    ownerUrl,
    `insert into recon_runs (merchant_id, environment, msm_id, run_no, run_id, status, causes, as_of, rules_version, tolerance, asked_by,
       asked_at, begun_at)
     values ($1, 'sandbox', 1, $2, gen_random_uuid(), 'running', '[]', coalesce($3::date, current_date), 0, 0, '', now(), now())`,
    [merchantId, runNo, asOf ?? null],
  )
}

/** Records as files of each day and source have them, read and loaded. */
export async function addRecords(ownerUrl: string, merchantId: string, pairs: ReconPairs): Promise<void> {
  const { from, to, firstDay, days } = pairs
  await asOwner(ownerUrl, records, [merchantId, from, to, firstDay, days])
  await asOwner(ownerUrl, files, [merchantId])
}

/** Records of settlements that are closed, and what the first run said of them, added up by the product itself. */
export async function addClosed(ownerUrl: string, merchantId: string, pairs: ReconPairs): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'`)
    await client.query('begin')
    await withoutIndexes(client, ['recon_records', 'recon_outcomes'], async () => {
      const { from, to, firstDay, days } = pairs
      await client.query(records, [merchantId, from, to, firstDay, days])
      await client.query(outcomes, [merchantId])
    })
    await client.query(files, [merchantId])
    await client.query(owners, [merchantId, exceptionOwner])
    await client.query('commit')
  } finally {
    await client.end()
  }
  await asOwner(ownerUrl, 'vacuum analyze recon_records, recon_outcomes, recon_files, recon_owners')
  await inProduct(ownerUrl, merchantId, (ctx) => addToSums(ctx, { msmId: 1, runNo: 1 }))
}

/** Says from which day on something is open, as the last closing did. */
export const sayOpenFrom = (ownerUrl: string, merchantId: string): Promise<void> =>
  inProduct(ownerUrl, merchantId, (ctx) => moveOpenFrom(ctx, 1))

async function inProduct(
  ownerUrl: string,
  merchantId: string,
  work: Parameters<typeof ownTransaction<void>>[3],
): Promise<void> {
  const parts = await partsOf(ownerUrl)
  const database = openDatabase(parts.databaseUrl, { name: 'bench', most: 1, statementMs: 600_000 })
  const owner = { merchantId, environment: 'sandbox' } as const
  await ownTransaction({ database, services: servicesOf(parts), now: () => new Date() }, owner, { requestId: 'bench' }, work) // prettier-ignore
  await database.close()
}

/** Of 200 lines one has another amount; of 1,000 open transactions one has no line yet. */
const records = `
  insert into recon_records (merchant_id, environment, recon_id, reading, row_no, shadow, occurrence, identity, content, standing, bucket, type,
    data_source, at, booked_on, at_text, zone, merchant_ref, provider_ref, other_ref, parent_ref, gross, currency, fee, tax, passed_on, net,
    net_currency, batch, method, account_id, country, brand_id, marketplace_id, sku_id, quantity, status_word, marks)
  select $1, 'sandbox', md5(s.side || d.day)::uuid, 1, n, 0, 1, md5(s.side || n)::uuid, md5('content ' || s.side || n)::uuid, 'current', 'loaded',
    case when m.sign < 0 then 'refund' else 'payment' end, s.source, d.day::timestamp at time zone 'UTC' + (n % 14 + 1) * interval '1 hour',
    case when s.side = 'b' then d.day end, '', '', 'ORDER-' || n, 'pay_' || md5('ref ' || n), '', '', m.gross, m.currency, 0.5, 0.04, 0,
    m.gross - 0.54, m.currency, case when s.side = 'b' then 'B' || d.day else '' end, case when n % 3 = 0 then 'paynow' else 'card' end, '',
    (array['SG', 'MY', 'ID', 'TH', 'VN'])[n % 5 + 1], '', '', '', '', '', '{}'
  from generate_series($2::bigint, $3::bigint) n
    cross join (values ('a', '${sourceA}'), ('b', '${sourceB}')) s (side, source)
    cross join lateral (select $4::date + ((n - $2) * $5 / ($3 - $2 + 1))::integer as day) d
    cross join lateral (select case when n % 25 = 24 then -1 else 1 end as sign) g
    cross join lateral (select g.sign, case when n % 4 = 0 then 'USD' else 'EUR' end as currency,
      g.sign * (1 + (n * 37) % 99999) / 100.0 + case when s.side = 'b' and n % 200 = 0 then 1 else 0 end as gross) m
  where not (s.side = 'b' and n % 1000 = 7)`

const files = `
  insert into recon_files (merchant_id, environment, recon_id, file_no, file_key, original_file_name, channel_key, file_type, data_source, way,
    status, size_bytes, parts, digest, reading, rows, loaded, period_from, period_to, created_at, created_by, begun_at, finished_at, updated_at)
  select $1, 'sandbox', r.recon_id, known.files + row_number() over (order by r.day, r.data_source), 'FILE-' || r.recon_id, r.day || '.csv',
    'SIMULATOR', case when r.data_source = '${sourceB}' then 'recon' else 'transaction' end, r.data_source, 'sftp', 'Success', 100 * r.lines, 1,
    md5(r.recon_id::text), 1, r.lines, r.lines, r.day, r.day, r.day, '', r.day, r.day, r.day
  from (select recon_id, data_source, min(at at time zone 'UTC')::date as day, count(*) as lines from recon_records where merchant_id = $1
      group by recon_id, data_source) r,
    (select count(*) as files from recon_files where merchant_id = $1) known
  where not exists (select 1 from recon_files f where f.merchant_id = $1 and f.recon_id = r.recon_id)`

/** Of 100 matches one is an exception that is still looked at, as settlements may be closed by two people with some. */
const outcomes = `
  insert into recon_outcomes (merchant_id, environment, msm_id, side, key, from_run, data_source, recon_id, reading, row_no, type, at, day,
    booked_on, gross, currency, fee, tax, passed_on, net, net_currency, provider_ref, merchant_ref, method, account_id, batch, country, brand_id,
    marketplace_id, sku_id, quantity, status, mismatches, group_id, is_lead, rule_key, rules_version, amount_off, fee_off, tax_off, days_off,
    tolerated, evidence, is_open, settlement_id, said)
  select $1, 'sandbox', 1, s.side, replace(r.identity::text, '-', '') || '.' || left(replace(r.content::text, '-', ''), 16) || '.' || r.occurrence,
    1, r.data_source, r.recon_id, r.reading, r.row_no, r.type, r.at, s.day, s.day, r.gross, r.currency, r.fee, r.tax, 0, r.net, r.net_currency,
    r.provider_ref, r.merchant_ref, r.method, '', r.batch, r.country, '', '', '', '', o.status,
    case o.status when 'matched' then '{}'::text[] else array[case o.status when 'date_shift' then 'date' else split_part(o.status, '_', 1) end] end,
    md5('group ' || r.row_no)::uuid, s.side = 'a', 'provider_ref', 0, case when s.side = 'a' and o.status = 'amount_mismatch' then 1 else 0 end,
    0, 0, 0, 0, '{}', r.row_no % 100 = 0, md5('settlement ' || s.day)::uuid, r.content
  from recon_records r
    cross join lateral (select case r.data_source when '${sourceA}' then 'a' else 'b' end as side, (r.at at time zone 'UTC')::date as day) s
    cross join lateral (select case when r.row_no % 200 = 0 then 'amount_mismatch' when r.row_no % 200 in (50, 100) then 'fee_mismatch'
      when r.row_no % 200 = 150 then 'date_shift' when r.row_no % 1000 = 2 then 'tax_mismatch' else 'matched' end as status) o
  where r.merchant_id = $1`

const owners = `
  insert into recon_owners (merchant_id, environment, msm_id, group_id, owner_id, owner_name, assigned_by, assigned_at)
  select $1, 'sandbox', 1, group_id, $2, 'Owner', '', now() from recon_outcomes
  where merchant_id = $1 and is_open and is_lead and row_no % 2000 = 0`
