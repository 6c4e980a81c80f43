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

const presets = ['today', 'last7', 'last30', 'thisMonth'] as const

interface FilterTimeProps {
  value: TimeRange
  onApply: (value: FilterValue | null) => void
}

/** A range of days of the merchant's calendar: common ranges as buttons, any other range on a calendar. */
export default function FilterTime({ value, onApply }: FilterTimeProps): ReactNode {
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
        {presets.map((preset) => (
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
          weekendDays={[]}
          value={range}
          onChange={setRange}
          maxDate={today}
          ariaLabels={{
            previousMonth: t(($) => $.list.previousMonth),
            nextMonth: t(($) => $.list.nextMonth),
          }}
        />
      </DatesProvider>
    </FilterForm>
  )
}

function presetRange(preset: (typeof presets)[number], today: Day): [Day, Day] {
  const from = { today, last7: dayAfter(today, -6), last30: dayAfter(today, -29), thisMonth: `${today.slice(0, 8)}01` }
  return [from[preset], today]
}
