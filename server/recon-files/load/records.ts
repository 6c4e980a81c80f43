import { insertFrom } from '#server/db/engine/insert-from.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { leftOutColumns, recordColumns, type ProofLine } from './frames.ts'

/** The reading of a file that brings rows. */
export interface Bringer {
  reconId: string
  reading: number
  fileNo: number
  dataSource: string
}

/** The number of records of a reading that do not count: of no other reading of any file. */
export const shadowOf = ({ fileNo, reading }: Pick<Bringer, 'fileNo' | 'reading'>): bigint =>
  BigInt(fileNo) * 1_000n + BigInt(reading)

/**
 * Tables for the lines of one file, which only this connection sees and which are gone with its transaction: PostgreSQL copies into
 * no table with row-level security (decision 110).
 */
export async function createLoading(ctx: Ctx): Promise<void> {
  for (const create of [
    `create temporary table recon_loading on commit drop as select ${recordColumns.join(', ')} from recon_records with no data`,
    `create temporary table recon_left_out on commit drop as select ${leftOutColumns.join(', ')} from recon_rows with no data`,
  ])
    await ctx.tx.query(create, [])
}

/**
 * Takes the lines of some records. One whose identity another file has too is kept as repeated until all are there and compared;
 * `isFirst` says that the source has no other file.
 */
export async function insertRecords(
  ctx: Ctx,
  { reconId, reading, fileNo, dataSource }: Bringer,
  { lines, isFirst }: { lines: readonly Buffer[]; isFirst: boolean },
): Promise<void> {
  const { merchantId, environment } = ctx.owner
  await ctx.tx.copyIn(`copy recon_loading (${recordColumns.join(', ')}) from stdin`, lines)
  const values = [merchantId, environment, reconId, reading, dataSource]
  await insertFrom(ctx.tx, {
    table: 'recon_records',
    columns: [
      'merchant_id',
      'environment',
      'recon_id',
      'reading',
      'data_source',
      ...recordColumns,
      'shadow',
      'standing',
      'bucket',
    ],
    ...(isFirst
      ? { select: firstOnes, values }
      : { select: compared, values: [...values, shadowOf({ fileNo, reading })] }),
  })
  await ctx.tx.query('truncate recon_loading', [])
}
/** Two providers may use the same references: a record is itself within its source. */
const within = (identity: string) => `md5($5::text || '|' || ${identity}::text)::uuid`
const own = recordColumns.map((name) => (name === 'identity' ? within('b.identity') : `b.${name}`)).join(', ')
const given = `select $1::uuid, $2::text, $3::uuid, $4::integer, $5::text, ${own},`
const firstOnes = `${given} 0, 'current', 'loaded' from recon_loading b`
// Each identity is looked for once: of many equal rows every look would pass by all those that this file has already.
const compared = `with seen as materialized (select i.identity, exists (select 1 from recon_records r
      where r.merchant_id = $1 and r.environment = $2 and r.identity = ${within('i.identity')} and r.recon_id <> $3) as at
    from (select distinct identity from recon_loading) i)
  ${given} case when seen.at then $6::bigint else 0 end,
    case when seen.at then 'repeated' else 'current' end, case when seen.at then 'repeated' else 'loaded' end
  from recon_loading b join seen on seen.identity = b.identity`

/** Takes the lines of rows that became no records. */
export async function insertLeftOut(
  ctx: Ctx,
  { reconId, reading }: Pick<Bringer, 'reconId' | 'reading'>,
  lines: readonly Buffer[],
): Promise<void> {
  await ctx.tx.copyIn(`copy recon_left_out (${leftOutColumns.join(', ')}) from stdin`, lines)
  await insertFrom(ctx.tx, {
    table: 'recon_rows',
    columns: ['merchant_id', 'environment', 'recon_id', 'reading', ...leftOutColumns],
    select: `select $1::uuid, $2::text, $3::uuid, $4::integer, ${leftOutColumns.join(', ')} from recon_left_out`,
    values: [ctx.owner.merchantId, ctx.owner.environment, reconId, reading],
  })
  await ctx.tx.query('truncate recon_left_out', [])
}

/** Keeps what a file proves. */
export async function insertProofs(
  ctx: Ctx,
  { reconId, reading }: Pick<Bringer, 'reconId' | 'reading'>,
  proofs: readonly ProofLine[],
): Promise<void> {
  for (let from = 0; from < proofs.length; from += proofsAtOnce) {
    const rows = proofs.slice(from, from + proofsAtOnce).map(({ brokenAt, parts, ...proof }, at) => ({
      ...proof,
      recon_id: reconId,
      reading,
      place: from + at,
      broken_at: brokenAt,
      parts: JSON.stringify(parts),
    }))
    await ctx.own.insert('recon_proofs', rows).execute()
  }
}
const proofsAtOnce = 500

/** The first of an identity that stands twice in its file is marked as the later ones are. Index: recon_records_identity. */
export const markTwice = (ctx: Ctx, { reconId, reading }: Bringer): Promise<unknown> =>
  ctx.tx.query(
    `with twice as materialized (select distinct t.identity from recon_records t where t.merchant_id = $1 and t.environment = $2
       and t.recon_id = $3 and t.reading = $4 and 'identity_twice' = any (t.marks))
     update recon_records r set marks = r.marks || '{identity_twice}' from twice where r.merchant_id = $1 and r.environment = $2
       and r.identity = twice.identity and r.recon_id = $3 and r.reading = $4 and not 'identity_twice' = any (r.marks)`,
    [ctx.owner.merchantId, ctx.owner.environment, reconId, reading],
  )
