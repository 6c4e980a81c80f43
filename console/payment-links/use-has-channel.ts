import { listPayChannels } from '#contract/merchants.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'

/** Whether the merchant has an enabled channel; undefined while that is not known. */
export function useHasChannel(): boolean | undefined {
  const environment = environmentOf(useUser())
  return useCall(listPayChannels, { query: { environment } }).data?.some(({ is_enabled }) => is_enabled)
}
