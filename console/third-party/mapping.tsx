import { Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ThirdPartyUpload } from '#contract/third-party.ts'
import {
  dateFormats,
  neededFields,
  placesOf,
  thirdPartyFields,
  thirdPartyStates,
  type DateFormat,
  type ThirdPartyField,
  type ThirdPartyMapping,
  type ThirdPartyState,
} from '#contract/third-party-mapping.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import styles from './third-party.module.css'

interface MappingProps {
  upload: ThirdPartyUpload
  mapping: ThirdPartyMapping
  onChange: (mapping: ThirdPartyMapping) => void
}

/** How a sheet is read: the column of each field, the form and zone of its dates, and its words for states. */
export function Mapping({ upload, mapping, onChange }: MappingProps): ReactNode {
  const { t } = useTranslation()
  const [zones] = useState(() => timeZoneChoices(new Date(), upload.mapping.time_zone))
  const places = placesOf(upload.head, mapping.columns)
  const titles = [...new Set(upload.head.filter((title) => title !== ''))]
  const map = (field: ThirdPartyField, title: string | null) =>
    onChange({ ...mapping, columns: { ...mapping.columns, [field]: title ?? '' } })
  const words = [...new Set([...upload.unknown_statuses, ...Object.keys(mapping.statuses ?? {})])]
  const mean = (word: string, state: ThirdPartyState | null) => {
    const { [word]: _, ...others } = mapping.statuses ?? {}
    onChange({ ...mapping, statuses: state ? { ...others, [word]: state } : others })
  }
  return (
    <Section title={t(($) => $.thirdParty.columns)}>
      <p className={styles['hint']}>{t(($) => $.thirdParty.columnsHint)}</p>
      <div className={styles['fields']}>
        {thirdPartyFields.map((field) => (
          <Select
            key={field}
            label={wireWord('thirdPartyFields', field)}
            withAsterisk={(neededFields as readonly string[]).includes(field)}
            placeholder={t(($) => $.thirdParty.noColumn)}
            data={titles}
            value={upload.head[places[field] ?? -1] ?? null}
            onChange={(title) => map(field, title)}
            clearable
          />
        ))}
        <Select
          label={t(($) => $.thirdParty.dateFormat)}
          data={dateFormats}
          value={mapping.date_format ?? dateFormats[0]}
          onChange={(format) => onChange({ ...mapping, date_format: format as DateFormat })}
          allowDeselect={false}
        />
        <Select
          label={t(($) => $.thirdParty.timeZone)}
          data={zones}
          value={mapping.time_zone ?? null}
          onChange={(zone) => zone && onChange({ ...mapping, time_zone: zone })}
          searchable
          allowDeselect={false}
        />
      </div>
      {words.length > 0 && (
        <>
          <p className={styles['hint']}>{t(($) => $.thirdParty.statusesHint)}</p>
          <div className={styles['fields']}>
            {words.map((word) => (
              <Select
                key={word}
                label={t(($) => $.thirdParty.means, { word: isolated(word) })}
                placeholder={t(($) => $.thirdParty.unknown)}
                data={thirdPartyStates.map((value) => ({ value, label: stateWord('thirdParty', value) }))}
                value={mapping.statuses?.[word] ?? null}
                onChange={(state) => mean(word, state as ThirdPartyState | null)}
                clearable
              />
            ))}
          </div>
        </>
      )}
    </Section>
  )
}
