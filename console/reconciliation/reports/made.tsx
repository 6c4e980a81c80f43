import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportStates, readExportFile } from '#contract/exports.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { listReconReports, ReconReport } from '#contract/recon-reports.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { useDownload } from '#console/kit/api/use-download.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { sourcesOf } from './pairs.ts'
import styles from './reports.module.css'

interface MadeProps {
  reports: WireOutput<typeof listReconReports>
  pairs: readonly ReconPair[]
  refetch: () => void
}
/** The reports that were made, newest first; each leads to its export. */
export function MadeReports({ reports, pairs, refetch }: MadeProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { content, page, size, total_elements } = reports
  const pages = Math.ceil(total_elements / size)
  useFresh(content.some(({ status }) => !exportStates.isFinal(status) && status !== 'ready'), refetch)
  if (content.length === 0 && page === 1)
    return <Empty title={t(($) => $.reconReports.emptyTitle)} text={t(($) => $.reconReports.emptyText)} />
  return (
    <>
      <SmallTable
        rows={content}
        rowKey={(report) => report.report_id}
        to={(report) => ({ to: 'exports', search: { export: report.report_id } })}
        nothing=""
        columns={[
          { name: 'report', title: t(($) => $.reconReports.kind), kind: 'text', cell: (report) => <What report={report} /> },
          { name: 'pair', title: t(($) => $.reconReports.pair), kind: 'text', cell: ({ msm_id }) => sourcesOf(pairs, msm_id) },
          { name: 'days', title: t(($) => $.reconReports.days), kind: 'text', cell: (report) => <Days report={report} /> },
          { name: 'status', kind: 'status', cell: (report) => <Standing report={report} /> },
          { name: 'rows', kind: 'number', cell: ({ status, rows }) => (status === 'ready' ? numberText(rows, language) : '') },
          { name: 'created_at', kind: 'time', cell: ({ created_at: at }) => <Time at={at} /> },
          { name: 'created_by', kind: 'text', cell: ({ created_by }) => <bdi>{created_by}</bdi> },
          { name: 'actions', kind: 'text', cell: (report) => <Download report={report} /> },
        ]}
      />
      {pages > 1 && (
        <nav className={styles['pages']} aria-label={t(($) => $.reconReports.tabs.made)}>
          {page > 1 && (
            <ButtonLink to="reconReports" search={{ page: String(page - 1) } as never} variant="default">
              {t(($) => $.reconReports.newer)}
            </ButtonLink>
          )}
          {page < pages && (
            <ButtonLink to="reconReports" search={{ page: String(page + 1) } as never} variant="default">
              {t(($) => $.reconReports.older)}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
} // prettier-ignore

function What({ report: { kind, name, schedule } }: { report: ReconReport }): ReactNode {
  const { t } = useTranslation()
  const called = name || schedule
  return (
    <>
      {t(($) => $.reconReports.kinds[kind])}
      {called && (
        <small className={styles['called']}>
          <bdi>{called}</bdi>
        </small>
      )}
    </>
  )
}

/** The days as they were asked for, the last one inclusive. */
function Days({ report: { from, to } }: { report: ReconReport }): ReactNode {
  const { t } = useTranslation()
  const first = from && isolatedLtr(from.slice(0, 10))
  const last = to && isolatedLtr(dayAfter(to.slice(0, 10), -1))
  if (first && last) return t(($) => $.reconReports.range, { from: first, to: last })
  if (first) return t(($) => $.reconReports.fromOn, { from: first })
  return last ? t(($) => $.reconReports.upTo, { to: last }) : t(($) => $.reconReports.allDays)
}

function Standing({ report: { status, reason } }: { report: ReconReport }): ReactNode {
  return (
    <>
      <Status of="export" state={status} />
      {reason && <small className={styles['called']}>{wireWord('exportFailures', reason)}</small>}
    </>
  )
}

function Download({ report: { report_id, downloadable } }: { report: ReconReport }): ReactNode {
  const { t } = useTranslation()
  const { save, pending } = useDownload(readExportFile, {
    path: { export_id: report_id },
    saved: t(($) => $.exports.saved),
  })
  if (!downloadable) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={styles['act']}
      leftSection={<Icon name="download" size={14} />}
      loading={pending}
      onClick={() => void save()}
    >
      {t(($) => $.reconReports.download)}
    </Button>
  )
}
