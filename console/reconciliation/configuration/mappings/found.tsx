import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconLayout } from '#contract/recon-sample.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import { faultText } from '../../files/fault-text.ts'
import { failureWords } from '../failure-words.ts'
import { emptyMapping, proposedMapping } from './edited.ts'
import type { MappingState } from './use-mapping.ts'
import styles from '../configuration.module.css'

/** What a sample was recognised as, or which layouts come nearest and what it lacks of them; another layout can be chosen. */
export function Found({ state, layouts }: { state: MappingState; layouts: readonly ReconLayout[] }): ReactNode {
  const { t } = useTranslation()
  const { edited, change, reading, errors } = state
  const { file, found, sample, error } = reading
  if (!file) return null
  if (!found) return error ? <SheetFault fault={failureWords(error)} /> : null
  const layout = layouts.find(({ key }) => key === found.layout)
  /** A layout brings its own columns and words; what was found for another is given up. */
  const choose = (key: string) => {
    const chosen = layouts.find((one) => one.key === key)
    if (key === edited.engine_source) return
    if (key === 'SHEET' && found.layout === '') return change(proposedMapping(edited, found, ''))
    const { display_name, file_prefix, source_type, all_headers, currency } = edited
    const kept = { display_name: display_name || (chosen?.name ?? ''), file_prefix, source_type, all_headers, currency }
    const bytes = { encoding: edited.reading.encoding, delimiter: edited.reading.delimiter }
    change({
      ...emptyMapping(chosen?.file_type ?? edited.file_type),
      ...kept,
      engine_source: key,
      source_date_format: '',
      offset: undefined,
      sheet_number: undefined,
      charge_params: undefined,
      reading: bytes,
    })
  }
  return (
    <Section title={t(($) => $.reconConfiguration.recognised)}>
      <p className={styles['about']} role="status">
        {layout
          ? t(($) => $.reconFiles.recognised, { layout: isolated(layout.name) })
          : t(($) => $.reconConfiguration.notRecognised)}
        {layout?.unseen && ` ${t(($) => $.reconConfiguration.unseen)}`}
      </p>
      {!layout &&
        found.candidates.map((candidate) => (
          <p key={candidate.key} className={styles['about']}>
            {t(($) => $.reconConfiguration.nearest, { layout: isolated(candidate.name) })}{' '}
            <bdi>{candidate.missing.join(', ')}</bdi>
          </p>
        ))}
      <div className={styles['fields']}>
        <Select
          label={t(($) => $.reconFiles.layout)}
          data={[
            { value: 'SHEET', label: t(($) => $.reconConfiguration.ownLayout) },
            ...layouts
              .filter((one) => one.file_type === edited.file_type || one.key === edited.engine_source)
              .map((one) => ({ value: one.key, label: one.name })),
          ]}
          value={edited.engine_source}
          searchable
          allowDeselect={false}
          error={errors['engine_source']}
          onChange={(key) => key && choose(key)}
        />
      </div>
      {sample && sample.reason !== '' && (
        <SheetFault fault={faultText({ reason: sample.reason, params: sample.reason_params })} />
      )}
    </Section>
  )
}
