import { Fault } from '#contract/faults.ts'
import { columnsAs, type ChosenColumn, type Column } from '#contract/kit/columns.ts'
import { listColumns } from '#contract/lists.ts'
import { tableNames, type TableName } from '#contract/table-names.ts'
import type { ColumnChoice } from '#contract/views.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findChoices, forgetChoice, keepChoice } from './queries.ts'

/** The columns of every list, or of one, as the sub-user has them; those that they never chose as they are at first. */
export async function readColumns(ctx: Ctx, subUserId: string, only?: TableName): Promise<ColumnChoice[]> {
  const chosen = await findChoices(ctx, subUserId)
  return (only ? [only] : tableNames).map((table) => asChosen(table, chosen.get(table) ?? []))
}

/** Refuses a column that the list does not have, and one that comes twice. */
export async function chooseColumns(
  ctx: Ctx,
  subUserId: string,
  { table, columns }: { table: TableName; columns: ChosenColumn[] },
): Promise<ColumnChoice> {
  expectColumns(table, columns)
  await keepChoice(ctx, subUserId, table, columns)
  return asChosen(table, columns)
}

export async function resetColumns(ctx: Ctx, subUserId: string, table: TableName): Promise<ColumnChoice> {
  await forgetChoice(ctx, subUserId, table)
  return asChosen(table, [])
}

const asChosen = (table: TableName, columns: ChosenColumn[]) => ({
  table,
  columns: columnsAs(listColumns[table], columns),
})

export function expectColumns(table: TableName, columns: readonly ChosenColumn[]): void {
  const known: Record<string, Column> = listColumns[table]
  const errors = columns.flatMap(({ key }, at) => {
    const path = `columns.${at}.key`
    if (!Object.hasOwn(known, key)) return [{ path, reason: 'not_a_choice', text: 'This list has no such column.' }]
    if (columns.findIndex((one) => one.key === key) !== at)
      return [{ path, reason: 'already_used', text: 'This column is named twice.' }]
    return []
  })
  if (errors.length > 0) throw new Fault('invalidRequest', { errors: errors.slice(0, 20) })
}
