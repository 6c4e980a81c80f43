import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { FilterChips } from '#console/kit/list/filter-chips.tsx'
import { Unanswered } from '#console/kit/list/list-screen.tsx'
import { ListSearch } from '#console/kit/list/list-search.tsx'
import { readListState, writeListState, type ListState } from '#console/kit/list/list-state.ts'
import list from '#console/kit/list/list.module.css'
import { countryName } from '#console/kit/i18n/names.ts'
import { screenTitle, useLanguage } from '#console/kit/i18n/words.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { CatalogueTab } from './catalogue-tab.tsx'
import { typeWord } from './channel-words.ts'
import { channelList } from './filters.ts'
import { channelTypes } from '#contract/channel-catalogue/entry.ts'
import { OwnTab } from './own-tab.tsx'
import { ReconciliationTab } from './reconciliation-tab.tsx'
import { useChannels, type Entry } from './use-channels.ts'

const tabs = ['set-up', 'not-set-up', 'reconciliation'] as const
type Tab = (typeof tabs)[number]

/** The payment channels: those that are connected, those that can be, and those that only reconcile. */
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
  }
  return (
    <Screen name="paymentChannels" wide actions={open === 'set-up' && own && !isEmpty && <ConnectButton />}>
      <TabLinks
        screen="paymentChannels"
        label={screenTitle('paymentChannels')}
        tabs={tabs.map((one) => ({ tab: one, title: titles[one] }))}
        open={open}
      />
      {own && catalogue && !isEmpty && <Tools tab={open} state={state} catalogue={catalogue} />}
      {!own || !catalogue ? (
        <Unanswered query={query} lines={6} />
      ) : open === 'set-up' ? (
        <OwnTab own={own} catalogue={catalogue} state={state} />
      ) : open === 'not-set-up' ? (
        <CatalogueTab catalogue={catalogue} state={state} />
      ) : (
        <ReconciliationTab own={own} catalogue={catalogue} state={state} />
      )}
    </Screen>
  )
}

function ConnectButton(): ReactNode {
  const { t } = useTranslation()
  return (
    <Offered rule="paymentChannels">
      <ButtonLink to="paymentChannels" search={{ tab: 'not-set-up' }} leftSection={<Icon name="plus" />}>
        {t(($) => $.payChannels.connectChannel)}
      </ButtonLink>
    </Offered>
  )
}

/** Search and filters, kept in the address. Where every channel has one type, there is nothing to choose. */
function Tools({ tab, state, catalogue }: { tab: Tab; state: ListState; catalogue: readonly Entry[] }): ReactNode {
  const language = useLanguage()
  const go = useGo()
  const change = (next: Partial<ListState>, replace = false) => {
    const search = { tab, ...writeListState(channelList, { ...state, ...next }) }
    void go({ to: 'paymentChannels', search, replace })
  }
  const countries = [...new Set(catalogue.flatMap((entry) => entry.countries))].filter((code) => code !== 'GLOBAL')
  const { channel_type, ...others } = channelList.filters
  const filters = tab === 'reconciliation' || !channel_type ? others : { ...others, channel_type }
  return (
    <div className={list['tools']}>
      <ListSearch value={state.search} onChange={(search) => change({ search }, true)} />
      <FilterChips
        list={{ ...channelList, filters }}
        filters={state.filters}
        choices={{
          country: countries
            .map((value) => ({ value, label: countryName(value, language) }))
            .toSorted((a, b) => a.label.localeCompare(b.label, language)),
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
