import type { PageOf } from '#contract/kit/call.ts'
import { folded } from '#console/kit/i18n/search-words.ts'
import type { FilterValue, Listed, ListState } from './list-state.ts'

/**
 * A page of rows that are all in the browser, by a list's state: searched in the text columns, filtered, sorted and
 * cut. `compare` sorts names as readers of the language do. Always short lists so behave like lists that the server pages.
 */
export function pageOfWhole<Row extends object>(
  list: Listed,
  rows: readonly Row[],
  state: ListState,
  compare: (one: string, other: string) => number,
): PageOf<Row> {
  const searched = Object.entries(list.columns).flatMap(([name, { kind }]) =>
    kind === 'text' || kind === 'reference' ? [name] : [],
  )
  const sought = folded(state.search.trim())
  const fitting = rows.filter(
    (row) =>
      searched.some((name) => folded(textOf(row, name)).includes(sought)) &&
      Object.entries(state.filters).every(([name, value]) => fits(valueOf(row, name), value)),
  )
  const { column, order } = state.sort
  const direction = order === 'asc' ? 1 : -1
  const sorted = fitting.toSorted((a, b) => direction * compare(textOf(a, column), textOf(b, column)))
  const begun = Math.min(Number(/^\d{1,6}$/.exec(state.cursor)?.[0] ?? 0), Math.max(0, sorted.length - 1))
  const start = begun - (begun % state.size)
  const content = sorted.slice(start, start + state.size)
  return {
    content,
    total_elements: sorted.length,
    total_capped: false,
    next_cursor: start + state.size < sorted.length ? String(start + state.size) : null,
    previous_cursor: start > 0 ? String(start - state.size) : null,
    page: start / state.size + 1,
    size: state.size,
  }
}

const valueOf = (row: object, name: string): unknown => (row as Record<string, unknown>)[name]
const textOf = (row: object, name: string): string => {
  const value = valueOf(row, name)
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : String(value as number)
}
/** The text without case and accents, for comparison. */

/** Whether a value, or one of several, matches a filter. */
function fits(value: unknown, wanted: FilterValue): boolean {
  const values = (Array.isArray(value) ? value : [value]).map(String)
  const chosen = Array.isArray(wanted) ? wanted : typeof wanted === 'string' ? [wanted] : []
  return chosen.length === 0 || chosen.some((one) => values.includes(one))
}
