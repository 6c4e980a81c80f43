import { useEffect } from 'react'
import type { TableName } from '#contract/table-names.ts'
import { listViews, type View } from '#contract/views.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useCall } from '#console/kit/api/use-call.ts'

export interface Views {
  /** The saved views of the list; absent while they load. */
  all: readonly View[] | undefined
  /** The view that the address names. */
  open: View | undefined
}

/** The user's views of a list. An address without parameters becomes that of the default view. */
export function useViews(table: TableName, raw: RawSearch, go: (search: RawSearch) => void): Views {
  const { data, error } = useCall(listViews, {})
  const all = data ? data.filter((view) => view.table === table) : error ? [] : undefined
  const bare = Object.keys(raw).length === 0
  const first = bare ? all?.find((view) => view.is_default) : undefined
  useEffect(() => {
    if (first) go({ ...first.search, view: first.view_id })
    // Depends on the default view alone; `go` is a new function on each render.
  }, [first?.view_id])
  return { all: first ? undefined : all, open: all?.find(({ view_id }) => view_id === raw['view']) }
}
