import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import type { View } from '#contract/views.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'

const viewColumns = ['view_id', 'list as table', 'name', 'search', 'columns', 'is_default'] as const
const viewsOf = (ctx: Ctx, subUserId: string) => ctx.own.select('saved_views').where('sub_user_id', '=', subUserId)

/** The sub-user's views by name. Index: the primary key. */
export const listViews = (ctx: Ctx, subUserId: string): Promise<View[]> =>
  viewsOf(ctx, subUserId).select(viewColumns).orderBy('name_lower').orderBy('view_id').execute()

export const findView = (ctx: Ctx, subUserId: string, viewId: string): Promise<View | undefined> =>
  isUuid(viewId)
    ? viewsOf(ctx, subUserId).select(viewColumns).where('view_id', '=', viewId).executeTakeFirst()
    : Promise.resolve(undefined)

/** Lets one change of a sub-user's views happen at a time, to the commit: their number, their names, the default. */
export async function lockViews(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.own
    .select('sub_users')
    .select('sub_user_id')
    .where('sub_user_id', '=', subUserId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertView(
  ctx: Ctx,
  subUserId: string,
  { table, ...view }: Omit<View, 'view_id'>,
): Promise<string> {
  const viewId = newId()
  await ctx.own
    .insert('saved_views', {
      sub_user_id: subUserId,
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
export async function changeView(
  ctx: Ctx,
  subUserId: string,
  { view_id, ...view }: Omit<View, 'table'>,
): Promise<void> {
  await ctx.own
    .update('saved_views')
    .set({
      name: view.name,
      name_lower: view.name.toLowerCase(),
      search: JSON.stringify(view.search),
      columns: JSON.stringify(view.columns),
      is_default: view.is_default,
    })
    .where('sub_user_id', '=', subUserId)
    .where('view_id', '=', view_id)
    .execute()
}

/** Clears the default view of a list, before another one becomes it. */
export async function clearDefault(ctx: Ctx, subUserId: string, table: TableName): Promise<void> {
  await ctx.own
    .update('saved_views')
    .set({ is_default: false })
    .where('sub_user_id', '=', subUserId)
    .where('list', '=', table)
    .where('is_default', '=', true)
    .execute()
}

/** False when the sub-user has no such view. */
export async function deleteView(ctx: Ctx, subUserId: string, viewId: string): Promise<boolean> {
  if (!isUuid(viewId)) return false
  const deleted = await ctx.own
    .delete('saved_views')
    .where('sub_user_id', '=', subUserId)
    .where('view_id', '=', viewId)
    .returning('view_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** A sub-user's chosen columns, by list. Index: the primary key. */
export async function findChoices(ctx: Ctx, subUserId: string): Promise<Map<string, ChosenColumn[]>> {
  const rows = await ctx.own
    .select('column_choices')
    .select(['list', 'columns'])
    .where('sub_user_id', '=', subUserId)
    .execute()
  return new Map(rows.map(({ list, columns }) => [list, columns]))
}

/** Stores a choice in place of the one before. */
export async function keepChoice(
  ctx: Ctx,
  subUserId: string,
  table: TableName,
  columns: ChosenColumn[],
): Promise<void> {
  const chosen = { columns: JSON.stringify(columns) }
  await ctx.own
    .insert('column_choices', {
      sub_user_id: subUserId,
      list: table,
      ...chosen,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'sub_user_id', 'list']).doUpdateSet(chosen))
    .execute()
}

export async function forgetChoice(ctx: Ctx, subUserId: string, table: TableName): Promise<void> {
  await ctx.own.delete('column_choices').where('sub_user_id', '=', subUserId).where('list', '=', table).execute()
}
