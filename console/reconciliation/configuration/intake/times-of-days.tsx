import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { intakeLimits } from '#contract/recon-intake-limits.ts'
import { numberText, weekdayName } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { weekdaysInOrder } from './rhythm-words.ts'
import type { ScheduleValues } from './schedule-values.ts'
import styles from './intake.module.css'

/** The weekdays, and the times of each of them. */
export function TimesOfDays({ form }: { form: UseFormReturnType<ScheduleValues> }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { times } = form.values
  return (
    <>
      <Checkbox.Group label={t(($) => $.reconIntake.weekdays)} {...form.getInputProps('weekdays')}>
        <div className={styles['weekdays']}>
          {weekdaysInOrder(language).map((day) => (
            <Checkbox key={day} value={String(day)} label={weekdayName(day, language)} />
          ))}
        </div>
      </Checkbox.Group>
      <fieldset className={styles['times']}>
        <legend className={styles['label']}>{t(($) => $.reconIntake.times)}</legend>
        {times.map((_, at) => {
          const name = t(($) => $.reconIntake.time, { number: numberText(at + 1, language) })
          return (
            <div key={at}>
              <TextInput type="time" aria-label={name} {...form.getInputProps(`times.${at}`)} />
              {times.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t(($) => $.reconIntake.removeTime, { name })}
                  onClick={() => form.removeListItem('times', at)}
                >
                  <Icon name="close" />
                </ActionIcon>
              )}
            </div>
          )
        })}
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" />}
          disabled={times.length >= intakeLimits.timesOfDay}
          onClick={() => form.insertListItem('times', '')}
        >
          {t(($) => $.reconIntake.addTime)}
        </Button>
      </fieldset>
    </>
  )
}
