import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, PageOf } from '#contract/kit/call.ts'
import { exportFormats, type Column, type ExportFormat } from '#contract/kit/columns.ts'
import { limits } from '#contract/limits.ts'
import { displayLocale } from '#i18n/languages.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { downloadCall } from '#console/kit/api/download-call.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { listBody, type Listed, type ListState } from './list-state.ts'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { CallError } from '#console/kit/api/send-call.ts'
import { asUser, identity, useUser } from '#console/kit/auth/session.ts'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { usePrepare } from './use-prepare.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

const ScheduleExport = lazy(withTexts(() => import('./schedule-export.tsx')))

interface ExportProps {
  call: Call
  /** The values of the names in the call's path. */
  path?: Record<string, string>
  /** What the body says beside the list's own state. */
  asked?: object
  /** Another form of the same rows, by what the body says for it. */
  also?: { title: string; asked: object } | undefined
  state: ListState
  /** The visible columns in order. */
  columns: readonly [name: string, column: Column][]
  /** The declaration of the list. */
  list: Pick<Listed, 'columns' | 'filters'>
  /** It can be scheduled: what it is of grows with time. */
  repeats?: boolean
  /** How many rows match, where that is known. A file of many is always prepared in the background. */
  total?: Pick<PageOf<unknown>, 'total_elements' | 'total_capped'> | undefined
}

/**
 * Downloads all rows that match as a file of the chosen format, with the visible columns and those that each export has;
 * during the download the button cancels it.
 */
export function ExportButton({
  call,
  path = {},
  asked: more = {},
  also,
  state,
  columns,
  list,
  repeats = false,
  total,
}: ExportProps): ReactNode {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const { time_zone } = useUser()
  const actingFor = useActingFor()
  const [bytes, setBytes] = useState<number | null>(null)
  const long = total !== undefined && (total.total_capped || total.total_elements > limits.exportDirectRows)
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])

  const [scheduled, setScheduled] = useState<object | null>(null)
  const { prepare, preparing } = usePrepare(call, path)

  const bodyOf = (format: ExportFormat, form: object) => {
    const asked = listBody(list, state, time_zone) as { pagesize?: number; cursor?: string }
    delete asked.pagesize
    delete asked.cursor
    return {
      ...asked,
      ...more,
      ...form,
      columns: exported(columns, list.columns).map((key) => ({ key })),
      format,
      language,
      right_to_left: i18n.dir() === 'rtl',
    }
  }
  const fetchAll = async (format: ExportFormat, form: object) => {
    const body = bodyOf(format, form)
    const { signal } = (under.current = new AbortController())
    setBytes(0)
    try {
      saveFile(
        await asUser((session) =>
          downloadCall(call, { path, body }, { ...identity(session, actingFor), signal, onBytes: setBytes }),
        ),
      )
      toastSuccess(t(($) => $.list.exported))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CallError)) throw error
      if (error.status !== 401) toastFailure(failureText(error), error.requestId)
    } finally {
      setBytes(null)
    }
  }

  if (bytes === null)
    return (
      <>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="download" />} loading={preparing}>
              {t(($) => $.list.export)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {!long && (
              <Formats title={t(($) => $.list.exportAs)} also={also} onChoose={(...how) => void fetchAll(...how)} />
            )}
            {!long && <Menu.Divider />}
            <Formats
              title={
                long
                  ? t(($) => $.list.prepareLong, { rows: numberText(limits.exportDirectRows, language) })
                  : t(($) => $.list.prepare)
              }
              also={also}
              onChoose={(...how) => void prepare(bodyOf(...how))}
            />
            {repeats && (
              <>
                <Menu.Divider />
                <Menu.Item onClick={() => setScheduled(bodyOf('xlsx', {}))}>
                  {t(($) => $.list.scheduleExport)}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
        <Suspense>
          {scheduled && <ScheduleExport {...{ call, path }} request={scheduled} onClose={() => setScheduled(null)} />}
        </Suspense>
      </>
    )
  const size = new Intl.NumberFormat(displayLocale(language), {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / 1e6)
  return (
    <Button variant="default" leftSection={<Icon name="close" />} onClick={() => under.current?.abort()}>
      {t(($) => $.list.cancelExport, { size: isolated(size) })}
    </Button>
  )
}

/** The formats to choose from, of the list as it is shown and of another form of it. */
function Formats({
  title,
  also,
  onChoose,
}: Pick<ExportProps, 'also'> & { title: string; onChoose: (format: ExportFormat, form: object) => void }): ReactNode {
  const { t } = useTranslation()
  const items = (form: object) =>
    exportFormats.map((format) => (
      <Menu.Item key={format} onClick={() => onChoose(format, form)}>
        {t(($) => (format === 'csv' ? $.list.exportCsv : $.list.exportXlsx))}
      </Menu.Item>
    ))
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {items({})}
      {also && (
        <>
          <Menu.Label>{also.title}</Menu.Label>
          {items(also.asked)}
        </>
      )}
    </>
  )
}

/** The visible columns, and behind them those that each export has. */
function exported(columns: ExportProps['columns'], all: Listed['columns']): string[] {
  const always = Object.entries(all).flatMap(([key, { exported: asWell }]) => (asWell ? [key] : []))
  return [...new Set([...columns.map(([key]) => key), ...always])]
}
