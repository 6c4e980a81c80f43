import { useState } from 'react'
import type { Call } from '#contract/kit/call.ts'
import { asUser, identity } from '#console/kit/auth/session.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import { downloadCall } from './download-call.ts'
import { CallError } from './send-call.ts'

/** Saves the file that a call answers with, and says `saved`; a failure is shown as that of any act. */
export function useDownload(
  call: Call,
  { path = {}, query, saved }: { path?: Record<string, string>; query?: object; saved: string },
): { save: () => Promise<void>; pending: boolean } {
  const actingFor = useActingFor()
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const input = { path, ...(query && { query }) }
      saveFile(
        await asUser((session) =>
          downloadCall(call, input, { ...identity(session, call.personal ? '' : actingFor), onBytes: () => {} }),
        ),
      )
      toastSuccess(saved)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status !== 401) toastFailure(failureText(error), error.requestId)
    } finally {
      setPending(false)
    }
  }
  return { save, pending }
}
