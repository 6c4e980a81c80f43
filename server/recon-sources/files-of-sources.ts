import type { Ctx } from '#server/kit/ctx.ts'
import type { Period } from './own-records.ts'

interface LastFile {
  recon_id: string
  file_name: string
  status: string
  created_at: Date
}

/** The channels for whose settlements a mapping in use says how they are read. */
export async function readBySettlements(ctx: Ctx): Promise<ReadonlySet<string>> {
  const newest = await ctx.own
    .select('recon_mappings')
    .select(['channel_key', 'is_enabled'])
    .distinctOn('mapping_id')
    .where('file_type', '=', 'recon')
    .orderBy('mapping_id')
    .orderBy('version', 'desc')
    .execute()
  return new Set(newest.filter(({ is_enabled }) => is_enabled).map(({ channel_key }) => channel_key))
}

/** The first and last day of the records of each source that files bring. Index: recon_files_of_source. */
export async function filePeriods(ctx: Ctx): Promise<Map<string, Period>> {
  const rows = await ctx.own
    .select('recon_files')
    .select(({ fn }) => ['data_source', fn.min('period_from').as('from'), fn.max('period_to').as('to')])
    .where('status', '=', 'Success')
    .where('withdrawn_at', 'is', null)
    .where('period_from', 'is not', null)
    .groupBy('data_source')
    .execute()
  return new Map(
    rows.flatMap(({ data_source, from, to }) =>
      from && to ? [[data_source, { from: dayOf(from), to: dayOf(to) }]] : [],
    ),
  )
}
/** A day of the database, which comes as a text or as its midnight. */
const dayOf = (day: Date | string): string => (day instanceof Date ? day.toISOString() : day).slice(0, 10)

/** The newest file of each channel. Index: recon_files_of_channel. */
export async function lastFiles(ctx: Ctx): Promise<Map<string, LastFile>> {
  const rows = await ctx.own
    .select('recon_files')
    .select(['channel_key', 'recon_id', 'original_file_name as file_name', 'status', 'created_at'])
    .distinctOn('channel_key')
    .where('channel_key', '<>', '')
    .orderBy('channel_key')
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map(({ channel_key, ...file }) => [channel_key, file]))
}

/** When the schedules of each channel's sources look next. */
export const nextLooks = (_ctx: Ctx): Promise<Map<string, Date>> => Promise.resolve(new Map())
