import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { summariseFees, type FeeSummary } from '#contract/fee-checks.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useChannels } from './channels.ts'
import { FeeCharts } from './charts.tsx'
import { FeeFigures } from './figures.tsx'
import { SumTable } from './sum-table.tsx'
import { DaysSelect } from '../days-select.tsx'
import { usePeriod } from './use-period.ts'
import styles from './fees.module.css'

/** Overcharge and undercharge of a period: by currency, then by channel, type and method. */
export function Overview({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { channel = '' } = useScreenSearch('reconFees') as RawSearch
  const { period, asked } = usePeriod()
  const sums = useCall(
    summariseFees,
    { body: { environment, ...asked, ...(channel && { payment_channel_key: channel }) } },
    { keepPrevious: true },
  )
  return (
    <Screen name="reconFees" wide>
      {tabs}
      <Choices period={period} channel={channel} />
      {!sums.data ? (
        <Unanswered query={sums} lines={8} />
      ) : sums.data.length === 0 ? (
        <Empty title={t(($) => $.reconFees.nothingTitle)} text={t(($) => $.reconFees.nothingText)}>
          {period === 'all' && channel === '' ? (
            <ButtonLink to="reconData">{t(($) => $.reconFiles.add)}</ButtonLink>
          ) : (
            <ButtonLink to="reconFees" search={{ days: 'all' } as never} variant="default">
              {t(($) => $.reconFees.showAll)}
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <Sums rows={sums.data} />
      )}
    </Screen>
  )
}

function Sums({ rows }: { rows: readonly FeeSummary[] }): ReactNode {
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].toSorted(([, a], [, b]) => count(b) - count(a))
  return (
    <>
      <FeeFigures byCurrency={byCurrency} />
      <FeeCharts byCurrency={byCurrency} />
      <SumTable rows={rows} />
    </>
  )
}
const count = (rows: readonly FeeSummary[]) => rows.reduce((sum, { records }) => sum + records, 0)

/** The period and the channel, which stand in the address. */
function Choices({ period, channel }: { period: string; channel: string }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { choices } = useChannels()
  const change = (next: { period?: string; channel?: string }) => {
    const now = { period, channel, ...next }
    void go({ to: 'reconFees', search: { days: now.period, ...(now.channel && { channel: now.channel }) } as never, replace: true })
  }
  return (
    <div className={styles['choices']}>
      <DaysSelect address={period} onChoose={(days) => change({ period: days })} />
      <NativeSelect
        label={t(($) => $.reconFees.channel)}
        value={channel}
        data={[{ value: '', label: t(($) => $.reconFees.allChannels) }, ...choices]}
        onChange={(event) => change({ channel: event.currentTarget.value })}
      />
    </div>
  )
} // prettier-ignore
