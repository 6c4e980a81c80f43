import { columnsAs, type ChosenColumn, type Column } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import { readColumns } from '#contract/views.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'

/** The user's columns of a list; the default ones where they cannot be read. Absent while they load. */
export function useColumns(table: TableName, columns: Record<string, Column>): ChosenColumn[] | undefined {
  const { subUserUuid } = useUser()
  const { data, error } = useCall(readColumns, { path: { sub: subUserUuid }, query: {} })
  if (!data && !error) return undefined
  return columnsAs(columns, data?.find((choice) => choice.table === table)?.columns ?? [])
}

/** The visible columns in order. */
export const seenColumns = (columns: Record<string, Column>, chosen: readonly ChosenColumn[]): [string, Column][] =>
  chosen.flatMap(({ key, visible }) => (visible && columns[key] ? [[key, columns[key]]] : []))
