import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { readSettlement } from '#contract/settlements.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Day, LeftToRight } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { SettlementButtons, useSettlementActs } from './acts.tsx'
import { Lines } from './lines.tsx'
import { Overview } from './overview.tsx'
import { SettlementPostings } from './postings.tsx'
import { Standing } from './standing.tsx'
import { settlementTabs } from './tabs.ts'
import { useWaiting, Waiting } from './waiting.tsx'

/** One settlement: the sum from gross to bank, its lines, what it posted, and what can be done with it. */
export default function ReconSettlementDetails(): ReactNode {
  const { settlement_id = '', merchant = '' } = useScreenSearch('reconSettlement') as RawSearch
  return (
    <ActingFor merchant={merchant}>
      <Asked key={settlement_id} settlementId={settlement_id} />
    </ActingFor>
  )
}

function Asked({ settlementId }: { settlementId: string }): ReactNode {
  const environment = environmentOf(useUser())
  const query = useCall(
    readSettlement,
    { path: { settlement_id: settlementId }, query: { environment } },
    { enabled: settlementId !== '' },
  )
  const { data, refetch } = query
  useFresh(data?.state === 'reopened', () => void refetch(), 2_000)
  if (data) return <Details settlement={data} />
  return (
    <Screen name="reconSettlement" back="reconSettlements">
      <Unanswered query={query} lines={10} absent={settlementId === ''} missing={<Missing what="settlement" />} />
    </Screen>
  )
}

function Details({ settlement }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('reconSettlement') as RawSearch
  const open = settlementTabs.find((name) => name === tab) ?? 'overview'
  const waiting = useWaiting(settlement)
  const { acts, dialogue } = useSettlementActs(settlement, waiting !== undefined)
  useOpenActs(acts)
  const { settlement_id, batch, currency, first_on, last_on } = settlement
  const head = (
    <>
      <ObjectHead
        amount={<ExactAmount value={settlement.payout ?? settlement.computed} currency={currency} />}
        state={<Status of="settlement" state={settlement.state} />}
        facts={[
          { name: 'source', fact: <LeftToRight>{settlement.data_source}</LeftToRight> },
          { name: 'account', fact: settlement.account && <bdi>{settlement.account}</bdi> },
          { name: 'days', fact: last_on && <Days first={first_on} last={last_on} /> },
        ]}
      />
      <Standing settlement={settlement} />
      {waiting && <Waiting proposal={waiting} />}
      <TabLinks
        screen="reconSettlement"
        label={t(($) => $.reconSettlements.tabsLabel)}
        tabs={settlementTabs.map((name) => ({ tab: name, title: t(($) => $.reconSettlements.tabs[name]) }))}
        open={open}
        keep={{ settlement_id }}
      />
    </>
  )
  if (open === 'lines')
    return (
      <>
        <Lines settlement={settlement} above={head} acts={<SettlementButtons acts={acts} />} />
        {dialogue}
      </>
    )
  return (
    <Screen
      name="reconSettlement"
      title={isolated(batch)}
      back="reconSettlements"
      wide
      actions={<SettlementButtons acts={acts} />}
    >
      {head}
      {open === 'overview' && <Overview settlement={settlement} />}
      {open === 'postings' && <SettlementPostings settlement={settlement} />}
      {open === 'history' && <History object="settlement" objectRef={settlement_id} />}
      {dialogue}
    </Screen>
  )
}

const Days = ({ first, last }: { first: string | null; last: string }): ReactNode => (
  <span>
    {first && first !== last && (
      <>
        <Day of={first} /> –{' '}
      </>
    )}
    <Day of={last} />
  </span>
)
