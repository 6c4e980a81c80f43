import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screensOf } from '#contract/menu.ts'
import { screens as allScreens, type Screen, type ScreenName } from '#contract/screens.ts'
import { search, type SearchKind } from '#contract/search.ts'
import { languages, languageTags } from '#i18n/languages.ts'
import { allowed } from '#contract/access.ts'
import { changeTo } from './environment-menu.tsx'
import { chooseLanguage } from '#console/kit/auth/choose-language.ts'
import type { IconName } from '#console/kit/ui/icons.tsx'
import { lockNow } from './idle.ts'
import { useOffered } from './open-acts.ts'
import { showOverlay } from './overlay.ts'
import { useVisits } from './recent-visits.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useHitItem } from './palette-hits.tsx'
import { accessOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { screenTitle, useLanguage, wireWord } from '#console/kit/i18n/words.ts'

/** One line of the palette. */
export interface PaletteItem {
  id: string
  group: string
  title: string
  /** More about it, below the title. */
  about?: ReactNode
  icon: IconName
  note?: ReactNode
  run: () => void
}

/**
 * The items that match the typed text: acts on the open object, screens and commands at once, objects when the server has
 * found them for `wanted`. Without a text, the acts, the latest visits and all screens.
 */
export function usePaletteItems(typed: string, wanted: string): { items: PaletteItem[]; searching: boolean } {
  const { t } = useTranslation()
  const asks = wanted.length >= 2
  const found = useCall(search, { query: { q: wanted } }, { enabled: asks, keepPrevious: true })
  const recent = useRecentItems(t(($) => $.palette.recent))
  const screens = useScreenItems(t(($) => $.palette.screens))
  const acts = useActItems(t(($) => $.palette.acts))
  const here = useOpenItems(t(($) => $.palette.here))
  const hit = useHitItem(t(($) => $.palette.found))
  if (typed === '')
    return { items: [...here, ...recent, ...screens, ...acts].map(({ item }) => item), searching: false }
  const fits = fitting(typed)
  const items = [
    ...here.filter(fits).map(({ item }) => item),
    ...screens.filter(fits).map(({ item }) => item),
    ...(asks ? (found.data ?? []).map(hit) : []),
    ...acts.filter(fits).map(({ item }) => item),
  ]
  return { items, searching: asks && found.isFetching && items.length === 0 }
}

interface Findable {
  item: PaletteItem
  /** Synonyms. */
  words: string
}
/** Whether every typed word begins a word of the item. */
function fitting(typed: string) {
  const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const parts = plain(typed).split(/\s+/)
  return ({ item, words }: Findable) => {
    const known = ` ${plain(`${item.title} ${words}`).replaceAll(/[,،.·]/g, ' ')}`
    return parts.every((part) => known.includes(` ${part}`))
  }
}

function useScreenItems(group: string): Findable[] {
  const user = useUser()
  const go = useGo()
  return screensOf(accessOf(user)).map(({ name }) => ({
    item: {
      id: `screen ${name}`,
      group,
      title: screenTitle(name),
      icon: screenIcons[name] ?? 'forward',
      note: <Keys of={name} />,
      run: () => void go({ to: name, search: {} as never }),
    },
    words: wireWord('screenWords', name, ''),
  }))
}
/** The shortcut of a screen: 'g d'. */
function Keys({ of }: { of: ScreenName }): ReactNode {
  const { key }: Screen = allScreens[of]
  return key && <kbd>g {key}</kbd>
}
const screenIcons: Partial<Record<ScreenName, IconName>> = {
  dashboard: 'dashboard',
  salesAnalytics: 'bag',
  revenueAnalytics: 'payouts',
  environmentAnalytics: 'system',
  methodAnalytics: 'payments',
  monitoring: 'system',
  payments: 'payments',
  refundBatches: 'upload',
  paymentLinks: 'link',
  createPaymentLink: 'plus',
  paymentPages: 'bag',
  invoices: 'invoice',
  invoiceForm: 'plus',
  invoiceTemplate: 'copy',
  subscriptions: 'repeat',
  createSubscription: 'plus',
  prices: 'tag',
  createPrice: 'plus',
  webhooks: 'code',
  apiReference: 'book',
  generalSettings: 'settings',
  auditLog: 'history',
  profile: 'user',
}

function useOpenItems(group: string): Findable[] {
  return useOffered().map(({ id, ...act }) => ({ item: { ...act, id: `here ${id}`, group }, words: '' }))
}

function useRecentItems(group: string): Findable[] {
  const go = useGo()
  const kinds: Partial<Record<ScreenName, SearchKind>> = {
    paymentDetails: 'payment',
    paymentLinkDetails: 'payment_link',
    paymentPageDetails: 'payment_page',
    invoiceDetails: 'invoice',
    subscriptionDetails: 'subscription',
    priceDetails: 'price',
  }
  return useVisits().map(({ to, search: carried, ref }) => ({
    item: {
      id: `recent ${ref}`,
      group,
      title: ref,
      icon: 'history',
      note: wireWord('searchKinds', kinds[to] ?? ''),
      run: () => void go({ to, search: carried as never }),
    },
    words: '',
  }))
}

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

function useActItems(group: string): Findable[] {
  const { t } = useTranslation()
  const shown = useLanguage()
  const user = useUser()
  const go = useGo()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const other = environmentOf(user) === 'live' ? 'sandbox' : 'live'
  const act = (id: string, title: string, icon: IconName, run: () => void, words = ''): Findable => ({
    item: { id: `act ${id}`, group, title, icon, run },
    words,
  })
  const mayRefund = allowed('refund', accessOf(user))
  const toPayments = (search: Record<string, string>) => () => void go({ to: 'payments', search })
  return [
    ...(mayRefund
      ? [
          act('refund', t(($) => $.palette.refund), 'payments', toPayments({ status: 'Success' }), t(($) => $.palette.refundWords)),
          act('late', t(($) => $.palette.late), 'payments', toPayments({ late: 'held' }), t(($) => $.palette.refundWords)),
        ]
      : []), // prettier-ignore
    ...(other === 'sandbox' || user.onboarding_completed
      ? [act('environment', t(($) => $.palette.switchTo, { environment: t(($) => $.environments[other]) }), 'refresh', () => void changeTo(other))] // prettier-ignore
      : []),
    ...languageTags
      .filter((language) => language !== shown)
      .map((language) => act(language, `${t(($) => $.shell.language)} · ${languages[language].name}`, 'language', () => void chooseLanguage(language))), // prettier-ignore
    ...schemes
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => act(scheme, `${t(($) => $.shell.scheme)} · ${t(($) => $.shell.schemes[scheme])}`, scheme === 'auto' ? 'system' : scheme, () => setColorScheme(scheme))), // prettier-ignore
    act(
      'shortcuts',
      t(($) => $.shortcuts.title),
      'code',
      () => showOverlay('shortcuts'),
    ),
    act(
      'lock',
      t(($) => $.shell.lockNow),
      'lock',
      lockNow,
      t(($) => $.palette.lockWords),
    ),
    act(
      'sign-out',
      t(($) => $.screens.signOut),
      'lock',
      () => void go({ to: 'signOut' }),
      t(($) => $.palette.signOutWords),
    ),
  ]
}
