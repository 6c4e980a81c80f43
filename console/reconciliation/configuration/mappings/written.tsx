import { Button, Checkbox, MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingReading } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import type { PartProps } from './use-mapping.ts'
import { WrittenBytes } from './written-bytes.tsx'
import styles from '../configuration.module.css'

interface WrittenProps extends PartProps {
  sample: ReconSample | null
  onProposeAgain: () => void
  /** Whether columns may be proposed anew. */
  isOffered: boolean
}

/** How amounts and dates are written, and how the bytes become rows. */
export function Written({ sample, onProposeAgain, isOffered, ...part }: WrittenProps): ReactNode {
  const { t } = useTranslation()
  const own = useTimeZone()
  const { edited, change, titles, errors } = part
  const { reading } = edited
  const put = (next: Partial<MappingReading>) => change({ reading: { ...reading, ...next } })
  const found = { value: '', label: t(($) => $.reconConfiguration.asFound) }
  const isRefused =
    (sample !== null && sample.reason !== '') || Object.keys(errors).some((path) => path.startsWith('reading.'))
  return (
    <FormSection key={String(isRefused)} title={t(($) => $.reconConfiguration.written)} folded={!isRefused}>
      <TextInput
        label={t(($) => $.reconConfiguration.dateFormat)}
        description={t(($) => $.reconConfiguration.dateFormatHint)}
        dir="ltr"
        value={edited.source_date_format ?? ''}
        error={errors['source_date_format']}
        onChange={(event) => change({ source_date_format: event.currentTarget.value })}
      />
      <Select
        label={t(($) => $.reconConfiguration.timeZone)}
        description={t(($) => $.reconConfiguration.timeZoneHint)}
        data={timeZoneChoices(new Date(), own)}
        value={reading.time_zone ?? null}
        searchable
        clearable
        onChange={(zone) => put({ time_zone: zone ?? undefined })}
      />
      <CurrencySelect
        label={t(($) => $.reconConfiguration.currency)}
        description={t(($) => $.reconConfiguration.currencyHint)}
        value={edited.currency || null}
        clearable
        allowDeselect
        onChange={(currency) => change({ currency: currency ?? '' })}
      />
      <NativeSelect
        label={t(($) => $.reconConfiguration.decimal)}
        data={[
          found,
          { value: '.', label: t(($) => $.reconConfiguration.decimalDot) },
          { value: ',', label: t(($) => $.reconConfiguration.decimalComma) },
        ]}
        value={reading.decimal ?? ''}
        onChange={(event) =>
          put({ decimal: (event.currentTarget.value || undefined) as '.' | undefined, group: undefined })
        }
        error={errors['reading.group']}
      />
      <RadioChoices
        label={t(($) => $.reconConfiguration.unit)}
        value={reading.unit ?? 'major'}
        onChange={(unit) => put({ unit: unit as 'major' })}
        choices={(['major', 'minor', 'hundredths'] as const).map((value) => ({
          value,
          label: t(($) => $.reconConfiguration.units[value].title),
          description: t(($) => $.reconConfiguration.units[value].text),
        }))}
      />
      <RadioChoices
        label={t(($) => $.reconConfiguration.sign)}
        value={reading.sign ?? 'own'}
        onChange={(sign) => put({ sign: sign as 'own' })}
        choices={(['own', 'of_type'] as const).map((value) => ({
          value,
          label: t(($) => $.reconConfiguration.signs[value]),
        }))}
      />
      <WrittenBytes {...part} sample={sample} />
      <MultiSelect
        label={t(($) => $.reconConfiguration.identity)}
        description={t(($) => $.reconConfiguration.identityHint)}
        data={[...titles]}
        value={[...(reading.identity ?? [])]}
        searchable
        clearable
        maxValues={10}
        error={errors['reading.identity']}
        onChange={(identity) => put({ identity: identity.length > 0 ? identity : undefined })}
      />
      <Checkbox
        label={t(($) => $.reconConfiguration.strict)}
        description={t(($) => $.reconConfiguration.strictHint)}
        checked={reading.strict !== false}
        onChange={(event) => put({ strict: event.currentTarget.checked })}
      />
      {sample && isOffered && (
        <div className={styles['whole']}>
          <Button variant="default" onClick={onProposeAgain}>
            {t(($) => $.reconConfiguration.proposeAgain)}
          </Button>
        </div>
      )}
    </FormSection>
  )
}
