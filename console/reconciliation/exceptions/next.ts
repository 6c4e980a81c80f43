import { listReconExceptions, reconExceptionList } from '#contract/recon-exceptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { listBody, readListState } from '#console/kit/list/list-state.ts'
import { usePageSize } from '#console/kit/list/use-page-size.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'

interface Neighbours {
  /** The address of each; null at the end of the list. */
  next: RawSearch | null
  previous: RawSearch | null
}
/** The exceptions beside one, in the list whose state is in the address with it. */
export function useNeighbours({ ref = '', ...list }: RawSearch): Neighbours {
  const user = useUser()
  const [usualSize] = usePageSize()
  const pageAt = (cursor: string) => ({
    body: listBody(reconExceptionList, { ...readListState(reconExceptionList, list, usualSize), cursor }, user.time_zone),
  })
  const page = useCall(listReconExceptions, pageAt(list['cursor'] ?? ''), { held: true, keepPrevious: true }).data
  const refs = page?.content.map(({ record_ref: one }) => one) ?? []
  const at = refs.indexOf(ref)
  const isLast = at >= 0 && at === refs.length - 1
  const cursor = page?.next_cursor ?? ''
  const after = useCall(listReconExceptions, pageAt(cursor), { enabled: isLast && cursor !== '', held: true }).data
  const addressOf = (to: string | undefined, of = list) => (to === undefined || to === ref ? null : { ...of, ref: to })
  // One that is no longer in the list is followed by the first.
  const next = isLast && cursor !== '' ? addressOf(after?.content[0]?.record_ref, { ...list, cursor }) : addressOf(refs[at + 1])
  return { next, previous: at > 0 ? addressOf(refs[at - 1]) : null }
} // prettier-ignore
