import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  cancelExport, exportStates, listExports, readExport, readExportFile, type ExportRow,
} from '#contract/exports.ts' // prettier-ignore
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useDownload } from '#console/kit/api/use-download.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import detail from '#console/kit/details/detail.module.css'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedReference, Time, timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import styles from './exports.module.css'

/** One export: how far it is, what it holds, and its file. */
export function PreparedExport({ exportId }: { exportId: string }): ReactNode {
  const { data, error, refetch } = useCall(readExport, { path: { export_id: exportId }, query: {} })
  useFresh(data !== undefined && !exportStates.isFinal(data.status) && data.status !== 'ready', () => void refetch())
  if (data) return <Found row={data} />
  return (
    <Screen name="exports" back="exports">
      <Unanswered query={{ error, refetch }} lines={6} missing={<Missing what="export" />} />
    </Screen>
  )
}

function Found({ row }: { row: ExportRow }): ReactNode {
  const { t } = useTranslation()
  return (
    <Screen
      name="exports"
      title={wireWord('exportOf', row.of)}
      back="exports"
      beside={<Status of="export" state={row.status} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'by', fact: <Who>{row.created_by}</Who> },
            { name: 'time', fact: <Time at={row.created_at} zoned /> },
          ]}
        />
      }
      actions={<Acts row={row} />}
    >
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Section title={t(($) => $.exports.facts)}>
            <div className={styles['standing']}>
              <Standing row={row} />
            </div>
            <FileFacts row={row} />
          </Section>
        </div>
        <div className={detail['records']}>
          <History object="export" objectRef={row.export_id} />
        </div>
      </div>
    </Screen>
  )
}

function Acts({ row }: { row: ExportRow }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const cancel = useAction(cancelExport, { refreshes: [readExport, listExports] })
  const { save, pending } = useDownload(readExportFile, {
    path: { export_id: row.export_id },
    saved: t(($) => $.exports.saved),
  })
  if (row.downloadable)
    return (
      <Button leftSection={<Icon name="download" />} loading={pending} onClick={() => void save()}>
        {t(($) => $.exports.download)}
      </Button>
    )
  if (!exportStates.can(row.status, 'cancel')) return null
  const stop = async () => {
    const { ok } = await cancel.act({ path: { export_id: row.export_id }, body: {} })
    setAsking(false)
    if (ok) toastSuccess(t(($) => $.exports.cancelled))
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(($) => $.exports.cancel)}
      </Button>
      {asking && (
        <Confirm
          title={t(($) => $.exports.cancelTitle)}
          confirm={t(($) => $.exports.cancel)}
          keep={t(($) => $.confirm.close)}
          danger
          pending={cancel.pending}
          onConfirm={() => void stop()}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.exports.cancelText)}
        </Confirm>
      )}
    </>
  )
}

/** What the state means for the reader. */
function Standing({ row }: { row: ExportRow }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const { status, rows, expires_at: until, reason } = row
  if (status === 'queued' || status === 'running')
    return (
      <>
        {rows > 0 && <p role="status">{t(($) => $.exports.soFar, { rows: numberText(rows, language) })}</p>}
        <p>{t(($) => $.exports.goesOn)}</p>
      </>
    )
  if (status === 'failed') return <p role="status">{wireWord('exportFailures', reason)}</p>
  if (status === 'expired') return <p role="status">{t(($) => $.exports.over)}</p>
  if (status !== 'ready' || !until) return null
  if (!row.downloadable) return <p role="status">{t(($) => $.exports.noRight)}</p>
  return <p role="status">{t(($) => $.exports.until, { time: isolated(timeWords(until, { language, timeZone })) })}</p>
}

function FileFacts({ row }: { row: ExportRow }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const copied = (text: string) => (
    <CopiedReference key={text} copy={t(($) => $.payments.copyReference)}>
      {text}
    </CopiedReference>
  )
  return (
    <Facts
      facts={[
        [wireWord('columns', 'format'), wireWord('exportFormats', row.format)],
        [wireWord('columns', 'rows'), numberText(row.rows, language)],
        ...(row.size_bytes > 0
          ? [[wireWord('columns', 'size_bytes'), isolated(fileSize(row.size_bytes, language))] as [string, ReactNode]]
          : []),
        ...(row.schedule ? [[wireWord('columns', 'schedule'), row.schedule] as [string, ReactNode]] : []),
        ...(row.digest ? [[wireWord('columns', 'digest'), copied(row.digest)] as [string, ReactNode]] : []),
        [wireWord('columns', 'export_id'), copied(row.export_id)],
      ]}
    />
  )
}
