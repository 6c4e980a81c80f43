import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPaymentPage, type PaymentPage } from '#contract/payment-pages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedText, Time } from '#console/kit/details/values.tsx'
import { codeWord, screenTitle, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import { Figures } from './figures.tsx'
import { Funnel } from './funnel.tsx'
import { Overview } from './overview.tsx'
import { usePageActs } from './page-acts.tsx'
import { PagePayments } from './page-payments.tsx'
import { PageSwitch } from './page-switch.tsx'
import styles from './payment-pages.module.css'
import { Price } from './price.tsx'
import { Versions } from './versions.tsx'
import { WhyClosed } from './why-closed.tsx'

const tabs = ['overview', 'transactions', 'versions', 'funnel', 'history'] as const
type Tab = (typeof tabs)[number]

/** One payment page: what it sold, what is left, who paid, and how it became what it is. */
export default function PaymentPageDetails(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('paymentPageDetails')
  return (
    <ActingFor merchant={merchant}>
      <Read pageRef={ref} />
    </ActingFor>
  )
}

function Read({ pageRef }: { pageRef: string }): ReactNode {
  const page = useCall(readPaymentPage, { path: { pageRef } }, { enabled: pageRef !== '' })
  if (page.data) return <Details key={pageRef} page={page.data} />
  return (
    <Screen name="paymentPageDetails" back="paymentPages">
      <Unanswered query={page} lines={10} missing={<Missing what="paymentPage" />} absent={pageRef === ''} />
    </Screen>
  )
}

function Details({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('paymentPageDetails')
  const merchant = useActingFor()
  const open = tabs.find((one) => one === tab) ?? 'overview'
  const { acts, dialogue } = usePageActs(page)
  useOpenActs(acts.map(({ id, title, icon, run }) => ({ id, title, icon, run })))
  const titles: Record<Tab, string> = {
    overview: t(($) => $.paymentPages.tabs.overview),
    transactions: t(($) => $.paymentPages.tabs.transactions),
    versions: t(($) => $.paymentPages.tabs.versions),
    funnel: t(($) => $.paymentPages.tabs.funnel),
    history: t(($) => $.paymentPages.tabs.history),
  }
  const title = page.title || page.page_ref
  return (
    <Screen
      name="paymentPageDetails"
      title={title}
      back="paymentPages"
      wide
      beside={<Status of="availability" state={page.availability} />}
      facts={
        <HeadFacts
          facts={[
            {
              name: 'address',
              fact: <CopiedText copy={t(($) => $.paymentPages.acts.copy)}>{page.page_url}</CopiedText>,
            },
            { name: 'type', fact: codeWord('pageTypes', page.page_type) },
            { name: 'price', fact: <Price page={page} /> },
            {
              name: 'expires',
              fact: page.expires_at && (
                <>
                  {wireWord('columns', 'expires_at')}: <Time at={page.expires_at} zoned />
                </>
              ),
            },
          ]}
        />
      }
      actions={
        <>
          <WhyNot rule="paymentPagesConfiguration" />
          <PageSwitch page={page} />
          {acts
            .filter(({ id }) => id === 'share' || id === 'edit')
            .map(({ id, title: words, icon, run }) => (
              <Button
                key={id}
                {...(id === 'edit' ? {} : { variant: 'default' })}
                leftSection={<Icon name={icon} />}
                onClick={run}
              >
                {words}
              </Button>
            ))}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<Icon name="down" size={12} />}>
                {t(($) => $.paymentPages.more)}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ActItems acts={acts.filter(({ id }) => !['share', 'edit', 'activate', 'deactivate'].includes(id))} />
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <WhyClosed page={page} />
      <Figures page={page} />
      <TabLinks
        screen="paymentPageDetails"
        label={screenTitle('paymentPageDetails')}
        tabs={tabs.map((one) => ({ tab: one, title: titles[one] }))}
        open={open}
        keep={{ ref: page.page_ref, ...(merchant ? { merchant } : {}) }}
      />
      <div className={styles['tab']}>
        {open === 'overview' && <Overview page={page} />}
        {open === 'transactions' && <PagePayments page={page} />}
        {open === 'versions' && <Versions page={page} />}
        {open === 'funnel' && <Funnel page={page} />}
        {open === 'history' && <History object="payment-page" objectRef={page.page_ref} />}
      </div>
      {dialogue}
    </Screen>
  )
}
