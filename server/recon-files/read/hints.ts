import type { FieldName, Reading } from '../layout.ts'
import { columnsIn } from './columns.ts'
import type { SourceHints } from './source-rows.ts'

/** All columns that a layout reads records by, wherever it names them. */
export const columnsOf = ({ columns, charges, skip, typesWhen, identity }: Reading): string[] => [
  ...new Set([
    ...(Object.keys(columns) as FieldName[]).flatMap((name) => columnsIn(columns[name] ?? [])),
    ...(charges ?? []).map(({ column }) => column),
    ...[...(skip ?? []), ...(typesWhen ?? [])].flatMap(({ when }) => when.map(({ column }) => column)),
    ...(identity ?? []),
  ]),
]

/** What a layout says about the bytes of a file. */
export function hintsOf(reading: Reading): SourceHints {
  const { encoding, delimiter, quote, sheet, headers, rowsAt, refunds } = reading
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === undefined ? {} : { quote }),
    ...(rowsAt === undefined ? {} : { rowsAt }),
    ...(refunds === undefined ? {} : { refundSheet: refunds.sheet }),
    sheet: sheet ?? -1,
    headers,
    columns: columnsOf(reading),
  }
}
