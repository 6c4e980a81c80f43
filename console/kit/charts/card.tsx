import { ActionIcon } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import type { CallError } from '#console/kit/api/send-call.ts'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import styles from './card.module.css'
import { tableFile } from './table-file.ts'

/** The data of a chart as a table. */
export interface AsTable {
  head: readonly string[]
  /** Each with a key of its own, as two may have the same first cell. */
  rows: readonly { key: string; cells: readonly string[] }[]
}
interface CardProps {
  title: string
  /** False while the data loads. */
  ready: boolean
  /** The chart is that of the question before, until the new answer has come. */
  waiting: boolean
  /** Shown in place of the chart. */
  error: CallError | null
  onRetry: () => void
  table: AsTable
  /** The part of the row that it takes in a wide window. */
  size: 'row' | 'half' | 'third'
  children: ReactNode
}

/** What a card shows of a call: its answer, the answer before while the new one is on its way, or a failure in its place. */
export const answerOf = (query: {
  data: unknown
  isPlaceholderData: boolean
  error: CallError | null
  refetch: () => unknown
}): Pick<CardProps, 'ready' | 'waiting' | 'error' | 'onRetry'> => ({
  ready: query.data !== undefined,
  waiting: query.isPlaceholderData,
  error: query.data === undefined ? query.error : null,
  onRetry: () => void query.refetch(),
})

/** A chart with its title and a switch to the same data as a table. */
export function Card({ title, ready, waiting, error, onRetry, table, size, children }: CardProps): ReactNode {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section
      className={styles['card']}
      data-card
      data-size={size}
      data-waiting={waiting || undefined}
      aria-labelledby={id}
      aria-busy={(!ready || waiting) && !error}
    >
      <div className={styles['cardHead']}>
        <h2 id={id}>{title}</h2>
        <span className={styles['acts']}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(($) => $.dashboard.asFile, { chart: title })}
            title={t(($) => $.dashboard.asFile, { chart: title })}
            disabled={!ready || error !== null}
            onClick={() => saveFile({ name: `${title}.csv`, file: tableFile(table) })}
          >
            <Icon name="download" size={14} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-pressed={asTable}
            aria-label={t(($) => $.dashboard.asTable, { chart: title })}
            title={t(($) => $.dashboard.asTable, { chart: title })}
            disabled={!ready || error !== null}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name="table" size={14} />
          </ActionIcon>
        </span>
      </div>
      {error ? (
        <p role="alert" className={styles['failed']}>
          {failureText(error)}{' '}
          <button type="button" onClick={onRetry}>
            {t(($) => $.errors.retry)}
          </button>
        </p>
      ) : !ready ? (
        <LinesSkeleton lines={6} />
      ) : asTable ? (
        <Table {...table} label={title} />
      ) : (
        children
      )}
    </section>
  )
}

export function Table({ head, rows, label }: AsTable & { label: string }): ReactNode {
  return (
    // Takes the focus, so that the keyboard can scroll it.
    <div className={styles['tableFrame']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first = '', ...others] }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{first}</bdi>
              </th>
              {others.map((cell, at) => (
                <td key={head[at + 1]}>
                  <bdi dir="ltr">{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
