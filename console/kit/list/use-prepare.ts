import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { merchantParams, type Call } from '#contract/kit/call.ts'
import { createExport, listExports, type ExportCall } from '#contract/exports.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { toastSuccess } from '#console/kit/ui/toast.ts'

/** Has an export prepared in the background. The names of all calls are fetched when somebody asks for one. */
export function usePrepare(
  call: Call,
  path: Record<string, string>,
): { prepare(request: object): Promise<void>; preparing: boolean } {
  const { t } = useTranslation()
  const { act } = useAction(createExport, { refreshes: [listExports] })
  const { merchantUuid } = useUser()
  const actingFor = useActingFor()
  const [preparing, setPreparing] = useState(false)
  const prepare = async (request: object) => {
    setPreparing(true)
    try {
      const { allCalls } = await import('#contract/contract.ts')
      const of = allCalls().find((one) => one.call === call)?.name as ExportCall
      const merchants = merchantParams(call).map((name) => [name, actingFor || merchantUuid])
      const { ok } = await act({
        body: {
          of,
          path: { ...path, ...Object.fromEntries(merchants) },
          request: JSON.parse(JSON.stringify(request)),
          ...(actingFor && { sub_merchant: actingFor }),
        },
      })
      if (ok) toastSuccess(t(($) => $.list.prepared))
    } finally {
      setPreparing(false)
    }
  }
  return { prepare, preparing }
}
