import type { Ctx } from '#server/kit/ctx.ts'

const columns = ['version', 'weekend', 'country', 'holidays', 'updated_by', 'updated_at'] as const
/** What holds while nobody has set anything. */
const untouched = { version: 0, weekend: [6, 7], country: '', holidays: {}, updated_by: '', updated_at: null } as const

/** The calendar as it is kept. Index: primary key. */
export async function readKept(ctx: Ctx): Promise<Kept> {
  const found = await ctx.own.select('recon_calendars').select(columns).executeTakeFirst()
  return found ?? { ...untouched, weekend: [...untouched.weekend] }
}
export interface Kept {
  version: number
  weekend: number[]
  country: string
  holidays: Readonly<Record<string, string>>
  updated_by: string
  updated_at: Date | null
}
