import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconException } from '#contract/recon-exceptions.ts'
import type { ReconProposal } from '#contract/recon-proposals.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { CutShort, Reference } from '#console/kit/details/values.tsx'
import { codeWord, stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { settlementOf, shownOf } from './shown.ts'

/** The numbers that a proposal was made on, and that its approval is about. */
export function ShownNumbers({ of }: { of: ReconProposal }): ReactNode {
  const { t } = useTranslation()
  const { status, difference, currency, records } = shownOf(of)
  const settlement = settlementOf(of)
  if (settlement)
    return (
      <Facts
        facts={[
          [wireWord('columns', 'batch'), <SettlementLink key="batch" id={of.settlement_id} batch={settlement.batch} />],
          [wireWord('columns', 'computed'), <ExactAmount key="computed" value={settlement.computed} currency={currency} />],
          [wireWord('columns', 'payout'), <ExactAmount key="payout" value={settlement.payout} currency={currency} />],
          [wireWord('columns', 'proof'), <ExactAmount key="proof" value={settlement.proof} currency={currency} />],
        ]}
      />
    )
  return (
    <>
      <Facts
        facts={[
          [wireWord('columns', 'status'), stateWord('reconOutcome', status)],
          [t(($) => $.reconExceptions.difference), <ExactAmount key="off" value={difference} currency={currency} />],
        ]}
      />
      <SmallTable
        rows={records}
        rowKey={({ side, key }) => `${side}.${key}`}
        to={({ side, key }) => ({ to: 'reconException', search: { ref: `${of.msm_id}.${side}.${key}` } as never })}
        nothing=""
        columns={[
          { name: 'transaction_id', kind: 'reference', place: 'head', cell: ({ side, key }) => <NameOf recordRef={`${of.msm_id}.${side}.${key}`} isAsked={records.length <= namesAsked} /> },
          { name: 'side', kind: 'text', place: 'line', cell: ({ side }) => codeWord('reconSides', side) },
          { name: 'status', kind: 'text', place: 'line', cell: (one) => stateWord('reconOutcome', one.status) },
          { name: 'amount', kind: 'amount', place: 'value', cell: (one) => <ExactAmount value={one.amount} currency={one.currency} /> },
        ]}
      />
    </>
  )
} // prettier-ignore

const SettlementLink = ({ id, batch }: { id: string | null; batch: string }): ReactNode => (
  <ScreenLink to="reconSettlement" search={{ settlement_id: id } as never}>
    <Reference>{batch}</Reference>
  </ScreenLink>
)

/** Of so many records the references are asked for; of more, their keys are shown. */
const namesAsked = 20
/** A record by its reference, which the numbers do not have. */
function NameOf({ recordRef, isAsked }: { recordRef: string; isAsked: boolean }): ReactNode {
  const environment = environmentOf(useUser())
  const { data } = useCall(readReconException, { path: { record_ref: recordRef }, query: { environment } }, { enabled: isAsked })
  const name = data?.record.transaction_id || data?.record.merchant_order_ref || recordRef.split('.').slice(2).join('.')
  return (
    <CutShort characters={24}>
      <Reference>{name}</Reference>
    </CutShort>
  )
} // prettier-ignore
