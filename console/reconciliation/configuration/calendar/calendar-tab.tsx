import { Button, Select } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { readReconCalendar, saveReconCalendar, type ReconCalendar } from '#contract/recon-calendar.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Holidays } from './holidays.tsx'
import { Weekend } from './weekend.tsx'
import styles from '../configuration.module.css'

/** The working days by which files are expected and settlements are due. */
export function CalendarTab(): ReactNode {
  const query = useCall(readReconCalendar, { query: { environment: environmentOf(useUser()) } })
  const [base, setBase] = useState<ReconCalendar | null>(null)
  useEffect(() => {
    if (!base && query.data) setBase(query.data)
  }, [base, query.data])
  if (!base || !query.data) return <Unanswered query={query} lines={8} />
  return (
    <Edit key={base.version} base={base} latest={query.data} onBegin={setBase} refetch={() => void query.refetch()} />
  )
}

interface EditProps {
  base: ReconCalendar
  latest: ReconCalendar
  onBegin: (calendar: ReconCalendar) => void
  refetch: () => void
}
function Edit({ base, latest, onBegin, refetch }: EditProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const environment = environmentOf(useUser())
  const isDenied = useDenied('reconConfiguration') !== null
  const [version, setVersion] = useState(base.version)
  const { form, onSubmit, pending, failure } = useCallForm(saveReconCalendar, {
    initial: { weekend: base.weekend, country: base.country, holidays: base.holidays },
    toBody: (values) => ({ ...values, version, environment }),
    blanks: 'sent',
    refreshes: [readReconCalendar],
    onDone: ({ answer }) => onBegin(answer),
  })
  const isConflict = failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) refetch()
  }, [isConflict])
  const isChanged = form.isDirty()
  const { weekend, holidays } = form.values
  return (
    <form noValidate onSubmit={onSubmit}>
      {latest.version > version && isChanged && (
        <ChangedMeanwhile onKeep={() => setVersion(latest.version)} onTake={() => onBegin(latest)}>
          {t(($) => $.reconConfiguration.calendarChanged)}
        </ChangedMeanwhile>
      )}
      <Section title={t(($) => $.reconConfiguration.workingDays)}>
        <p className={styles['about']}>{t(($) => $.reconConfiguration.workingDaysText)}</p>
        <Weekend days={weekend} disabled={isDenied} onChange={(days) => form.setFieldValue('weekend', days)} />
        <div className={styles['fields']}>
          <Select
            label={t(($) => $.reconConfiguration.holidaysOf)}
            description={t(($) => $.reconConfiguration.holidaysOfHint)}
            data={[
              { value: '', label: t(($) => $.reconConfiguration.noCountry) },
              ...latest.countries.map(({ country, last_year: year }) => ({
                value: country,
                label: t(($) => $.reconConfiguration.knownUntil, {
                  name: country === 'EU' ? t(($) => $.calendars.euro) : countryName(country, language),
                  year: String(year),
                }),
              })),
            ]}
            allowDeselect={false}
            disabled={isDenied}
            {...form.getInputProps('country')}
          />
        </div>
      </Section>
      <Section title={t(($) => $.reconConfiguration.ownHolidays)}>
        <p className={styles['about']}>{t(($) => $.reconConfiguration.ownHolidaysText)}</p>
        <Holidays holidays={holidays} disabled={isDenied} onChange={(days) => form.setFieldValue('holidays', days)} />
      </Section>
      {failure && !isConflict && <FormFailure error={failure} />}
      <div className={styles['foot']}>
        {isDenied ? (
          <WhyNot rule="reconConfiguration" />
        ) : (
          <>
            <Button type="submit" loading={pending} disabled={!isChanged}>
              {t(($) => $.reconConfiguration.save)}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={() => form.reset()}>
                {t(($) => $.settings.discard)}
              </Button>
            )}
          </>
        )}
      </div>
      <AskBeforeLeaving unsaved={isChanged && !pending} />
    </form>
  )
}
