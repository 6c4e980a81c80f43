import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readRemittance, type Remittance } from '#contract/remittances.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section, Timeline } from '#console/kit/details/detail.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Day } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { RemittanceButtons, useRemittanceActs } from './acts.tsx'
import { Certificate } from './certificate.tsx'
import { Items } from './items.tsx'
import { Overview } from './overview.tsx'
import { Papers } from './papers.tsx'
import { RemittancePostings } from './postings.tsx'
import { Standing } from './standing.tsx'
import { remittanceTabs } from './tabs.ts'

/** One settlement: the waterfall and its proof, its rates, what stands in it, and what it posted. */
export default function RemittanceDetails(): ReactNode {
  const { ref = '' } = useScreenSearch('remittance') as RawSearch
  const environment = environmentOf(useUser())
  const query = useCall(
    readRemittance,
    { path: { settlement_ref: ref }, query: { environment } },
    { enabled: ref !== '' },
  )
  if (query.data) return <Details key={ref} remittance={query.data} />
  return (
    <Screen name="remittance" back="remittances">
      <Unanswered query={query} lines={10} absent={ref === ''} missing={<Missing what="settlement" />} />
    </Screen>
  )
}

function Details({ remittance }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('remittance') as RawSearch
  const open = remittanceTabs.find((name) => name === tab) ?? 'overview'
  const { acts, dialogue } = useRemittanceActs(remittance)
  useOpenActs(acts)
  const { settlement_ref: ref, net_amount_transferred_dc: sent, destination_currency, net_bc, base_currency, period_from, period_to } = remittance
  const title = isolated(`${remittance.source_currency} → ${destination_currency}`)
  const head = (
    <>
      <ObjectHead
        amount={sent === null ? <Amount value={net_bc} currency={base_currency} /> : <Amount value={sent} currency={destination_currency} />}
        state={<Status of="remittance" state={remittance.status} />}
        facts={[
          { name: 'sold', fact: <Amount value={remittance.total_txn_amount_sc} currency={remittance.source_currency} /> },
          { name: 'period', fact: <Period from={period_from} to={period_to} /> },
        ]}
      />
      <Standing remittance={remittance} />
      <TabLinks
        screen="remittance"
        label={t(($) => $.remittances.tabsLabel)}
        tabs={remittanceTabs.map((name) => ({ tab: name, title: t(($) => $.remittances.tabs[name]) }))}
        open={open}
        keep={{ ref }}
      />
      {dialogue}
    </>
  )
  const buttons = (
    <>
      <Certificate remittance={remittance} />
      <RemittanceButtons acts={acts} />
    </>
  )
  if (open === 'items') return <Items remittance={remittance} title={title} above={head} acts={buttons} />
  return (
    <Screen name="remittance" title={title} back="remittances" wide actions={buttons}>
      {head}
      {open === 'overview' && <Overview remittance={remittance} />}
      {open === 'overview' && <Papers remittance={remittance} />}
      {open === 'postings' && <RemittancePostings remittance={remittance} />}
      {open === 'history' && (
        <Section title={t(($) => $.detail.timeline)}>
          <Timeline entries={remittance.history} reasons="payoutDeclineNames" />
        </Section>
      )}
    </Screen>
  )
} // prettier-ignore

const Period = ({ from, to }: { from: string; to: string }): ReactNode => (
  <span>
    {from !== to && (
      <>
        <Day of={from} /> –{' '}
      </>
    )}
    <Day of={to} />
  </span>
)
