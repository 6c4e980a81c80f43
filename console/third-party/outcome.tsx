import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import type { ThirdPartyUpload } from '#contract/third-party.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { HeadFacts, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './third-party.module.css'

/** What a sheet came to, in numbers. */
export function Outcome({ upload }: { upload: ThirdPartyUpload }): ReactNode {
  const { t } = useTranslation()
  const { state, dry_run: checked, reason, reconciled_at: reconciled } = upload
  return (
    <>
      <div className={styles['head']}>
        <HeadFacts
          facts={[
            { name: 'state', fact: <Status of="thirdPartyUpload" state={state} /> },
            { name: 'file', fact: <Who>{upload.file_name}</Who> },
            { name: 'source', fact: <bdi>{upload.source}</bdi> },
            { name: 'time', fact: <Time at={upload.created_at} zoned /> },
          ]}
        />
      </div>
      {state === 'reading' && (
        <p role="status" className={styles['reading']}>
          <Loader size="xs" /> {t(($) => $.thirdParty.reading)}
        </p>
      )}
      {reason && <Notice role="alert">{fieldText({ reason, params: inWords(upload.reason_params), text: reason })}</Notice>}
      {state !== 'reading' && !reason && (
        <Section title={t(($) => (checked ? $.thirdParty.wouldBe : $.thirdParty.became))}>
          <Facts
            facts={[
              [t(($) => $.thirdParty.rows), upload.rows],
              [t(($) => (checked ? $.thirdParty.wouldAdd : $.thirdParty.added)), upload.valid],
              [t(($) => $.thirdParty.duplicates), upload.duplicates],
              [t(($) => $.thirdParty.errors), upload.errors],
              [t(($) => $.thirdParty.uploadedBy), <bdi key="by">{upload.created_by}</bdi>],
              [t(($) => $.thirdParty.dates), <LeftToRight key="dates">{`${upload.mapping.date_format} · ${upload.mapping.time_zone}`}</LeftToRight>],
              [t(($) => $.thirdParty.takenBack), upload.taken_back_at ? <Time key="back" at={upload.taken_back_at} zoned /> : undefined],
              [t(($) => $.thirdParty.takenBackBy), upload.taken_back_by ? <bdi key="by">{upload.taken_back_by}</bdi> : undefined],
              [t(($) => $.thirdParty.reconciled), reconciled ? <Time key="reconciled" at={reconciled} zoned /> : undefined],
            ]}
          />
          {reconciled && <p className={styles['hint']}>{t(($) => $.thirdParty.reconciledHint)}</p>}
          {upload.errors > limits.thirdPartyErrors && (
            <p className={styles['hint']}>{t(($) => $.thirdParty.errorsKept, { count: limits.thirdPartyErrors })}</p>
          )}
        </Section>
      )}
    </>
  )
} // prettier-ignore

/** The fields that a sheet lacks, by their names. */
const inWords = (params: ThirdPartyUpload['reason_params']): ThirdPartyUpload['reason_params'] =>
  typeof params['columns'] === 'string'
    ? {
        ...params,
        columns: params['columns']
          .split(', ')
          .map((field) => wireWord('thirdPartyFields', field))
          .join(', '),
      }
    : params
