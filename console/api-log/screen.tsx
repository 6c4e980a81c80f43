import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { apiCallList, apiCallOutcomes, listApiCalls } from '#contract/api-log.ts'
import { CutShort, LeftToRight } from '#console/kit/details/values.tsx'
import { stateWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { GetHelp } from '#console/kit/shell/get-help.tsx'

/** The calls of the merchant's own servers in the last days. */
export default function ApiLog(): ReactNode {
  const { t } = useTranslation()
  return (
    <ListScreen
      name="apiLog"
      back="webhooks"
      table="api-log"
      call={listApiCalls}
      list={apiCallList}
      status="apiCall"
      rowKey={({ call_id: id }) => id}
      cells={{
        method: ({ method }) => <LeftToRight>{method}</LeftToRight>,
        route: ({ route }) => (
          <CutShort characters={40}>
            <LeftToRight>{route}</LeftToRight>
          </CutShort>
        ),
        reason: ({ reason }) => <LeftToRight>{reason}</LeftToRight>,
        duration_ms: ({ duration_ms: ms }) => t(($) => $.apiLog.milliseconds, { count: ms }),
        credential: ({ credential }) => (credential ? <bdi>{credential}</bdi> : t(($) => $.apiLog.token)),
      }}
      choices={{ outcome: apiCallOutcomes.map((value) => ({ value, label: stateWord('apiCall', value) })) }}
      acts={({ request_id: requestId }) => <GetHelp requestId={requestId} />}
      empty={{ title: t(($) => $.apiLog.emptyTitle), text: t(($) => $.apiLog.emptyText) }}
    />
  )
}
