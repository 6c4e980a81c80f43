import type { Ctx } from '#server/kit/ctx.ts'
import { shadowOf, type Bringer } from './records.ts'

/**
 * The identities that are to be compared, of this connection and transaction alone, until they are. What puts rows into it and compares
 * them holds the turn of the source.
 */
export const createTouched = async (ctx: Ctx): Promise<void> =>
  void (await ctx.tx.query(
    `create temporary table if not exists recon_touched (identity uuid primary key) on commit drop`,
    [],
  ))

/** Touches what a reading has in common with other files. */
export const touchRepeated = (ctx: Ctx, { reconId, reading }: Bringer): Promise<unknown> =>
  ctx.tx.query(
    `insert into recon_touched select distinct identity from recon_records where merchant_id = $1 and environment = $2
       and recon_id = $3 and reading = $4 and bucket = 'repeated' on conflict do nothing`,
    [ctx.owner.merchantId, ctx.owner.environment, reconId, reading],
  )

/** Takes all records of a file's present reading out of count, and touches what other files or a later reading have in common with them. */
export async function takeOut(ctx: Ctx, file: Bringer, standing: 'withdrawn' | 'superseded'): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const values = [merchantId, environment, file.reconId, file.reading]
  await ctx.tx.query(
    `with own as materialized (select i.identity, exists (select 1 from recon_records o where o.merchant_id = $1
         and o.environment = $2 and o.identity = i.identity and o.recon_id <> $3) as is_shared
       from (select distinct identity from recon_records where merchant_id = $1 and environment = $2 and recon_id = $3
         and reading = $4) i)
     insert into recon_touched select identity from own where is_shared on conflict do nothing`,
    values,
  )
  await ctx.tx.query(
    `update recon_records set standing = $5, shadow = $6::bigint where merchant_id = $1 and environment = $2
       and recon_id = $3 and reading = $4`,
    [...values, standing, shadowOf(file)],
  )
}

/**
 * Decides which rows of the touched identities count. A source has the greatest number of equal rows of any one file; of different
 * contents of an identity those of the last file count, by the files' own periods and then by arrival, and what stood beside each
 * other in one file stays together. The outcome depends on the files alone, not on the order of their loading, unless that decides.
 */
export async function compareTouched(ctx: Ctx): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const [touched] = await ctx.tx.query('select from recon_touched limit 1', [])
  if (!touched) return
  // Temporary tables have no figures of their own until they are looked at, and are planned as if they were small.
  await ctx.tx.query('analyze recon_touched', [])
  await ctx.tx.query(`create temporary table recon_weighed on commit drop as ${weigh}`, owner)
  await ctx.tx.query('analyze recon_weighed', [])
  await ctx.tx.query(`create temporary table recon_judged on commit drop as ${judge}`, [])
  // What was just loaded is in no figures of the planner, which without a key may read all of these rows for each record.
  await ctx.tx.query('alter table recon_judged add primary key (recon_id, reading, row_no)', [])
  await ctx.tx.query('analyze recon_judged', [])
  // Records that stop to count make room before others begin to.
  await ctx.tx.query(demote, owner)
  await ctx.tx.query(promote, owner)
  await ctx.tx.query(recount, owner)
  await ctx.tx.query('drop table recon_weighed, recon_judged, recon_touched', [])
}

/** The rows of each touched identity in the present readings of files that are not withdrawn, with the order of their files. */
const weigh = `select r.recon_id, r.reading, r.row_no, r.identity, r.content, r.occurrence, r.standing, r.bucket, f.file_no,
    f.file_no * 1000::bigint + r.reading as own_shadow,
    dense_rank() over (order by coalesce(f.period_to, '-infinity'), coalesce(f.period_from, '-infinity'), f.file_no) as turn
  from recon_touched t
    join recon_records r on r.merchant_id = $1 and r.environment = $2 and r.identity = t.identity
    join recon_files f on f.merchant_id = $1 and f.environment = $2 and f.recon_id = r.recon_id and f.reading = r.reading
  where r.standing <> 'withdrawn'`

const judge = `with said as (
    select identity, content, max(turn) as last, array_agg(distinct turn) as turns from recon_weighed group by identity, content
  ), dead as (
    select distinct a.identity, a.content from said a join said b on b.identity = a.identity and b.content <> a.content
    where b.last > a.last and not a.turns && b.turns
  ), placed as (
    select w.*, d.identity is not null as is_dead,
      row_number() over (partition by w.identity, w.content, w.occurrence order by (w.standing = 'current') desc, w.file_no) as place,
      exists (select 1 from dead o where o.identity = w.identity) as has_dead
    from recon_weighed w left join dead d on d.identity = w.identity and d.content = w.content
  )
  select recon_id, reading, row_no, standing as was, bucket as was_in,
    own_shadow, case when is_dead then 'superseded' when place = 1 then 'current' else 'repeated' end as standing,
    case when is_dead and bucket = 'repeated' then 'restated'
      when is_dead then bucket
      when place > 1 then 'repeated'
      when bucket <> 'repeated' then bucket
      when has_dead then 'restated' else 'loaded' end as bucket
  from placed`

const change = `update recon_records r set standing = j.standing, bucket = j.bucket,
    shadow = case when j.standing = 'current' then 0 else j.own_shadow end
  from recon_judged j
  where r.merchant_id = $1 and r.environment = $2 and r.recon_id = j.recon_id and r.reading = j.reading and r.row_no = j.row_no
    and (j.standing <> j.was or j.bucket <> j.was_in)`
const demote = `${change} and j.standing <> 'current'`
const promote = `${change} and j.standing = 'current'`

/** The counts of the files whose rows ended in another bucket. */
const recount = `update recon_files f set loaded = f.loaded + c.loaded, repeated = f.repeated + c.repeated,
    restated = f.restated + c.restated
  from (select recon_id,
      count(*) filter (where bucket = 'loaded') - count(*) filter (where was_in = 'loaded') as loaded,
      count(*) filter (where bucket = 'repeated') - count(*) filter (where was_in = 'repeated') as repeated,
      count(*) filter (where bucket = 'restated') - count(*) filter (where was_in = 'restated') as restated
    from recon_judged where bucket <> was_in group by recon_id) c
  where f.merchant_id = $1 and f.environment = $2 and f.recon_id = c.recon_id`

/** What a file's own earlier reading read differently is restated, and what it read alike is as it was. Index: primary key. */
export const restateReading = (ctx: Ctx, file: Bringer, before: number): Promise<unknown> =>
  ctx.tx.query(
    `update recon_records r set bucket = case when o.content = r.content then o.bucket else 'restated' end
     from recon_records o where r.merchant_id = $1 and r.environment = $2 and r.recon_id = $3 and r.reading = $4
       and o.merchant_id = $1 and o.environment = $2 and o.recon_id = $3 and o.reading = $5 and o.row_no = r.row_no
       and r.standing = 'current' and r.bucket <> case when o.content = r.content then o.bucket else 'restated' end`,
    [ctx.owner.merchantId, ctx.owner.environment, file.reconId, file.reading, before],
  )

/** How many records of a reading are in each bucket. Index: primary key. */
export async function countBuckets(
  ctx: Ctx,
  { reconId, reading }: Bringer,
): Promise<{ loaded: number; repeated: number; restated: number }> {
  const rows = await ctx.tx.query<{ bucket: 'loaded' | 'repeated' | 'restated'; count: bigint }>(
    `select bucket, count(*) as count from recon_records where merchant_id = $1 and environment = $2 and recon_id = $3 and reading = $4
     group by bucket`,
    [ctx.owner.merchantId, ctx.owner.environment, reconId, reading],
  )
  const counts = { loaded: 0, repeated: 0, restated: 0 }
  for (const { bucket, count } of rows) counts[bucket] = Number(count)
  return counts
}

/** Files of one source are loaded and withdrawn one after the other. False when another has the turn. */
export async function takeSourceTurn(ctx: Ctx, dataSource: string): Promise<boolean> {
  const [row] = await ctx.tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1 || $2 || $3, ${sourceTurn})) as taken`,
    [ctx.owner.merchantId, ctx.owner.environment, dataSource],
  )
  return row?.taken === true
}
const sourceTurn = 7_246_371

/** Whether a source has records of other files. Index: recon_files_of_source. */
export async function hasOthers(ctx: Ctx, { dataSource, reconId }: Bringer): Promise<boolean> {
  const found = await ctx.own
    .select('recon_files')
    .select('recon_id')
    .where('data_source', '=', dataSource)
    .where('recon_id', '<>', reconId)
    .where('reading', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
