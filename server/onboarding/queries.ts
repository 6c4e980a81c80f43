import type { Updateable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

const columns = [
  'catalogue_key', 'case_id', 'state', 'round', 'facts', 'reason', 'checks', 'account_ref', 'action_url', 'expires_at',
  'opening_until', 'handed_in_at', 'asked_at', 'asking_since', 'next_ask_at', 'connected_as',
] as const // prettier-ignore

const cases = (ctx: Ctx) => ctx.own.select('onboarding_cases').select(columns)
const caseOf = (ctx: Ctx, catalogueKey: string) => cases(ctx).where('catalogue_key', '=', catalogueKey)

/** The onboarding at a channel of the catalogue; undefined before it was begun. Index: primary key. */
export const findCase = (ctx: Ctx, catalogueKey: string) => caseOf(ctx, catalogueKey).executeTakeFirst()
export type CaseRow = NonNullable<Awaited<ReturnType<typeof findCase>>>

/** The same with its row locked until the commit. */
export const lockCase = (ctx: Ctx, catalogueKey: string) => caseOf(ctx, catalogueKey).forUpdate().executeTakeFirst()

/** The same; it is there afterwards. Guarantee: one for each channel of the catalogue, however many begin it at once. */
export async function lockNewCase(ctx: Ctx, catalogueKey: string): Promise<CaseRow> {
  await ctx.own
    .insert('onboarding_cases', {
      catalogue_key: catalogueKey,
      case_id: newId(),
      expires_at: null,
      opening_until: null,
      handed_in_at: null,
      asked_at: null,
      asking_since: null,
      next_ask_at: null,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return caseOf(ctx, catalogueKey).forUpdate().executeTakeFirstOrThrow()
}

type Set = Omit<Updateable<Tables['onboarding_cases']>, 'merchant_id' | 'environment' | 'catalogue_key' | 'state'>

/** Changes what stands beside the state. The caller holds the row by {@link lockCase}. */
export const noteCase = async (ctx: Ctx, catalogueKey: string, set: Set): Promise<void> =>
  void (await ctx.own.update('onboarding_cases').set(set).where('catalogue_key', '=', catalogueKey).execute())

/** Moves the state. Guarantee: a guarded update; of many at once, one does. */
export async function setState(ctx: Ctx, { catalogue_key: key, state: from }: CaseRow, to: CaseRow['state'], set: Set) {
  const moved = await ctx.own
    .update('onboarding_cases')
    .set({ ...set, state: to })
    .where('catalogue_key', '=', key)
    .where('state', '=', from)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Error(`the onboarding ${key} is no longer ${from}`)
}

/** Takes the turn to ask the provider; false while somebody asked it since. Guarantee: of many at once, one gets it. */
export async function takeAsk(ctx: Ctx, catalogueKey: string, askedBefore: Date): Promise<boolean> {
  const taken = await ctx.own
    .update('onboarding_cases')
    .set({ asked_at: ctx.now })
    .where('catalogue_key', '=', catalogueKey)
    .where((row) => row.or([row('asked_at', 'is', null), row('asked_at', '<=', askedBefore)]))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Those that the provider should have been asked about. Index: onboarding_cases_to_ask. */
export const listToAsk = (ctx: Ctx, since: Date) =>
  cases(ctx).where('next_ask_at', '<=', since).where('asking_since', 'is not', null).limit(1_000).execute()
