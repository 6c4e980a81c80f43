import type { Query } from '@tanstack/react-query'
import type { Change, ChangeKind } from '#contract/changes.ts'
import { queryClient } from './query-client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The kinds of objects whose changes make the answer stale. */
      follows?: readonly ChangeKind[]
      /** The answer is of all objects of these kinds, and not only of those that the input names. */
      ofAll?: boolean
      /** The screen itself listens to changes while it is open, since its rows must not move by themselves. */
      held?: boolean
    }
  }
}

type Listener = (changes: readonly Change[]) => void
const listeners = new Set<Listener>()
/** Calls `listener` with the changes that the stream tells of. @returns the function that stops it. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let gathered: Change[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let lastAt = 0
/** Refreshes what the screen shows of changed objects. However many change, it asks at most once in `leastMs`. */
export function hearChanges(changes: readonly Change[]): void {
  gathered.push(...changes)
  timer ??= setTimeout(apply, Math.max(gatherMs, lastAt + leastMs - Date.now()))
}
const gatherMs = 100
const leastMs = 1_000

function apply(): void {
  const changes = gathered
  gathered = []
  timer = undefined
  lastAt = Date.now()
  void queryClient.invalidateQueries({
    predicate: (query) => isStale(query, changes),
    // A hidden tab asks when it is looked at.
    refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
  })
  for (const listener of listeners) listener(changes)
}

function isStale(query: Query, changes: readonly Change[]): boolean {
  const { meta, queryHash } = query
  const { follows, ofAll, held } = meta ?? {}
  if (!follows || (held && query.isActive())) return false
  return changes.some(
    ({ kind, ref }) => follows.includes(kind) && (ofAll === true || ref === null || queryHash.includes(ref)),
  )
}
