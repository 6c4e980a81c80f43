import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Call, PageOf, WireOutput } from '#contract/kit/call.ts'
import { onChanges } from '#console/kit/api/changes.ts'
import { CallError, type CallInput } from '#console/kit/api/send-call.ts'
import { useLook, type useCall } from '#console/kit/api/use-call.ts'

interface Asked<C extends Call> {
  call: C
  input: CallInput<C>
  page: ReturnType<typeof useCall<C>>
  rowKey: (row: never) => string
  /** The list begins with what is newest. */
  newestFirst: boolean
}

/**
 * Looks at a list again when objects that it follows have changed. Rows that are shown change in place and never move; new
 * ones are counted, and come when the user wants them.
 * @returns the number of rows that a refresh would add; past the cap of counting, at least so many.
 */
export function useNewRows<C extends Call>({ call, input, page, rowKey, newestFirst }: Asked<C>): number {
  const client = useQueryClient()
  const look = useLook(call, input)
  const asked = JSON.stringify([call.at, input])
  const keyOf = rowKey as (row: unknown) => string
  const [seen, setSeen] = useState<{ asked: string; page: PageOf<unknown>; at: number } | null>(null)
  const shown = page.data as PageOf<unknown> | undefined

  const lookAgain = async () => {
    if (!shown || page.isPlaceholderData) return
    const latest = (await look()) as WireOutput<C> & PageOf<unknown>
    const byKey = new Map(latest.content.map((row) => [keyOf(row), row]))
    const refreshed = (old: PageOf<unknown>) => ({
      ...old,
      content: old.content.map((row) => byKey.get(keyOf(row)) ?? row),
    })
    client.setQueriesData<PageOf<unknown>>({ queryKey: [call.at, input] }, (old) => old && refreshed(old))
    setSeen({ asked, page: latest, at: Date.now() })
    if (shown.content.length === 0 && latest.content.length > 0) void page.refetch()
  }
  const current = useRef(lookAgain)
  useEffect(() => {
    current.current = lookAgain
  })
  const { follows } = call
  useEffect(() => {
    if (!follows || call.answer.form !== 'page') return undefined
    let timer: number | undefined
    let again = false
    const run = async () => {
      again = false
      // A failure shows with the next read that the user asks for.
      await current.current().catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
      timer = again ? window.setTimeout(() => void run(), leastMs) : undefined
    }
    const stop = onChanges((changes) => {
      if (document.visibilityState === 'hidden' || !changes.some(({ kind }) => follows.includes(kind))) return
      again = true
      timer ??= window.setTimeout(() => void run(), 0)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [follows, call])

  if (!shown || !newestFirst || seen?.asked !== asked || seen.at < page.dataUpdatedAt) return 0
  const known = new Set(shown.content.map(keyOf))
  const unseen = seen.page.content.filter((row) => !known.has(keyOf(row))).length
  if (unseen === 0) return 0
  const capped = shown.total_capped || seen.page.total_capped
  const added = capped ? 0 : seen.page.total_elements - shown.total_elements
  return Math.max(unseen, added)
}
const leastMs = 2_000
