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

/** The first and last day of the records of each source that files bring. */
export const filePeriods = (_ctx: Ctx): Promise<Map<string, Period>> => Promise.resolve(new Map())
/** The newest file of each channel. */
export const lastFiles = (_ctx: Ctx): Promise<Map<string, LastFile>> => Promise.resolve(new Map())
/** When the schedules of each channel's sources look next. */
export const nextLooks = (_ctx: Ctx): Promise<Map<string, Date>> => Promise.resolve(new Map())
