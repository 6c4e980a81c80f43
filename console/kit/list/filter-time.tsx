import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/dates/styles.css'
import { Button } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateLanguage } from '#console/kit/i18n/date-language.ts'
import { FilterForm } from './filter-control.tsx'
import type { FilterValue, TimeRange } from './list-state.ts'
import styles from './list.module.css'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { dayAfter, dayAt, isMinute, type Day } from '#contract/kit/zoned-day.ts'

const presets = {
  past: ['today', 'last7', 'last30', 'thisMonth'],
  ahead: ['today', 'next7', 'next30', 'wholeMonth', 'last30'],
} as const
type Preset = (typeof presets)['past' | 'ahead'][number]

interface FilterTimeProps {
  value: TimeRange
  onApply: (value: FilterValue | null) => void
  /** Days that are still to come can be chosen too. */
  ahead?: boolean
}

/** A range of days of the merchant's calendar: common ranges as buttons, any other range on a calendar. */
export default function FilterTime({ value, onApply, ahead = false }: FilterTimeProps): ReactNode {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  const language = useDateLanguage()
  // A minute shows as its day on the calendar.
  const day = (end = '') => (isMinute(end) ? dayAt(new Date(end), timeZone) : end || null)
  const [range, setRange] = useState<[Day | null, Day | null]>([day(value.from), day(value.to)])
  const today = dayAt(new Date(), timeZone)
  const apply = ([from, to]: [Day | null, Day | null]) =>
    onApply(from || to ? { ...(from ? { from } : {}), ...(to || from ? { to: (to ?? from) as Day } : {}) } : null)
  return (
    <FilterForm onSubmit={() => apply(range)}>
      <div className={styles['presets']}>
        {presets[ahead ? 'ahead' : 'past'].map((preset) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => apply(presetRange(preset, today))}>
            {t(($) => $.list.presets[preset])}
          </Button>
        ))}
      </div>
      <DatesProvider settings={language}>
        <DatePicker
          type="range"
          size="sm"
          allowSingleDateInRange
          hideOutsideDates
          classNames={{ day: styles['day'] ?? '' }}
          value={range}
          onChange={setRange}
          {...(ahead ? {} : { maxDate: today })}
          ariaLabels={{
            previousMonth: t(($) => $.list.previousMonth),
            nextMonth: t(($) => $.list.nextMonth),
          }}
        />
      </DatesProvider>
    </FilterForm>
  )
}

function presetRange(preset: Preset, today: Day): [Day, Day] {
  const month = today.slice(0, 8)
  const ranges: Record<Preset, [Day, Day]> = {
    today: [today, today],
    last7: [dayAfter(today, -6), today],
    last30: [dayAfter(today, -29), today],
    thisMonth: [`${month}01`, today],
    next7: [today, dayAfter(today, 6)],
    next30: [today, dayAfter(today, 29)],
    wholeMonth: [`${month}01`, dayAfter(`${dayAfter(`${month}01`, 31).slice(0, 8)}01`, -1)],
  }
  return ranges[preset]
}
