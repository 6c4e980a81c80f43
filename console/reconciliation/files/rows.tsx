import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFile } from '#contract/recon-files.ts'
import { buckets, type Bucket } from '#contract/recon-records.ts'
import {
  exportReconLeftOut,
  exportReconRecords,
  listReconLeftOut,
  listReconRecords,
  reconLeftOutList,
  reconRecordList,
} from '#contract/recon-rows.ts'
import { Day, LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { ExactNumber } from '#console/kit/details/exact-amount.tsx'
import { faultText } from './fault-text.ts'
import styles from './files.module.css'

/** The rows of a file by what became of them; each of the five is a list of its own. */
export function Rows({ file, above }: { file: ReconFile; above: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const asked = (useScreenSearch('reconFile') as RawSearch)['bucket']
  const open: Bucket =
    buckets.find((bucket) => bucket === asked) ?? buckets.find((bucket) => file[bucket] > 0) ?? 'loaded'
  const head = (
    <>
      {above}
      <TabLinks
        screen="reconFile"
        label={t(($) => $.reconFiles.tabs.rows)}
        param="bucket"
        tabs={buckets.map((bucket) => ({
          tab: bucket,
          title: `${t(($) => $.reconFiles.rowsOf[bucket])} ${numberText(file[bucket], language)}`,
        }))}
        open={open}
        keep={{ recon_id: file.recon_id, tab: 'rows' }}
      />
    </>
  )
  return open === 'ignored' || open === 'rejected' ? (
    <LeftOut key={open} bucket={open} file={file} above={head} />
  ) : (
    <Records key={open} bucket={open} file={file} above={head} />
  )
}

interface OfBucket<B extends Bucket> {
  bucket: B
  file: ReconFile
  above: ReactNode
}
/** Query parameters of the screen beside those of its list. */
const kept = ['recon_id', 'tab', 'bucket', 'merchant', 'row']

function Records({
  bucket,
  file: { recon_id: reconId, original_file_name: title },
  above,
}: OfBucket<'loaded' | 'repeated' | 'restated'>): ReactNode {
  const { t } = useTranslation()
  const fixed = useMemo(() => ({ recon_id: reconId, bucket: [bucket] }), [reconId, bucket])
  return (
    <ListScreen
      name="reconFile"
      title={title}
      table="recon-records"
      call={listReconRecords}
      exports={exportReconRecords}
      list={reconRecordList}
      status="reconRecord"
      fixed={fixed}
      keep={kept}
      back="reconFiles"
      above={above}
      rowKey={({ record_ref }) => record_ref}
      to={({ row_no }) => ({
        to: 'reconFile',
        search: { recon_id: reconId, tab: 'versions', row: String(row_no) } as never,
      })}
      cells={{
        booked_on: ({ booked_on: day }) => (day ? <Day of={day} /> : <Nothing />),
        gross: ({ gross, currency, marks }) => (
          <span className={styles['money']}>
            <ExactNumber value={gross} currency={currency} />
            {marks.map((mark) => (
              <small key={mark}>{codeWord('recordMarks', mark)}</small>
            ))}
          </span>
        ),
        fee: (row) => <ExactNumber value={row.fee} currency={row.net_currency || row.currency} />,
        tax: (row) => <ExactNumber value={row.tax} currency={row.net_currency || row.currency} />,
        passed_on: (row) => <ExactNumber value={row.passed_on} currency={row.net_currency || row.currency} />,
        delivery: (row) => <ExactNumber value={row.delivery} currency={row.currency} />,
        discount: (row) => <ExactNumber value={row.discount} currency={row.currency} />,
        net: (row) => <ExactNumber value={row.net} currency={row.net_currency || row.currency} />,
        off_by: (row) => <ExactNumber value={row.off_by} currency={row.net_currency || row.currency} />,
      }}
      searchFinds={t(($) => $.reconFiles.recordsSearch)}
      empty={{ title: t(($) => $.reconFiles.noRows), text: t(($) => $.reconFiles.rowsMean[bucket]) }}
    />
  )
}

function LeftOut({
  bucket,
  file: { recon_id: reconId, original_file_name: title },
  above,
}: OfBucket<'ignored' | 'rejected'>): ReactNode {
  const { t } = useTranslation()
  const fixed = useMemo(() => ({ recon_id: reconId, bucket: [bucket] }), [reconId, bucket])
  return (
    <ListScreen
      name="reconFile"
      title={title}
      table="recon-left-out"
      call={listReconLeftOut}
      exports={exportReconLeftOut}
      list={reconLeftOutList}
      fixed={fixed}
      keep={kept}
      back="reconFiles"
      above={above}
      rowKey={({ row_ref }) => row_ref}
      cells={{
        rule: ({ rule }) => (rule ? codeWord('reconRules', rule) : <Nothing />),
        column: ({ column }) => (column ? <bdi>{column}</bdi> : <Nothing />),
        value: ({ value }) => (value ? <bdi>{value}</bdi> : <Nothing />),
        reason: ({ faults }) =>
          faults.length === 0 ? (
            <Nothing />
          ) : (
            <span className={styles['why']}>
              {faults.map((fault) => (
                <span key={`${fault.column} ${fault.reason}`}>{faultText(fault)}</span>
              ))}
            </span>
          ),
        cells: ({ cells }) => <LeftToRight>{cells.join(' | ')}</LeftToRight>,
      }}
      searchFinds={t(($) => $.reconFiles.leftOutSearch)}
      empty={{ title: t(($) => $.reconFiles.noRows), text: t(($) => $.reconFiles.rowsMean[bucket]) }}
    />
  )
}
