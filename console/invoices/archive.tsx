import { Button, Modal, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoiceArchive, readInvoiceArchiveFile, type InvoiceArchive } from '#contract/invoice-archives.ts'
import { downloadCall } from '#console/kit/api/download-call.ts'
import { CallError } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { asUser, identity } from '#console/kit/auth/session.ts'
import { timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { failureText, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor, useTimeZone } from '#console/kit/routing/acting-for.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Icon } from '#console/kit/ui/icons.tsx'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { takeAwaited } from './awaited-archives.ts'
import { RefusedList } from './outcomes.tsx'

/** The PDFs of several invoices as one zip: how far it is, what is left out, and the file. Closed, it goes on without the user. */
export default function Archive({ archiveId, onClose }: { archiveId: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const archive = useCall(readInvoiceArchive, { path: { archive_id: archiveId }, query: {} })
  const { data, refetch } = archive
  const { save, pending } = useFile(archiveId)
  const running = data?.status === 'running'
  useFresh(running, () => void refetch())
  const saveAwaited = useEffectEvent(() => void (data && filesIn(data) > 0 && takeAwaited(archiveId) && void save()))
  useEffect(() => {
    if (data?.status === 'done') saveAwaited()
  }, [data?.status])
  const close = () => {
    takeAwaited(archiveId)
    if (running) toastSuccess(t(($) => $.invoices.archive.closed))
    onClose()
  }
  return (
    <Modal opened onClose={close} title={<Title archive={data} />} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        {data ? (
          <Body archive={data} pending={pending} onSave={() => void save()} onClose={close} />
        ) : (
          <Unanswered
            query={archive}
            lines={3}
            missing={<Empty title={t(($) => $.missing.invoiceArchive)} text={t(($) => $.invoices.archive.gone)} />}
          />
        )}
      </div>
    </Modal>
  )
} // prettier-ignore

const filesIn = ({ done, left_out: leftOut }: InvoiceArchive): number => done - leftOut.length

function Title({ archive }: { archive: InvoiceArchive | undefined }): ReactNode {
  const { t } = useTranslation()
  if (!archive) return t(($) => $.invoices.archive.title)
  if (archive.status === 'running') return t(($) => $.invoices.archive.running)
  return t(($) => (filesIn(archive) > 0 ? $.invoices.archive.ready : $.invoices.archive.nothing))
}

interface BodyProps {
  archive: InvoiceArchive
  /** The file is being fetched. */
  pending: boolean
  onSave: () => void
  onClose: () => void
}

function Body({ archive, pending, onSave, onClose }: BodyProps): ReactNode {
  const { t } = useTranslation()
  const { status, total, done, left_out: leftOut } = archive
  const files = filesIn(archive)
  const until = timeWords(archive.expires_at, { language: useLanguage(), timeZone: useTimeZone() })
  return (
    <>
      {status === 'running' ? (
        <>
          <Progress aria-label={t(($) => $.invoices.archive.progress)} value={(done / total) * 100} />
          <p role="status">{t(($) => $.invoices.archive.made, { done, total })}</p>
          <p>{t(($) => $.invoices.archive.goesOn)}</p>
        </>
      ) : (
        files > 0 && (
          <p role="status">
            {t(($) => $.invoices.archive.files, { count: files })}{' '}
            {t(($) => $.invoices.archive.until, { time: isolated(until) })}
          </p>
        )
      )}
      {leftOut.length > 0 && (
        <>
          <h3>{t(($) => $.invoices.archive.leftOut, { count: leftOut.length })}</h3>
          <RefusedList
            refused={leftOut.map((one) => ({
              key: one.invoice_ref,
              name: [one.invoice_number || t(($) => $.invoices.draft), one.customer_name].join(' · '),
              reason: wireWord('reasons', one.reason),
            }))}
          />
        </>
      )}
      <div className={dialogue['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t(($) => $.confirm.close)}
        </Button>
        {status === 'done' && files > 0 && (
          <Button leftSection={<Icon name="download" />} loading={pending} onClick={onSave}>
            {t(($) => $.invoices.archive.download)}
          </Button>
        )}
      </div>
    </>
  )
}

/** Fetches the zip and has the browser save it; left alone it is given up. */
function useFile(archiveId: string): { save: () => Promise<void>; pending: boolean } {
  const { t } = useTranslation()
  const actingFor = useActingFor()
  const [pending, setPending] = useState(false)
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const save = async () => {
    const { signal } = (under.current = new AbortController())
    setPending(true)
    try {
      const path = { archive_id: archiveId }
      const sending = { signal, onBytes: () => {} }
      saveFile(await asUser((session) => downloadCall(readInvoiceArchiveFile, { path }, { ...identity(session, actingFor), ...sending })))
      toastSuccess(t(($) => $.invoices.archive.downloaded))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CallError)) throw error
      if (error.status !== 401) toastFailure(failureText(error), error.requestId)
    } finally {
      setPending(false)
    }
  }
  return { save, pending }
} // prettier-ignore
