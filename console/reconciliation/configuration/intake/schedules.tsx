import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { NextLooks } from './next-looks.tsx'
import { useRhythmWords } from './rhythm-words.ts'
import { ScheduleForm } from './schedule-form.tsx'
import type { Intake, Schedule } from './use-intake.ts'
import styles from './intake.module.css'

/** When the folder is looked at for each source, and until when a file should have come. */
export function Schedules({ intake }: { intake: Intake }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const names = [...new Set([...intake.sources, ...intake.schedules.map(({ source }) => source)])]
  const found = (name: string) => intake.schedules.find(({ source }) => source === name)
  return (
    <Section title={t(($) => $.reconIntake.schedule)}>
      <p className={styles['about']}>{t(($) => $.reconIntake.scheduleAbout)}</p>
      <ul className={styles['sources']}>
        {names.map((name) => (
          <li key={name}>
            <div className={styles['sourceHead']}>
              <h3>
                <LeftToRight>{name}</LeftToRight>
              </h3>
              <Button
                size="xs"
                variant="default"
                aria-label={t(($) => (found(name) ? $.reconIntake.editScheduleOf : $.reconIntake.setScheduleOf), {
                  source: isolatedLtr(name),
                })}
                onClick={() => setOpen(name)}
              >
                {t(($) => (found(name) ? $.reconIntake.edit : $.reconIntake.setSchedule))}
              </Button>
            </div>
            <Scheduled schedule={found(name)} isReached={intake.sftp.state !== 'none'} />
          </li>
        ))}
      </ul>
      {open !== null && (
        <ScheduleForm
          channelKey={intake.channel_key}
          source={open}
          schedule={found(open)}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}

function Scheduled({ schedule, isReached }: { schedule: Schedule | undefined; isReached: boolean }): ReactNode {
  const { t } = useTranslation()
  const rhythmWords = useRhythmWords()
  if (!schedule) return <p className={styles['hint']}>{t(($) => $.reconIntake.unscheduled)}</p>
  const { next_looks: looks, time_zone: zone } = schedule
  const time = (at: string | null) => (at ? <Time at={at} zoned /> : t(($) => $.reconIntake.never))
  return (
    <>
      <Facts
        facts={[
          [t(($) => $.reconIntake.looks), rhythmWords(schedule)],
          [
            t(($) => $.reconIntake.expectedBy),
            schedule.expected_by ? (
              <span key="by">
                <LeftToRight>{schedule.expected_by}</LeftToRight> <bdi>{zone}</bdi>
              </span>
            ) : (
              t(($) => $.reconIntake.notExpected)
            ),
          ],
          [t(($) => $.reconIntake.lastLook), time(schedule.last_look_at)],
          [t(($) => $.reconIntake.lastFile), time(schedule.last_file_at)],
          [
            t(($) => $.reconIntake.pattern),
            schedule.file_prefix ? <LeftToRight key="names">{schedule.file_prefix}</LeftToRight> : undefined,
          ],
        ]}
      />
      {schedule.last_fault !== '' && <p className={styles['fault']}>{codeWord('sftpFaults', schedule.last_fault)}</p>}
      {looks.length > 0 && !isReached && <p className={styles['hint']}>{t(($) => $.reconIntake.noServerYet)}</p>}
      <NextLooks looks={looks} zone={zone} />
    </>
  )
}
