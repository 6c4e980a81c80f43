import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconSample } from '#contract/recon-sample.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { faultText } from './files/fault-text.ts'
import styles from './sample-table.module.css'

/** The first rows of a sample: as written, and below each as it is read. */
export function SampleTable({ sample }: { sample: ReconSample }): ReactNode {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
    <div className={styles['scroll']} role="region" aria-label={t(($) => $.recon.sampleLabel)} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.columns.row_no)}</th>
            {sample.headers.map((title, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- titles may stand twice
              <th key={at} scope="col">
                <bdi>{title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.rows.map((row) => (
            <Row key={row.row_no} row={row} columns={sample.headers.length} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Where the titles are wrong, rows are shown as written alone. */
const isRead = ({ outcome, rule }: SampleRow) => outcome !== 'ignored' || rule !== ''
type SampleRow = ReconSample['rows'][number]
const Row = ({ row, columns }: { row: SampleRow; columns: number }): ReactNode => (
  <>
    <tr>
      <th scope="row">{row.row_no}</th>
      {Array.from({ length: columns }, (_, at) => (
        <td key={at}>
          <bdi>{row.cells[at] ?? ''}</bdi>
        </td>
      ))}
    </tr>
    {isRead(row) && (
      <tr className={styles['read']} data-outcome={row.outcome}>
        <td />
        <td colSpan={columns}>
          <Read row={row} />
        </td>
      </tr>
    )}
  </>
)

function Read({ row }: { row: SampleRow }): ReactNode {
  const { t } = useTranslation()
  if (row.outcome === 'ignored') return t(($) => $.recon.ignoredBy, { rule: codeWord('reconRules', row.rule) })
  if (row.outcome === 'rejected')
    return (
      <ul className={styles['faults']}>
        {row.faults.map((fault) => (
          <li key={`${fault.column} ${fault.reason}`}>
            <bdi>{fault.column}</bdi> <bdi>{fault.value}</bdi>: {faultText(fault)}
          </li>
        ))}
      </ul>
    )
  return (
    <dl className={styles['fields']}>
      {row.type !== '' && (
        <div>
          <dt>{wireWord('columns', 'record_type')}</dt>
          <dd>{wireWord('recordTypes', row.type)}</dd>
        </div>
      )}
      {Object.entries(row.record)
        .filter(([field, value]) => field !== 'type' && value !== '')
        .map(([field, value]) => (
          <div key={field}>
            <dt>{wireWord('columns', field)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      {row.marks.map((mark) => (
        <div key={mark} data-mark>
          <dd>{codeWord('recordMarks', mark)}</dd>
        </div>
      ))}
    </dl>
  )
}
