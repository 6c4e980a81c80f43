import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { momentOf } from '#contract/kit/text-forms.ts'
import { listCatalogue, listOwnChannels } from '#contract/channels.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { readGetStarted } from '#contract/get-started.ts'
import { readOnboarding, readOnboardingStatus } from '#contract/onboarding.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { refreshUser } from '#console/kit/auth/session.ts'

export type OnboardingCase = WireOutput<typeof readOnboarding>
type State = OnboardingCase['state']

/** The calls whose answers a change of the onboarding makes stale. */
export const ofOnboarding = [
  readOnboarding,
  readOnboardingStatus,
  listOwnChannels,
  listCatalogue,
  readGetStarted,
] as const

/** The provider has something to say in these; it is asked every ten seconds while somebody looks. */
const isLive = (state: State | undefined): boolean => state === 'PENDING' || state === 'ACTION_REQUIRED'
const everyMs = 10_000

/** When it may be asked again: whoever comes back from its page shortly after the last time need not wait for ten seconds more. */
function untilNextMs(askedAt: string | null | undefined): number {
  const since = askedAt ? Date.now() - momentOf(askedAt).getTime() : 0
  // A clock that is wrong makes it neither often nor never.
  return Math.min(everyMs, Math.max(2_500, everyMs + 500 - since))
}

/** The merchant's onboarding at the provider of a channel, with what the provider last said. */
export function useOnboarding(channelName: string) {
  const client = useQueryClient()
  const form = useCall(readOnboarding, { path: { channelName }, query: {} })
  const live = isLive(form.data?.state)
  const [next, setNext] = useState(everyMs)
  const status = useCall(
    readOnboardingStatus,
    { path: { psp: channelName }, query: {} },
    { enabled: live || form.data?.state === 'ACTIVE', ...(live ? { everyMs: next } : {}) },
  )
  const askedAt = status.data?.asked_at
  useEffect(() => setNext(untilNextMs(askedAt)), [askedAt, status.dataUpdatedAt])
  const known = form.data
  const said = status.data && status.dataUpdatedAt > form.dataUpdatedAt ? status.data : undefined
  const moved = known !== undefined && said !== undefined && said.state !== known.state
  useEffect(() => {
    if (!moved) return
    for (const { at } of ofOnboarding)
      if (at !== readOnboardingStatus.at) void client.invalidateQueries({ queryKey: [at] })
    // The first channel makes a merchant onboarded.
    void refreshUser()
  }, [moved, client])
  return { found: known && { ...known, ...said }, asking: status.isFetching, query: form }
}
