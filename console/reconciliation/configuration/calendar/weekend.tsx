import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '#console/kit/i18n/names.ts'
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
  return (
    <fieldset className={styles['group']} disabled={disabled}>
      <legend>{t(($) => $.reconConfiguration.weekend)}</legend>
      <div className={styles['days']}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <Checkbox
            key={day}
            label={weekdayName(day, language)}
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
