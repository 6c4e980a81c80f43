import type { ReactNode } from 'react'
import { listFileMappings } from '#contract/recon-mappings.ts'
import { listReconChannels } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Assistant } from './assistant.tsx'
import { MappingList } from './mapping-list.tsx'
import { MappingVersions } from './mapping-versions.tsx'

/** How files are read: the mappings, one that is made or changed, or the versions of one. */
export function MappingsTab(): ReactNode {
  const query = { query: { environment: environmentOf(useUser()) } }
  const { mapping = '', versions = '', channel = '', from = '' } = useScreenSearch('reconConfiguration') as RawSearch
  const channels = useCall(listReconChannels, query)
  const mappings = useCall(listFileMappings, query)
  const denied = useDenied('reconConfiguration')
  if (!channels.data) return <Unanswered query={channels} lines={8} />
  if (!mappings.data) return <Unanswered query={mappings} lines={8} />
  const all = mappings.data.content
  if (versions) return <MappingVersions key={versions} rfmId={versions} channels={channels.data} />
  if (mapping && denied !== null) return <WhyNot rule="reconConfiguration" />
  const edited = all.find((one) => one.rfm_id === mapping)
  if (mapping === 'new' || edited)
    return (
      <Assistant
        key={`${mapping} ${from}`}
        channels={channels.data}
        asked={channel}
        saved={edited ?? null}
        from={from}
        refetch={async () => (await mappings.refetch()).data?.content ?? all}
      />
    )
  return <MappingList mappings={all} channels={channels.data} channel={channel} />
}
