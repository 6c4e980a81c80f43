import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFile } from '#contract/recon-files.ts'
import { buckets } from '#contract/recon-records.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { CopiedReference, Day, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ProofSection } from './proof-sums.tsx'
import { RowSum } from './row-sum.tsx'

/** What became of the rows, whether the file proves itself, and how it was read. */
export function Overview({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t(($) => $.reconFiles.rowsTitle)}>
        <BucketSum file={file} />
      </Section>
      <ProofSection file={file} />
      <Section title={t(($) => $.reconFiles.howRead)}>
        <HowRead file={file} />
      </Section>
    </>
  )
}

/** The buckets as a sum that makes the rows of the file. */
function BucketSum({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  const held = { name: t(($) => $.reconFiles.held), mean: t(($) => $.reconFiles.heldMean), count: file.held }
  return (
    <RowSum
      total={file.rows}
      all={t(($) => $.reconFiles.allRows)}
      terms={[
        ...buckets.map((bucket) => ({
          name: t(($) => $.reconFiles.rowsOf[bucket]),
          mean: t(($) => $.reconFiles.rowsMean[bucket]),
          count: file[bucket],
          search: { recon_id: file.recon_id, tab: 'rows', bucket },
        })),
        ...(file.held > 0 ? [held] : []),
      ]}
    />
  )
}

function HowRead({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const days =
    file.period_from === '' ? '' : (
      <span key="days">
        <Day of={file.period_from} /> – <Day of={file.period_to} />
      </span>
    )
  const text = (value: string) => (value === '' ? '' : <LeftToRight>{value}</LeftToRight>)
  return (
    <Facts
      facts={[
        [t(($) => $.reconFiles.period), days],
        [t(($) => $.columns.payment_channel_key), file.payment_channel_key && <bdi>{channelWord(file.payment_channel_key, file.payment_channel_key)}</bdi>],
        [t(($) => $.columns.file_type), file.file_type && codeWord('reconFileTypes', file.file_type)],
        [t(($) => $.columns.way), codeWord('reconWays', file.way)],
        [t(($) => $.reconFiles.layout), text(file.engine_source)],
        [t(($) => $.reconFiles.format), text(file.format.toUpperCase())],
        [t(($) => $.columns.size_bytes), <LeftToRight key="size">{fileSize(file.size_bytes, language)}</LeftToRight>],
        [t(($) => $.reconFiles.newTitles), file.new_titles.length > 0 ? <bdi>{file.new_titles.join(', ')}</bdi> : undefined],
        [t(($) => $.reconFiles.readings), file.reading > 1 ? numberText(file.reading, language) : undefined],
        [t(($) => $.columns.finished_at), file.finished_at ? <Time at={file.finished_at} zoned exact /> : ''],
        [t(($) => $.reconFiles.goodRowsBy), file.good_rows_by === '' ? undefined : <bdi>{file.good_rows_by}</bdi>],
        [t(($) => $.reconFiles.digest), <CopiedReference key="digest" copy={file.digest}>{`${file.digest.slice(0, 16)}…`}</CopiedReference>],
      ]}
    />
  )
} // prettier-ignore
