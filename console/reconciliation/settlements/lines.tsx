import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { listSettlementLines, settlementLineList } from '#contract/settlements.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Day, Nothing, Reference } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ExactNumber } from '#console/kit/details/exact-amount.tsx'

/** Query parameters of the screen beside those of its list. */
const kept = ['settlement_id', 'tab', 'merchant']

interface LinesProps {
  settlement: Settlement
  above: ReactNode
  /** What can be done with the settlement. */
  acts: ReactNode
}
/** The lines of a settlement as they stand in its files; each opens its evidence, and an exception where it is decided. */
export function Lines({ settlement, above, acts }: LinesProps): ReactNode {
  const { t } = useTranslation()
  const mayRecord = allowed('reconDashboard', accessOf(useUser()))
  const { settlement_id, batch, currency } = settlement
  const path = useMemo(() => ({ settlement_id }), [settlement_id])
  return (
    <ListScreen
      name="reconSettlement"
      title={isolated(batch)}
      table="settlement-lines"
      call={listSettlementLines}
      list={settlementLineList}
      status="reconOutcome"
      path={path}
      keep={kept}
      back="reconSettlements"
      above={above}
      begin={acts}
      rowKey={({ record_ref }) => record_ref}
      to={({ record_ref, is_open }) => ({ to: is_open || !mayRecord ? 'reconException' : 'reconRecord', search: { ref: record_ref } as never })}
      cells={{
        provider_ref: ({ provider_ref, key }) => <Reference>{provider_ref || key}</Reference>,
        merchant_ref: ({ merchant_ref }) => (merchant_ref ? <Reference>{merchant_ref}</Reference> : <Nothing />),
        booked_on: ({ booked_on }) => (booked_on ? <Day of={booked_on} /> : <Nothing />),
        gross: ({ gross, currency: own }) => <ExactNumber value={gross} currency={own} />,
        fee: ({ fee }) => <ExactNumber value={fee} currency={currency} />,
        net: ({ net }) => <ExactNumber value={net} currency={currency} />,
      }}
      choices={{
        open: (['some', 'none'] as const).map((value) => ({ value, label: t(($) => $.reconSettlements.choices.lineOpen[value]) })),
      }}
      searchFinds={t(($) => $.reconSettlements.linesSearch)}
      empty={{ title: t(($) => $.reconSettlements.noLines), text: t(($) => $.reconSettlements.noLinesText) }}
    />
  )
} // prettier-ignore
