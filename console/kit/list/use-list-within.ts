import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { readListState, writeListState, type Listed, type ListState } from './list-state.ts'
import { usePageSize } from './use-page-size.ts'

interface Options {
  replace?: boolean
}
export interface ListWithinState {
  state: ListState
  /** The first page of another state, as parameters of the address. */
  written: (next: Partial<ListState>) => RawSearch
  change: (next: Partial<ListState>, options?: Options) => void
}

/** The state of a list that is one part of a screen, in some of the address's parameters, and how it is changed. */
export function useListWithin(
  list: Listed,
  raw: RawSearch,
  onGo: (search: RawSearch, options: Options) => void,
): ListWithinState {
  const [usualSize, rememberSize] = usePageSize()
  const state = readListState(list, raw, usualSize)
  const written = (next: Partial<ListState>) =>
    writeListState(list, { ...state, cursor: '', ...next }, next.size ?? usualSize)
  return {
    state,
    written,
    change: (next, { replace = false } = {}) => {
      if (next.size !== undefined) rememberSize(next.size)
      onGo(written(next), { replace: replace || next.size !== undefined })
    },
  }
}
