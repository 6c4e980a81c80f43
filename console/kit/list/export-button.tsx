import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/call.ts'
import type { Column } from '#contract/kit/columns.ts'
import { displayLocale } from '#i18n/languages.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { downloadCall } from '#console/kit/api/download-call.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { listBody, type ListState } from './list-state.ts'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { CallError } from '#console/kit/api/send-call.ts'
import { asUser, identity, useUser } from '#console/kit/auth/session.ts'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import { failureText, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

interface ExportProps {
  call: Call
  state: ListState
  columns: readonly [name: string, column: Column][]
}

/**
 * Downloads all rows that match as a spreadsheet with the visible columns; during the download the button cancels it.
 */
export function ExportButton({ call, state, columns }: ExportProps): ReactNode {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const { time_zone } = useUser()
  const actingFor = useActingFor()
  const [bytes, setBytes] = useState<number | null>(null)
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])

  const fetchAll = async () => {
    const { pagesize: _, cursor: __, ...asked } = listBody(state, time_zone) as { pagesize?: number; cursor?: string }
    const body = {
      ...asked,
      columns: columns.map(([key]) => ({ key, title: wireWord('columns', key) })),
      right_to_left: i18n.dir() === 'rtl',
    }
    const { signal } = (under.current = new AbortController())
    setBytes(0)
    try {
      saveFile(
        await asUser((session) =>
          downloadCall(call, body, { ...identity(session, actingFor), signal, onBytes: setBytes }),
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
      <Button variant="default" leftSection={<Icon name="download" />} onClick={() => void fetchAll()}>
        {t(($) => $.list.export)}
      </Button>
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
