import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import type { View } from '#contract/views.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'

/** Whose lists they are. */
export interface Whose {
  merchantId: string
  subUserId: string
}

const viewColumns = ['view_id', 'list as table', 'name', 'search', 'columns', 'is_default'] as const
const viewsOf = (ctx: Ctx, { merchantId, subUserId }: Whose) =>
  ctx.db.selectFrom('saved_views').where('merchant_id', '=', merchantId).where('sub_user_id', '=', subUserId)

/** The sub-user's views by name. Index: the primary key. */
export const listViews = (ctx: Ctx, whose: Whose): Promise<View[]> =>
  viewsOf(ctx, whose).select(viewColumns).orderBy('name_lower').orderBy('view_id').execute()

export const findView = (ctx: Ctx, whose: Whose, viewId: string): Promise<View | undefined> =>
  isUuid(viewId)
    ? viewsOf(ctx, whose).select(viewColumns).where('view_id', '=', viewId).executeTakeFirst()
    : Promise.resolve(undefined)

/** Lets one change of a sub-user's views happen at a time, to the commit: their number, their names, the default. */
export async function lockViews(ctx: Ctx, { merchantId, subUserId }: Whose): Promise<void> {
  await ctx.db
    .selectFrom('sub_users')
    .select('sub_user_id')
    .where('merchant_id', '=', merchantId)
    .where('sub_user_id', '=', subUserId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertView(ctx: Ctx, whose: Whose, { table, ...view }: Omit<View, 'view_id'>): Promise<string> {
  const viewId = newId()
  await ctx.db
    .insertInto('saved_views')
    .values({
      merchant_id: whose.merchantId,
      sub_user_id: whose.subUserId,
      view_id: viewId,
      list: table,
      name: view.name,
      name_lower: view.name.toLowerCase(),
      search: JSON.stringify(view.search),
      columns: JSON.stringify(view.columns),
      is_default: view.is_default,
      created_at: ctx.now,
    })
    .execute()
  return viewId
}

/** Changes a view that is there; the views are locked. */
export async function changeView(ctx: Ctx, whose: Whose, { view_id, ...view }: Omit<View, 'table'>): Promise<void> {
  await ctx.db
    .updateTable('saved_views')
    .set({
      name: view.name,
      name_lower: view.name.toLowerCase(),
      search: JSON.stringify(view.search),
      columns: JSON.stringify(view.columns),
      is_default: view.is_default,
    })
    .where('merchant_id', '=', whose.merchantId)
    .where('sub_user_id', '=', whose.subUserId)
    .where('view_id', '=', view_id)
    .execute()
}

/** Makes room for another default of the list. */
export async function clearDefault(ctx: Ctx, whose: Whose, table: TableName): Promise<void> {
  await ctx.db
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('merchant_id', '=', whose.merchantId)
    .where('sub_user_id', '=', whose.subUserId)
    .where('list', '=', table)
    .where('is_default', '=', true)
    .execute()
}

/** False when there is no such view of theirs. */
export async function deleteView(ctx: Ctx, whose: Whose, viewId: string): Promise<boolean> {
  if (!isUuid(viewId)) return false
  const deleted = await ctx.db
    .deleteFrom('saved_views')
    .where('merchant_id', '=', whose.merchantId)
    .where('sub_user_id', '=', whose.subUserId)
    .where('view_id', '=', viewId)
    .returning('view_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** What a sub-user has chosen, for the lists where they have. Index: the primary key. */
export async function findChoices(ctx: Ctx, { merchantId, subUserId }: Whose): Promise<Map<string, ChosenColumn[]>> {
  const rows = await ctx.db
    .selectFrom('column_choices')
    .select(['list', 'columns'])
    .where('merchant_id', '=', merchantId)
    .where('sub_user_id', '=', subUserId)
    .execute()
  return new Map(rows.map(({ list, columns }) => [list, columns]))
}

/** Keeps a choice, in place of the one before. */
export async function keepChoice(ctx: Ctx, whose: Whose, table: TableName, columns: ChosenColumn[]): Promise<void> {
  const chosen = { columns: JSON.stringify(columns) }
  await ctx.db
    .insertInto('column_choices')
    .values({ merchant_id: whose.merchantId, sub_user_id: whose.subUserId, list: table, ...chosen })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'sub_user_id', 'list']).doUpdateSet(chosen))
    .execute()
}

export async function forgetChoice(ctx: Ctx, { merchantId, subUserId }: Whose, table: TableName): Promise<void> {
  await ctx.db
    .deleteFrom('column_choices')
    .where('merchant_id', '=', merchantId)
    .where('sub_user_id', '=', subUserId)
    .where('list', '=', table)
    .execute()
}
