import type { Filter, List } from '#contract/kit/list.ts'
import { limits } from '#contract/limits.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { dayAfter, dayStart, isMinute, type Minute } from '#contract/kit/zoned-day.ts'
import { isDay } from '#contract/kit/text-forms.ts'

/** The value of a filter: chosen values, a text, a range of time or of amounts in major units. */
export type FilterValue = string[] | string | TimeRange | { min?: number; max?: number }
/** A day or a {@link Minute}. */
type Moment = string
/** Days, both inclusive; or minutes, the second exclusive, as in the links of charts. */
export interface TimeRange {
  from?: Moment
  to?: Moment
}
export interface ListState {
  search: string
  /** The filters that are set. */
  filters: Record<string, FilterValue>
  sort: { column: string; order: 'asc' | 'desc' }
  size: number
  cursor: string
  /** The saved view that the state started from; `all` for none where a default view exists. */
  view: string
}
/** The parts of a list's declaration that the console uses. */
export type Listed = Pick<List, 'columns' | 'filters' | 'sorts' | 'phone' | 'order'>
export const pageSizes = [10, 25, 50, 100] as const
/** The rows of a page until the user chooses otherwise. */
export const firstPageSize = 25
/** Query parameters of the list itself, whose names no filter may have. */
export const reservedNames = ['q', 'sort', 'size', 'cursor', 'view'] as const
export const noView = 'all'

/**
 * Reads a list's state from its address; parameters that do not fit the declaration are ignored. `usualSize` is the size of
 * pages that the address does not name.
 */
export function readListState(list: Listed, raw: RawSearch, usualSize: number = firstPageSize): ListState {
  const [firstSort] = list.sorts
  const wanted = raw['sort'] ?? ''
  const column = list.sorts.find((sort) => sort === wanted.replace(/^-/, ''))
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const value = readFilter(filter, raw[name] ?? '')
    return value === null ? [] : [[name, value] as const]
  })
  return {
    search: (raw['q'] ?? '').slice(0, limits.searchLength),
    filters: Object.fromEntries(filters),
    sort: column
      ? { column, order: wanted.startsWith('-') ? 'desc' : 'asc' }
      : { column: firstSort, order: list.order ?? 'desc' },
    size: pageSizes.find((size) => String(size) === raw['size']) ?? usualSize,
    cursor: raw['cursor'] ?? '',
    view: raw['view'] ?? '',
  }
}

/** Writes a state as query parameters; defaults are left out. */
export function writeListState(
  list: Listed,
  { search, filters, sort, size, cursor, view }: ListState,
  usualSize: number = firstPageSize,
): RawSearch {
  const usual = sort.column === list.sorts[0] && sort.order === (list.order ?? 'desc')
  const entries: [string, string][] = [
    ['q', search],
    ...Object.entries(filters).map(([name, value]): [string, string] => [name, writeFilter(value)]),
    ['sort', usual ? '' : `${sort.order === 'desc' ? '-' : ''}${sort.column}`],
    ['size', size === usualSize ? '' : String(size)],
    ['cursor', cursor],
    ['view', view],
  ]
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

/** The query parameters that a view saves: all except the page, its size, which is the user's, and the view itself. */
export function viewSearch(list: Listed, state: ListState): RawSearch {
  return writeListState(list, { ...state, cursor: '', view: '' }, state.size)
}
/** Whether two sets of query parameters are equal, in any order and whatever the size of a page. */
export const sameSearch = (one: RawSearch, other: RawSearch): boolean => {
  const text = ({ size: _, ...search }: RawSearch) =>
    JSON.stringify(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}

/**
 * The request's body of a state. Days of a moment become moments of the merchant's time zone, the last day included; days of a
 * calendar stay days.
 */
export function listBody(
  list: Pick<Listed, 'filters'>,
  { search, filters, sort, size, cursor }: ListState,
  timeZone: string,
): object {
  const { merchant, ...others } = filters
  const asked = Object.entries(others).map(([name, value]) => [
    name,
    list.filters[name]?.kind === 'day' ? value : askedFilter(value, timeZone),
  ])
  return {
    pagesize: size,
    ...(merchant ? { merchant_keys: merchant } : {}),
    ...(search ? { search } : {}),
    ...(asked.length > 0 ? { filters: Object.fromEntries(asked) } : {}),
    sorting_data: [sort],
    ...(cursor ? { cursor } : {}),
  }
}
/** The list with fewer filters: those that a screen sets itself are not in its address. */
export const withoutFilters = <L extends Listed>(list: L, names: readonly string[]): L =>
  names.length === 0
    ? list
    : { ...list, filters: Object.fromEntries(Object.entries(list.filters).filter(([name]) => !names.includes(name))) }
/** Whether new objects come at the top of this page. */
export const isNewestFirst = (list: Listed, { sort, cursor }: ListState): boolean =>
  cursor === '' && sort.order === 'desc' && sort.column === list.sorts[0]
export const isNarrowed = ({ search, filters }: ListState): boolean => search !== '' || Object.keys(filters).length > 0

function readFilter({ kind, ...filter }: Filter, text: string): FilterValue | null {
  if (text.trim() === '') return null
  if (kind === 'text') return text.trim()
  if (kind === 'merchants') return [...new Set(text.split(',').filter(Boolean))]
  if (kind === 'choice') {
    const { values } = filter as { values: readonly string[] }
    const chosen = text.split(',').filter((value) => values.includes(value))
    return chosen.length > 0 ? [...new Set(chosen)] : null
  }
  const [low = '', high = ''] = text.split('..')
  const time = (end: string) => (isDay(end) || isMinute(end) ? end : undefined)
  if (kind === 'time') return some({ from: time(low), to: time(high) })
  const day = (end: string) => (isDay(end) ? end : undefined)
  if (kind === 'day') return some({ from: day(low), to: day(high) })
  return some({ min: amountOf(low), max: amountOf(high) })
}
const amountOf = (text: string) => (/^\d{1,15}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined)

function some<V>(value: Record<string, V | undefined>): Record<string, V> | null {
  const given = Object.entries(value).filter((entry): entry is [string, V] => entry[1] !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : null
}

function writeFilter(value: FilterValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(',')
  const { from, to, min, max } = value as TimeRange & { min?: number; max?: number }
  return `${from ?? min ?? ''}..${to ?? max ?? ''}`
}

function askedFilter(value: FilterValue, timeZone: string): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value
  if ('min' in value || 'max' in value) return value
  const { from, to } = value as TimeRange
  return {
    ...(from ? { from: isMinute(from) ? wireMinute(from) : dayStart(from, timeZone) } : {}),
    ...(to ? { to: isMinute(to) ? wireMinute(to) : dayStart(dayAfter(to, 1), timeZone) } : {}),
  }
}
const wireMinute = (minute: Minute) => `${minute.slice(0, 16).replace('T', ' ')}:00`
