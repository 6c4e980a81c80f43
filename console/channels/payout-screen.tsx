import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { readListState } from '#console/kit/list/list-state.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { CatalogueTab } from './catalogue-tab.tsx'
import { channelList } from './filters.ts'
import { OwnTab } from './own-tab.tsx'
import { ForPayouts } from './pay-type.tsx'
import { ConnectButton, Tools } from './screen.tsx'
import { useChannels } from './use-channels.ts'

const tabs = ['set-up', 'not-set-up'] as const

/** The payout channels: those that are connected, and those that can be. */
export default function PayoutChannels(): ReactNode {
  return (
    <ForPayouts>
      <Channels />
    </ForPayouts>
  )
}

function Channels(): ReactNode {
  const { t } = useTranslation()
  const { tab, ...raw } = useScreenSearch('payoutChannels')
  const open = tabs.find((one) => one === tab) ?? 'set-up'
  const { own, catalogue, query } = useChannels()
  const state = readListState(channelList, raw as RawSearch)
  const isEmpty = open === 'set-up' && own?.length === 0
  return (
    <Screen name="payoutChannels" wide actions={open === 'set-up' && own && !isEmpty && <ConnectButton />}>
      <TabLinks
        screen="payoutChannels"
        label={screenTitle('payoutChannels')}
        tabs={[
          { tab: 'set-up', title: t(($) => $.payChannels.tabs.setUp) },
          { tab: 'not-set-up', title: t(($) => $.payChannels.tabs.notSetUp) },
        ]}
        open={open}
      />
      {own && catalogue && !isEmpty && <Tools tab={open} state={state} catalogue={catalogue} />}
      {!own || !catalogue ? (
        <Unanswered query={query} lines={6} />
      ) : open === 'set-up' ? (
        <OwnTab own={own} catalogue={catalogue} state={state} />
      ) : (
        <CatalogueTab catalogue={catalogue} state={state} />
      )}
    </Screen>
  )
}
