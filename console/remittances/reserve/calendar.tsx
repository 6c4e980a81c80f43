import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { readReserveCalendar, type ReserveCalendar } from '#contract/remittance-reserve.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Bars } from '#console/kit/charts/bars.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount, amountWords, Day, dayWords } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { briefAmount, shortDay } from '../chart-words.ts'
import styles from './reserve.module.css'

const units = ['day', 'week', 'month'] as const
type Unit = (typeof units)[number]

/** What is held, and when it comes free: as bars, and the same as a table. */
export function ReleaseCalendar(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const environment = environmentOf(useUser())
  const { by: asked, ...others } = useScreenSearch('reserveLedger') as RawSearch
  const by = units.find((unit) => unit === asked) ?? 'week'
  const { data } = useCall(readReserveCalendar, { query: { environment, by } }, { ofAll: true })
  if (!data) return null
  return (
    <>
      <Balances of={data} />
      {data.releases.length > 0 && (
        <Section
          title={t(($) => $.reserve.calendarTitle)}
          end={
            <div role="group" aria-label={t(($) => $.reserve.by)}>
              {units.map((unit) => (
                <Button
                  key={unit}
                  size="compact-sm"
                  variant={unit === by ? 'light' : 'subtle'}
                  aria-pressed={unit === by}
                  onClick={() => void go({ to: 'reserveLedger', search: { ...others, by: unit } as never })}
                >
                  {t(($) => $.reserve.units[unit])}
                </Button>
              ))}
            </div>
          }
        >
          <Releases of={data} by={by} />
        </Section>
      )}
    </>
  )
}

function Balances({ of: { balance, free, undated, currency } }: { of: ReserveCalendar }): ReactNode {
  const { t } = useTranslation()
  const shown = [['balance', balance], ['free', free], ['undated', undated]] as const
  return (
    <dl className={styles['balances']}>
      {shown.map(([name, value]) => (
        <div key={name} data-main={name === 'balance' || undefined}>
          <dt>{t(($) => $.reserve[name])}</dt>
          <dd><Amount value={value} currency={currency} /></dd>
        </div>
      ))}
    </dl>
  )
} // prettier-ignore

function Releases({ of: { releases, currency }, by }: { of: ReserveCalendar; by: Unit }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = (value: number) => `${amountWords(value, currency as Currency, language)} ${currency}`
  return (
    <>
      <Bars
        name={t(($) => $.reserve.calendarTitle)}
        points={releases.map(({ from, amount }) => ({ key: from, label: shortDay(from, language), title: dayWords(from, language), parts: [amount] }))}
        series={[{ name: t(($) => $.reserve.released), tone: 'good' }]}
        format={words}
        brief={(value) => briefAmount(value, language)}
      />
      <details>
        <summary>{t(($) => $.reserve.asTable)}</summary>
        <SmallTable<ReserveCalendar['releases'][number]>
          rows={releases}
          rowKey={({ from }) => from}
          nothing=""
          columns={[
            { name: by === 'day' ? 'release_on' : 'release_from', kind: 'text', cell: ({ from }) => <Day of={from} /> },
            { name: 'amount', kind: 'amount', cell: ({ amount }) => <Amount value={amount} currency={currency} /> },
            { name: 'tranches', kind: 'number', cell: ({ tranches }) => tranches },
          ]}
        />
      </details>
    </>
  )
} // prettier-ignore
