import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SftpTest } from '#contract/recon-intake-shapes.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import type { Intake } from './use-intake.ts'
import styles from './intake.module.css'

/** What a test has found: the files that would be taken, or why it ended and what to do. */
export function Tested({ tested, sftp }: { tested: SftpTest; sftp: Intake['sftp'] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { fault, files, matching, others } = tested
  // The key and what to do about it stand above already.
  if (fault === 'host_key_unpinned') return <p>{t(($) => $.reconIntake.reachedUnpinned)}</p>
  if (fault === 'host_key_changed' && sftp.state === 'host_key_changed') return null
  if (fault !== '')
    return (
      <Notice title={codeWord('sftpFaults', fault)}>
        <p>{codeWord('sftpRemedies', fault)}</p>
      </Notice>
    )
  const fresh = files.filter(({ is_new: isNew }) => isNew).length
  return (
    <div className={styles['tested']}>
      <Notice tone="good" title={t(($) => $.reconIntake.works)}>
        <p>
          {t(($) => $.reconIntake.wouldTake, { count: fresh })} {t(($) => $.reconIntake.matching, { count: matching })}{' '}
          {others > 0 && t(($) => $.reconIntake.others, { count: others })}
        </p>
      </Notice>
      <SmallTable
        rows={files}
        rowKey={({ name }) => name}
        nothing={t(($) => $.reconIntake.nothingMatches)}
        columns={[
          { name: 'file_name', kind: 'text', place: 'head', cell: ({ name }) => <LeftToRight>{name}</LeftToRight> },
          {
            name: 'size_bytes',
            kind: 'number',
            place: 'value',
            cell: ({ size_bytes: bytes }) => fileSize(bytes, language),
          },
          { name: 'modified_at', kind: 'time', place: 'line', cell: ({ modified_at: at }) => <Time at={at} /> },
          {
            name: 'is_new',
            kind: 'text',
            place: 'line',
            cell: ({ is_new: isNew }) => t(($) => (isNew ? $.reconIntake.isNew : $.reconIntake.isKnown)),
          },
        ]}
      />
      {matching > files.length && (
        <p className={styles['hint']}>{t(($) => $.reconIntake.newestOnly, { count: files.length })}</p>
      )}
    </div>
  )
}
