import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { FilterChips } from '#console/kit/list/filter-chips.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ListSearch } from '#console/kit/list/list-search.tsx'
import { readListState, writeListState, type ListState } from '#console/kit/list/list-state.ts'
import list from '#console/kit/list/list.module.css'
import { countryChoices } from '#console/kit/i18n/names.ts'
import { screenTitle, useLanguage } from '#console/kit/i18n/words.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { CatalogueTab } from './catalogue-tab.tsx'
import { typeWord } from './channel-words.ts'
import { CopyFromTest } from './copy-from-test.tsx'
import { channelList } from './filters.ts'
import { channelTypes } from '#contract/channel-catalogue/entry.ts'
import { HealthTab } from './health-tab.tsx'
import { OwnTab } from './own-tab.tsx'
import { useChannelKind } from './pay-type.tsx'
import { ReconciliationTab } from './reconciliation-tab.tsx'
import { useChannels, type Entry } from './use-channels.ts'

/** Fetched when the tab is opened. */
const RoutingTab = lazy(() => import('#console/routing/routing-tab.tsx'))

const tabs = ['set-up', 'not-set-up', 'reconciliation', 'routing', 'health'] as const
type Tab = (typeof tabs)[number]

/** The payment channels: those that are connected, those that can be, those that only reconcile, the rules among them, and how they work. */
export default function PaymentChannels(): ReactNode {
  const { t } = useTranslation()
  const { tab, ...raw } = useScreenSearch('paymentChannels')
  const open = tabs.find((one) => one === tab) ?? 'set-up'
  const { own, catalogue, query } = useChannels()
  const state = readListState(channelList, raw as RawSearch)
  const isEmpty = open === 'set-up' && own?.every(({ type }) => type === 'External')
  const titles: Record<Tab, string> = {
    'set-up': t(($) => $.payChannels.tabs.setUp),
    'not-set-up': t(($) => $.payChannels.tabs.notSetUp),
    reconciliation: t(($) => $.payChannels.tabs.reconciliation),
    routing: t(($) => $.payChannels.tabs.routing),
    health: t(($) => $.payChannels.tabs.health),
  }
  return (
    <Screen
      name="paymentChannels"
      wide
      actions={
        <>
          <CopyFromTest />
          {open === 'set-up' && own && !isEmpty && <ConnectButton />}
        </>
      }
    >
      <TabLinks
        screen="paymentChannels"
        label={screenTitle('paymentChannels')}
        tabs={tabs.map((one) => ({ tab: one, title: titles[one] }))}
        open={open}
      />
      {own && catalogue && !isEmpty && open !== 'routing' && open !== 'health' && (
        <Tools tab={open} state={state} catalogue={catalogue} />
      )}
      {open === 'routing' ? (
        <Suspense fallback={<LinesSkeleton lines={6} />}>
          <RoutingTab />
        </Suspense>
      ) : !own || !catalogue ? (
        <Unanswered query={query} lines={6} />
      ) : open === 'set-up' ? (
        <OwnTab own={own} catalogue={catalogue} state={state} />
      ) : open === 'not-set-up' ? (
        <CatalogueTab catalogue={catalogue} state={state} />
      ) : open === 'health' ? (
        <HealthTab catalogue={catalogue} />
      ) : (
        <ReconciliationTab own={own} catalogue={catalogue} state={state} />
      )}
    </Screen>
  )
}

export function ConnectButton(): ReactNode {
  const { t } = useTranslation()
  const { rule, list: screen } = useChannelKind()
  return (
    <Offered rule={rule}>
      <ButtonLink to={screen} search={{ tab: 'not-set-up' }} leftSection={<Icon name="plus" />}>
        {t(($) => $.payChannels.connectChannel)}
      </ButtonLink>
    </Offered>
  )
}

/** Search and filters, kept in the address. Where every channel has one type, there is nothing to choose. */
export function Tools({
  tab,
  state,
  catalogue,
}: {
  tab: Tab
  state: ListState
  catalogue: readonly Entry[]
}): ReactNode {
  const { payType, list: screen } = useChannelKind()
  const language = useLanguage()
  const go = useGo()
  const change = (next: Partial<ListState>, replace = false) => {
    const search = { tab, ...writeListState(channelList, { ...state, ...next }) }
    void go({ to: screen, search, replace })
  }
  const countries = [...new Set(catalogue.flatMap((entry) => entry.countries))].filter((code) => code !== 'GLOBAL')
  const { channel_type, payment_method, ...both } = channelList.filters
  const others = payType === 'PAYIN' && payment_method ? { ...both, payment_method } : both
  const filters = tab === 'reconciliation' || !channel_type ? others : { ...others, channel_type }
  return (
    <div className={list['tools']}>
      <ListSearch value={state.search} onChange={(search) => change({ search }, true)} />
      <FilterChips
        list={{ ...channelList, filters }}
        filters={state.filters}
        choices={{
          country: countryChoices(language, countries),
          channel_type: channelTypes
            .filter((type) => type !== 'External')
            .map((value) => ({ value, label: typeWord(value) })),
        }}
        onChange={(next) => change({ filters: next })}
        onClear={() => change({ filters: {}, search: '' })}
      />
    </div>
  )
}
