import { Popover } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import type { ScreenName } from '#contract/screens.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { ScreenLink, useGo, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from './dashboard.module.css'
import { picks, writeChoice, type Choice } from './period.ts'

const FilterTime = lazy(() => import('#console/kit/list/filter-time.tsx'))

interface ControlsProps {
  /** The screen that is controlled. */
  to: AnalyticsScreen
  choice: Choice
  /** The query parameters of the address. */
  search: RawSearch
  currencies: readonly Currency[]
  currency: Currency | 'all'
  /** The name of the choice of all currencies; there is none without it. */
  all?: string
  /** The choices of merchants: own, all, each sub-merchant; empty where there is no choice. */
  merchants: readonly { value: string; label: string }[]
  merchant: string
}

export type AnalyticsScreen = Extract<ScreenName, 'dashboard' | 'remittanceDashboard' | `${string}Analytics`>

/** The choice of period, currency and, for a master, merchant. */
export function Controls(props: ControlsProps): ReactNode {
  const { to, choice, search, currencies, currency, all, merchants, merchant } = props
  const { t } = useTranslation()
  const go = useGo()
  const { period: _p, from: _f, to: _t, ...others } = search
  const change = (part: RawSearch) => void go({ to: to as 'dashboard', search: { ...search, ...part } as never })
  return (
    <div className={styles['controls']}>
      <nav aria-label={t(($) => $.dashboard.period)} className={styles['periods']}>
        {picks.map((pick) => (
          <ScreenLink
            key={pick}
            to={to as 'dashboard'}
            search={{ ...others, ...writeChoice({ pick, from: '', to: '' }) } as never}
            {...(choice.pick === pick ? { 'aria-current': 'true' } : {})}
          >
            {t(($) => $.dashboard.picks[pick])}
          </ScreenLink>
        ))}
        <OwnDays
          choice={choice}
          onChoose={(days) => void go({ to: to as 'dashboard', search: { ...others, ...days } as never })}
        />
      </nav>
      {currencies.length > 1 && (
        <label className={styles['choice']}>
          {t(($) => $.dashboard.currency)}{' '}
          <select value={currency} onChange={(event) => change({ currency: event.currentTarget.value })}>
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
            {all && <option value="all">{all}</option>}
          </select>
        </label>
      )}
      {merchants.length > 1 && (
        <label className={styles['choice']}>
          {t(($) => $.dashboard.merchant)}{' '}
          <select value={merchant} onChange={(event) => change({ merchant: event.currentTarget.value })}>
            {merchants.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

/** A period of any days, chosen on a calendar. */
function OwnDays({ choice, onChoose }: { choice: Choice; onChoose: (days: RawSearch) => void }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <button
          type="button"
          onClick={() => setOpen(!open)}
          {...(choice.pick === 'custom' ? { 'aria-current': 'true' as const } : {})}
        >
          {t(($) => $.dashboard.picks.custom)}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(($) => $.dashboard.picks.custom)}>
        <Suspense fallback={<LinesSkeleton lines={6} />}>
          <FilterTime
            value={choice.pick === 'custom' ? { from: choice.from, to: choice.to } : {}}
            onApply={(value) => {
              setOpen(false)
              const { from, to } = (value ?? {}) as { from?: string; to?: string }
              const end = to ?? from
              if (end) onChoose({ from: from ?? dayAfter(end, 0), to: end })
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
