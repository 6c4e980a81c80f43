import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateLocale } from '#i18n/languages.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from '../configuration.module.css'

interface WeekendProps {
  /** 1 is Monday, 7 is Sunday. */
  days: readonly number[]
  disabled: boolean
  onChange: (days: number[]) => void
}

/** The days of the week without work. One day at least is left to work on. */
export function Weekend({ days, disabled, onChange }: WeekendProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(dateLocale(language), { weekday: 'long', timeZone: 'UTC' })
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: format.format(Date.UTC(2024, 0, day)) }))
  return (
    <fieldset className={styles['group']} disabled={disabled}>
      <legend>{t(($) => $.reconConfiguration.weekend)}</legend>
      <div className={styles['days']}>
        {week.map(({ day, name }) => (
          <Checkbox
            key={day}
            label={name}
            checked={days.includes(day)}
            disabled={disabled || (days.length === 6 && !days.includes(day))}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...days, day].toSorted((one, other) => one - other)
                  : days.filter((one) => one !== day),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
