import { Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { wordMeanings } from '#contract/recon-mapping-shapes.ts'
import { recordTypes, type RecordType } from '#contract/recon-records.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import type { PartProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

type Meaning = (typeof wordMeanings)[number]
const statusMeanings: readonly Meaning[] = ['payment', 'refund', 'ignored']

/** What each word of the type's or status's column means; without such a column, which type all rows have. */
export function TypeWords({ edited, change, errors, words }: PartProps & { words: ReconSample['words'] }): ReactNode {
  const { t } = useTranslation()
  const { reading, columns, file_type: fileType, engine_source: engine } = edited
  const given = reading.types ?? {}
  const others = Object.keys(given).filter((word) => !words.some((one) => one.word === word))
  const shown = [...words, ...others.map((word) => ({ word, count: 0, type: null }))]
  const hasColumn = columns.txn_type !== undefined || columns.status !== undefined || shown.length > 0
  const meanings = fileType === 'transaction' ? statusMeanings : wordMeanings
  const meaningWord = (one: Meaning) =>
    one === 'ignored' ? t(($) => $.reconConfiguration.leftOut) : wireWord('recordTypes', one)
  const mean = (word: string, meaning: Meaning | null) => {
    const { [word]: _, ...rest } = given
    change({ reading: { ...reading, types: meaning === null ? rest : { ...rest, [word]: meaning } } })
  }
  if (!hasColumn && (engine !== 'SHEET' || fileType === 'transaction')) return null
  return (
    <Section title={t(($) => $.reconConfiguration.types)}>
      <p className={styles['about']}>
        {hasColumn ? t(($) => $.reconConfiguration.typesText) : t(($) => $.reconConfiguration.noTypesText)}
      </p>
      <div className={styles['fields']}>
        {hasColumn ? (
          shown.map(({ word, count, type }) => (
            <Select
              key={word}
              label={isolated(word)}
              description={
                count > 0
                  ? t(($) => $.reconConfiguration.rowsOfSample, { count })
                  : t(($) => $.reconConfiguration.notInSample)
              }
              placeholder={t(($) => $.reconConfiguration.chooseMeaning)}
              data={meanings.map((value) => ({ value, label: meaningWord(value) }))}
              value={given[word] ?? type}
              clearable={given[word] !== undefined}
              error={(given[word] ?? type) === null && t(($) => $.reconConfiguration.noMeaning)}
              onChange={(meaning) => mean(word, meaning as Meaning | null)}
            />
          ))
        ) : (
          <>
            <Select
              label={t(($) => $.reconConfiguration.allRowsAre)}
              data={recordTypes.map((value) => ({ value, label: wireWord('recordTypes', value) }))}
              value={reading.type ?? null}
              allowDeselect={false}
              onChange={(type) => change({ reading: { ...reading, type: type as RecordType } })}
            />
            <Checkbox
              label={t(($) => $.reconConfiguration.outIsRefund)}
              checked={reading.types_reversed?.payment === 'refund'}
              onChange={(event) =>
                change({
                  reading: {
                    ...reading,
                    types_reversed: event.currentTarget.checked ? { payment: 'refund' } : undefined,
                  },
                })
              }
            />
          </>
        )}
      </div>
      <SheetFault fault={errors['reading.types'] ?? ''} />
    </Section>
  )
}
