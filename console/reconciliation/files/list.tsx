import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportReconFiles, reconFileList, listReconFiles, type ReconFileRow } from '#contract/recon-files.ts'
import { Day, LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { FileFigures } from './figures.tsx'
import { Proofs } from './proof-words.tsx'
import { Stage } from './stage.tsx'
import styles from './files.module.css'

/** The rows of a file, and below what did not become new records. */
function RowCount({ file }: { file: ReconFileRow }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const others = (['repeated', 'restated', 'ignored', 'rejected'] as const).filter((bucket) => file[bucket] > 0)
  return (
    <span className={styles['money']}>
      {numberText(file.rows, language)}
      {others.map((bucket) => (
        <small key={bucket} data-bad={bucket === 'rejected' || undefined}>
          {t(($) => $.reconFiles.countOf[bucket], { count: file[bucket] })}
        </small>
      ))}
    </span>
  )
}

/** The files that have come in, with what became of their rows. */
export default function ReconFiles(): ReactNode {
  const { t } = useTranslation()
  return (
    <ListScreen
      name="reconFiles"
      table="recon-files"
      call={listReconFiles}
      list={reconFileList}
      exports={exportReconFiles}
      status="reconFile"
      rowKey={({ recon_id }) => recon_id}
      to={({ recon_id }) => ({ to: 'reconFile', search: { recon_id } as never })}
      above={<FileFigures />}
      cells={{
        file_name: ({ original_file_name: name, withdrawn_at: withdrawn, same_as: same }) => (
          <span className={styles['name']}>
            <bdi>{name}</bdi>
            {same && <small>{t(($) => $.reconFiles.sameAsEarlier)}</small>}
            {withdrawn && <small>{t(($) => $.reconFiles.withdrawn)}</small>}
          </span>
        ),
        data_source: ({ data_source }) => (data_source ? <LeftToRight>{data_source}</LeftToRight> : <Nothing />),
        payment_channel_key: ({ payment_channel_key: key }) => (key ? <bdi>{channelWord(key, key)}</bdi> : <Nothing />),
        status: (file) => (
          <span className={styles['state']}>
            <Status of="reconFile" state={file.status} />
            {file.status === 'Initiated' ? <Stage of={file} /> : <Proofs of={file.proof} />}
          </span>
        ),
        rows: (file) => <RowCount file={file} />,
        period_from: ({ period_from: day }) => (day ? <Day of={day} /> : <Nothing />),
        period_to: ({ period_to: day }) => (day ? <Day of={day} /> : <Nothing />),
      }}
      create={{ to: 'reconData', label: t(($) => $.reconFiles.add), rule: 'reconData' }}
      searchFinds={t(($) => $.reconFiles.searchFinds)}
      empty={{ title: t(($) => $.reconFiles.emptyTitle), text: t(($) => $.reconFiles.emptyText) }}
    />
  )
}
