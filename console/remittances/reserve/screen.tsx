import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadReserveStatement, listReserveMovements, reserveMovementList } from '#contract/remittance-reserve.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Amount, Day, Nothing } from '#console/kit/details/values.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ReleaseCalendar } from './calendar.tsx'

/** What is held back of sales abroad: what it is, when it comes free, and each movement with the balance after it. */
export default function ReserveLedger(): ReactNode {
  const { t } = useTranslation()
  const { iamportKey: key } = useUser()
  return (
    <ListScreen
      name="reserveLedger"
      table="reserve-movements"
      call={listReserveMovements}
      exports={downloadReserveStatement}
      path={{ key }}
      list={reserveMovementList}
      rowKey={({ number }) => String(number)}
      to={({ settlement_ref: ref }) => ({ to: 'remittance', search: { ref } as never })}
      keep={['by']}
      cells={{
        amount: ({ amount, currency, txn_type }) => <Amount value={txn_type === 'DEBIT' ? -amount : amount} currency={currency} />,
        sold_on: ({ sold_on }) => (sold_on ? <Day of={sold_on} /> : <Nothing />),
        release_on: ({ release_on }) => (release_on ? <Day of={release_on} /> : <Nothing />),
      }}
      above={<ReleaseCalendar />}
      searchFinds={t(($) => $.reserve.searchFinds)}
      empty={{ title: t(($) => $.reserve.emptyTitle), text: t(($) => $.reserve.emptyText) }}
    />
  )
} // prettier-ignore
