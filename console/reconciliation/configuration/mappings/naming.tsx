import { Select, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mappingSourceTypes, type MappingSourceType } from '#contract/recon-mapping-shapes.ts'
import type { ReconSource } from '#contract/recon-sources.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import type { PartProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

/** What the mapping is called, which files it reads, and whose records they bring. */
export function Naming({
  edited,
  change,
  errors,
  sources,
}: PartProps & { sources: readonly ReconSource[] }): ReactNode {
  const { t } = useTranslation()
  const name = { isName: true }
  const fit = sources.filter(
    ({ category }) =>
      category !== 'PAYMENT_GATEWAY' && (category === 'MERCHANT') === (edited.file_type === 'transaction'),
  )
  return (
    <Section title={t(($) => $.reconConfiguration.naming)}>
      <div className={styles['fields']}>
        <TextInput
          label={t(($) => $.reconConfiguration.name)}
          required
          maxLength={100}
          value={edited.display_name}
          error={errors['display_name']}
          onChange={(event) => change({ display_name: event.currentTarget.value }, name)}
        />
        <TextInput
          label={t(($) => $.reconConfiguration.pattern)}
          description={t(($) => $.reconConfiguration.patternHint)}
          dir="ltr"
          maxLength={200}
          value={edited.file_prefix ?? ''}
          error={errors['file_prefix']}
          onChange={(event) => change({ file_prefix: event.currentTarget.value }, name)}
        />
        {edited.file_type === 'recon' && (
          <Select
            label={t(($) => $.reconConfiguration.sender)}
            data={mappingSourceTypes
              .filter((one) => one !== 'MERCHANT')
              .map((value) => ({ value, label: codeWord('mappingSenders', value) }))}
            value={edited.source_type ?? 'PROVIDER'}
            allowDeselect={false}
            onChange={(type) => change({ source_type: type as MappingSourceType }, name)}
          />
        )}
        {fit.length > 0 && (
          <Select
            label={t(($) => $.columns.data_source)}
            description={t(($) => $.reconConfiguration.sourceHint)}
            placeholder={t(($) => $.reconConfiguration.ownSource)}
            data={fit.map(({ data_source: source }) => source)}
            value={edited.data_source ?? null}
            clearable
            error={errors['data_source']}
            onChange={(source) => change({ data_source: source ?? undefined }, name)}
          />
        )}
        <Switch
          label={t(($) => $.reconConfiguration.enabled)}
          description={t(($) => $.reconConfiguration.enabledHint)}
          checked={edited.is_enabled !== false}
          onChange={(event) => change({ is_enabled: event.currentTarget.checked }, name)}
        />
      </div>
    </Section>
  )
}
