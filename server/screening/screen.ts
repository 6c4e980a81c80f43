import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { ScreeningMatch, ScreeningState } from '#contract/screening.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { openMatcher, type Entry } from './matcher.ts'

/**
 * Has a beneficiary compared with the operator's lists, after the commit; until then its payouts are held. Without a list it is
 * `NOT_SCREENED`, which holds nothing and clears nobody.
 */
export async function screen(ctx: Ctx, beneficiaryUuid: string): Promise<ScreeningState> {
  const isOn = (await listsOf(ctx)).version > 0
  const screening = isOn ? 'WAITING' : 'NOT_SCREENED'
  await ctx.own.update('beneficiaries').set({ screening }).where('beneficiary_uuid', '=', beneficiaryUuid).execute()
  if (isOn) ctx.enqueue(screenBeneficiary, { beneficiaryUuid })
  return screening
}

/** The entries of the operator's lists that one of these names may be of, by the lists as they are; none without a list. */
export async function matchesOf(ctx: Ctx, names: readonly string[]): Promise<ScreeningMatch[]> {
  const { entries, version } = await listsOf(ctx)
  if (entries === 0) return []
  return merged(names.flatMap(await matcherOf(ctx, version)))
}

/** How often lists were changed, and how many entries there are. */
async function listsOf(ctx: Ctx): Promise<{ version: number; entries: number }> {
  const [row] = await ctx.tx.query<{ version: string; entries: string }>(
    `select version, (select coalesce(sum(entries), 0) from screening_lists) as entries from screening_state`,
    [],
  )
  return { version: Number(row?.version ?? 0), entries: Number(row?.entries ?? 0) }
}

/** Compares a beneficiary with the lists as they are. After a change of the lists the sweep asks for everybody again. */
export const screenBeneficiary = job({
  name: 'screen-beneficiary',
  data: z.object({ merchantId: z.uuid(), environment, beneficiaryUuid: z.string() }),
  overdue: {
    key: 'beneficiaryUuid',
    list: async (ctx) => (await listOlder(ctx)).map((beneficiaryUuid) => ({ beneficiaryUuid })),
  },
  async work(ctx, { beneficiaryUuid }) {
    const row = await ctx.own
      .select('beneficiaries')
      .select(['name', 'screening', 'screening_matches'])
      .where('beneficiary_uuid', '=', beneficiaryUuid)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const lists = await listsOf(ctx)
    const names = await ctx.own
      .select('beneficiary_accounts')
      .select('account_name')
      .where('beneficiary_uuid', '=', beneficiaryUuid)
      .where('active', '=', true)
      .execute()
    const matches = await matchesOf(ctx, [row.name, ...names.map(({ account_name }) => account_name)])
    const screening = lists.entries === 0 ? 'NOT_SCREENED' : stateOf(row, matches)
    await ctx.own
      .update('beneficiaries')
      .set({
        screening,
        screened_with: BigInt(lists.version),
        screened_at: ctx.now,
        screening_matches: JSON.stringify(matches),
      })
      .where('beneficiary_uuid', '=', beneficiaryUuid)
      .execute()
    if (screening !== row.screening) addTimelineEntry(ctx, 'beneficiary', beneficiaryUuid, 'screened', { screening })
  },
})

/** What was decided about the same entries stays decided. */
function stateOf(
  { screening, screening_matches }: { screening: ScreeningState; screening_matches: ScreeningMatch[] },
  matches: readonly ScreeningMatch[],
): ScreeningState {
  if (matches.length === 0) return 'CLEAR'
  const known = new Set(screening_matches.map(keyOf))
  const isDecided = screening === 'ALLOWED' || screening === 'BLOCKED'
  return isDecided && matches.every((match) => known.has(keyOf(match))) ? screening : 'POSSIBLE_MATCH'
}
const keyOf = ({ list, entry_id }: ScreeningMatch) => `${list} ${entry_id}`

/** Each entry once, with its best score. */
const merged = (matches: readonly ScreeningMatch[]): ScreeningMatch[] => [
  ...new Map(matches.toSorted((a, b) => a.score - b.score).map((match) => [keyOf(match), match])).values(),
]

/** Those that were compared with older lists, at most 500. Index: beneficiaries_to_screen. */
async function listOlder(ctx: Ctx): Promise<string[]> {
  const { version } = await listsOf(ctx)
  if (version === 0) return []
  const rows = await ctx.own
    .select('beneficiaries')
    .select('beneficiary_uuid')
    .where('active', '=', true)
    .where('screened_with', '<', BigInt(version))
    .orderBy('screened_with')
    .limit(500)
    .execute()
  return rows.map(({ beneficiary_uuid }) => beneficiary_uuid)
}

/** The lists in the form that they are compared in; made again when one was loaded. A process of tests has several databases. */
let made: { services: Services; version: number; compare: ReturnType<typeof openMatcher> } | undefined
async function matcherOf(ctx: Ctx, version: number) {
  if (made?.services === ctx.services && made.version === version) return made.compare
  const entries = await ctx.tx.query<Entry>(
    `select e.list, l.version, e.entry_id, e.schema, e.name, e.aliases, e.birth_date, e.countries
     from screening_entries e join screening_lists l on l.list = e.list`,
    [],
  )
  made = { services: ctx.services, version, compare: openMatcher(entries) }
  return made.compare
}
