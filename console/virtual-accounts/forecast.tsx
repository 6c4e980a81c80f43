import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readForecast, type ForecastDay, type VirtualAccount } from '#contract/virtual-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount, Day } from '#console/kit/details/values.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'

/** What payouts that wait leave of the account over the next 30 days. Nothing is shown where none waits. */
export function Forecast({ account }: { account: VirtualAccount }): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readForecast, { path: { account: account.account_no }, query: {} })
  const days = (data ?? []).filter(({ payouts }) => payouts > 0)
  if (days.length === 0) return null
  const isShort = days.some(({ available }) => available < 0)
  return (
    <>
      {isShort && <Notice title={t(($) => $.virtualAccounts.short)} />}
      <Section title={t(($) => $.virtualAccounts.forecast)} folded={!isShort}>
        <p>{t(($) => $.virtualAccounts.forecastText)}</p>
        <SmallTable<ForecastDay>
          rows={days}
          rowKey={({ day }) => day}
          nothing=""
          columns={[
            { name: 'leaves_on', kind: 'text', cell: ({ day }) => <Day of={day} /> },
            { name: 'payouts', kind: 'number', cell: ({ payouts }) => payouts },
            {
              name: 'leaving',
              kind: 'amount',
              cell: ({ leaving, currency }) => <Amount value={leaving} currency={currency} />,
            },
            {
              name: 'available_after',
              kind: 'amount',
              cell: ({ available, currency }) => <Amount value={available} currency={currency} />,
            },
          ]}
        />
      </Section>
    </>
  )
}
