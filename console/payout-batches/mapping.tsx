import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutBatch } from '#contract/payout-batches.ts'
import {
  payoutPlacesOf,
  payoutSheetColumns,
  resultBegin,
  type PayoutSheetColumn,
  type PayoutSheetReading,
} from '#contract/payout-sheet.ts'
import { Section } from '#console/kit/details/detail.tsx'
import styles from './payout-batches.module.css'

interface MappingProps {
  batch: PayoutBatch
  reading: PayoutSheetReading
  onChange: (reading: PayoutSheetReading) => void
}

/** How a sheet is read: the column of each field, and one value for all rows that leave it empty. */
export function Mapping({ batch: { head }, reading, onChange }: MappingProps): ReactNode {
  const { t } = useTranslation()
  const places = payoutPlacesOf(head, reading.columns)
  const titles = [...new Set(head.slice(0, resultBegin(head)).filter((title) => title !== ''))]
  const map = (column: PayoutSheetColumn, title: string | null) =>
    onChange({ ...reading, columns: { ...reading.columns, [column]: title ?? '' } })
  const fill = (column: PayoutSheetColumn, value: string) =>
    onChange({ ...reading, defaults: { ...reading.defaults, [column]: value } })
  return (
    <Section title={t(($) => $.payoutBatches.columns)}>
      <p className={styles['hint']}>{t(($) => $.payoutBatches.columnsHint)}</p>
      <div className={styles['fields']}>
        {payoutSheetColumns.map((column) => (
          <div key={column}>
            <Select
              label={<bdi dir="ltr">{column}</bdi>}
              placeholder={t(($) => $.payoutBatches.noColumn)}
              data={titles}
              value={head[places[column] ?? -1] ?? null}
              onChange={(title) => map(column, title)}
              clearable
            />
            {places[column] === undefined && (
              <TextInput
                mt={4}
                size="xs"
                aria-label={t(($) => $.payoutBatches.forAll, { column })}
                placeholder={t(($) => $.payoutBatches.forAllHint)}
                value={reading.defaults[column] ?? ''}
                maxLength={200}
                dir="auto"
                onChange={({ currentTarget }) => fill(column, currentTarget.value)}
              />
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}
