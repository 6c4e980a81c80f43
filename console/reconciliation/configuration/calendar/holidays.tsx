import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconHoliday } from '#contract/recon-calendar.ts'
import { Day, Nothing } from '#console/kit/details/values.tsx'
import { HolidaySheet } from './holiday-sheet.tsx'
import styles from '../configuration.module.css'

interface HolidaysProps {
  holidays: readonly ReconHoliday[]
  disabled: boolean
  onChange: (holidays: ReconHoliday[]) => void
}

/** The merchant's own holidays: typed one by one, or taken from a sheet. */
export function Holidays({ holidays, disabled, onChange }: HolidaysProps): ReactNode {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [name, setName] = useState('')
  /** A day that stands twice has the newer name. */
  const add = (more: readonly ReconHoliday[]) =>
    onChange(
      [...new Map([...holidays, ...more].map((one) => [one.day, one])).values()].toSorted((a, b) =>
        a.day.localeCompare(b.day),
      ),
    )
  const addTyped = () => {
    add([{ day, name: name.trim() }])
    setDay('')
    setName('')
  }
  return (
    <>
      {holidays.length === 0 ? (
        <p className={styles['about']}>{t(($) => $.reconConfiguration.noHolidays)}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
        <div
          className={styles['scroll']}
          role="region"
          aria-label={t(($) => $.reconConfiguration.ownHolidays)}
          tabIndex={0}
        >
          <ul className={styles['list']}>
            {holidays.map((one) => (
              <li key={one.day}>
                <Day of={one.day} />
                {one.name ? <bdi>{one.name}</bdi> : <Nothing />}
                {!disabled && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t(($) => $.reconConfiguration.removeHoliday, { day: one.day })}
                    onClick={() => onChange(holidays.filter((other) => other.day !== one.day))}
                  >
                    {t(($) => $.reconConfiguration.remove)}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {!disabled && (
        <>
          <div className={styles['inline']}>
            <TextInput
              type="date"
              label={t(($) => $.reconConfiguration.holidayDay)}
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <TextInput
              label={t(($) => $.reconConfiguration.holidayName)}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button variant="default" disabled={day === ''} onClick={addTyped}>
              {t(($) => $.reconConfiguration.addHoliday)}
            </Button>
          </div>
          <HolidaySheet onRead={add} />
        </>
      )}
    </>
  )
}
