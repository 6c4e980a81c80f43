import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { SubscriptionList } from './list.tsx'

const TestClocks = lazy(() => import('./clocks/clocks.tsx'))
const TestClock = lazy(() => import('./clocks/clock.tsx'))
const RetryRules = lazy(() => import('./settings/retry-rules.tsx'))

const tabs = ['list', 'rules', 'clocks'] as const

/** The subscriptions, when declined charges are tried again, and in the sandbox the clocks by which a year is tried in seconds. */
export default function Subscriptions(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { tab, clock } = useScreenSearch('subscriptions')
  const offered = tabs.filter((one) => one !== 'clocks' || environment === 'sandbox')
  const open = offered.find((one) => one === tab) ?? 'list'
  const links = (
    <TabLinks
      screen="subscriptions"
      label={screenTitle('subscriptions')}
      tabs={offered.map((one) => ({ tab: one, title: t(($) => $.subscriptions.tabs[one]) }))}
      open={open}
    />
  )
  if (open === 'list') return <SubscriptionList tabs={links} />
  return (
    <Suspense>
      {open === 'rules' ? (
        <RetryRules tabs={links} />
      ) : clock ? (
        <TestClock key={clock} clockRef={clock} tabs={links} />
      ) : (
        <TestClocks tabs={links} />
      )}
    </Suspense>
  )
}
