import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/call.ts'
import { merchantParams } from '#contract/kit/call-facts.ts'
import { createExport, listExports, type ExportCall } from '#contract/exports.ts'
import { useAction, type Action } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { toastSuccess } from '#console/kit/ui/toast.ts'

/** What a call that exports is asked, as `createExport` and `createExportSchedule` take it. */
export type AskedExport = Pick<
  Parameters<Action<typeof createExport>['act']>[0]['body'],
  'of' | 'path' | 'request' | 'sub_merchant'
>

/** Finds the call's name, for which the declarations of all calls are fetched when somebody asks. */
export function useAsked(call: Call, path: Record<string, string>): (request: object) => Promise<AskedExport> {
  const { merchantUuid } = useUser()
  const actingFor = useActingFor()
  return async (request) => {
    const { allCalls } = await import('#contract/contract.ts')
    const of = allCalls().find((one) => one.call === call)?.name as ExportCall
    const merchants = merchantParams(call).map((name) => [name, actingFor || merchantUuid])
    return {
      of,
      path: { ...path, ...Object.fromEntries(merchants) },
      // As it is sent: without fields that are undefined.
      request: JSON.parse(JSON.stringify(request)),
      ...(actingFor && { sub_merchant: actingFor }),
    }
  }
}

/** Has an export prepared in the background. */
export function usePrepare(
  call: Call,
  path: Record<string, string>,
): { prepare(request: object): Promise<void>; preparing: boolean } {
  const { t } = useTranslation()
  const { act } = useAction(createExport, { refreshes: [listExports] })
  const asked = useAsked(call, path)
  const [preparing, setPreparing] = useState(false)
  const prepare = async (request: object) => {
    setPreparing(true)
    try {
      const { ok } = await act({ body: await asked(request) })
      if (ok) toastSuccess(t(($) => $.list.prepared))
    } finally {
      setPreparing(false)
    }
  }
  return { prepare, preparing }
}
