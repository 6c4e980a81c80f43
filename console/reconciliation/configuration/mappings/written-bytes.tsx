import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingReading } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { PartProps } from './use-mapping.ts'

const encodings = [
  'utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1256', 'windows-874', 'windows-1258',
  'iso-8859-1', 'iso-8859-15', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr',
] as const // prettier-ignore
const delimiters = [',', ';', '\t', '|'] as const

/** How the bytes of a file become rows: encoding, marks between cells, the sheet, and where its titles stand. */
export function WrittenBytes({
  edited,
  change,
  errors,
  sample,
}: PartProps & { sample: ReconSample | null }): ReactNode {
  const { t } = useTranslation()
  const { reading } = edited
  const put = (next: Partial<MappingReading>) => change({ reading: { ...reading, ...next } })
  const found = { value: '', label: t(($) => $.reconConfiguration.asFound) }
  const format = sample?.format ?? ''
  const isText = format === '' || format === 'csv'
  const isBook = format === 'xlsx' || format === 'xls' || (format === '' && (edited.sheet_number ?? -1) >= 0)
  const hasPath = format === 'xml' || format === 'json' || format === 'ndjson' || reading.rows_at !== undefined
  const { encoding = '', delimiter = '' } = reading
  const with1 = <Value extends string>(all: readonly Value[], one: string) =>
    one === '' || (all as readonly string[]).includes(one) ? all : [...all, one]
  return (
    <>
      {isText && (
        <>
          <NativeSelect
            label={t(($) => $.reconConfiguration.encoding)}
            data={[found, ...with1(encodings, encoding.toLowerCase()).map((value) => ({ value, label: value }))]}
            value={encoding.toLowerCase()}
            error={errors['reading.encoding']}
            onChange={(event) => put({ encoding: event.currentTarget.value || undefined })}
          />
          <NativeSelect
            label={t(($) => $.reconConfiguration.delimiter)}
            data={[
              found,
              ...with1(delimiters, delimiter).map((value) => ({
                value,
                label: value === '\t' ? t(($) => $.reconConfiguration.tab) : value,
              })),
            ]}
            value={delimiter}
            onChange={(event) => put({ delimiter: event.currentTarget.value || undefined })}
          />
          <NativeSelect
            label={t(($) => $.reconConfiguration.quote)}
            data={[
              { value: '"', label: '"' },
              { value: "'", label: "'" },
              { value: 'none', label: t(($) => $.reconConfiguration.noQuote) },
            ]}
            value={reading.quote === undefined ? '"' : reading.quote || 'none'}
            onChange={(event) => {
              const quote = event.currentTarget.value
              put({ quote: quote === '"' ? undefined : quote === 'none' ? '' : quote })
            }}
          />
        </>
      )}
      {isBook && sample && sample.sheets.length > 0 ? (
        <NativeSelect
          label={t(($) => $.reconConfiguration.sheet)}
          data={[
            { value: '-1', label: t(($) => $.reconConfiguration.anySheet) },
            ...sample.sheets.map(({ name }, at) => ({ value: String(at), label: name })),
          ]}
          value={String(edited.sheet_number ?? -1)}
          onChange={(event) => change({ sheet_number: Number(event.currentTarget.value) })}
        />
      ) : (
        isBook && number('sheet', edited.sheet_number, (sheet) => change({ sheet_number: sheet }))
      )}
      {number('offset', edited.offset, (offset) => change({ offset }))}
      {hasPath && (
        <TextInput
          label={t(($) => $.reconConfiguration.rowsAt)}
          description={t(($) => $.reconConfiguration.rowsAtHint)}
          dir="ltr"
          value={reading.rows_at ?? ''}
          onChange={(event) => put({ rows_at: event.currentTarget.value || undefined })}
        />
      )}
    </>
  )

  function number(name: 'sheet' | 'offset', value: number | undefined, set: (value: number | undefined) => void) {
    return (
      <TextInput
        label={t(($) => $.reconConfiguration[name])}
        inputMode="numeric"
        dir="ltr"
        value={value === undefined ? '' : String(value)}
        error={errors[name === 'sheet' ? 'sheet_number' : name]}
        onChange={(event) => {
          const typed = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 4)
          set(typed === '' ? undefined : Number(typed))
        }}
      />
    )
  }
}
