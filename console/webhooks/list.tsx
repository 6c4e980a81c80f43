import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listWebhooks } from '#contract/webhooks.ts'
import { Failed } from '#console/kit/list-screen.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { LinesSkeleton } from '#console/kit/skeletons.tsx'
import { SmallTable } from '#console/kit/small-table.tsx'
import { useCall } from '#console/kit/use-call.ts'
import { LeftToRight, Time } from '#console/kit/values.tsx'
import { failureText, wireWord } from '#console/kit/words.ts'

/** Where the merchant's servers are told of what happens. */
export default function Webhooks(): ReactNode {
  const { t } = useTranslation()
  const webhooks = useCall(listWebhooks, {})
  return (
    <Screen name="webhooks">
      {webhooks.data ? (
        <SmallTable
          rows={webhooks.data.webhooks}
          rowKey={(webhook) => webhook.uuid}
          nothing={t(($) => $.webhooks.none)}
          columns={[
            { name: 'name', kind: 'text', cell: (webhook) => <bdi>{webhook.name}</bdi> },
            { name: 'url', kind: 'text', cell: (webhook) => <LeftToRight>{webhook.url}</LeftToRight> },
            { name: 'type', kind: 'text', cell: (webhook) => wireWord('webhookTypes', webhook.type) },
            { name: 'created_at', kind: 'time', cell: (webhook) => <Time at={webhook.created_at} zoned /> },
          ]}
        />
      ) : webhooks.error ? (
        <Failed
          error={failureText(webhooks.error)}
          requestId={webhooks.error.requestId}
          onRetry={() => void webhooks.refetch()}
        />
      ) : (
        <LinesSkeleton lines={4} />
      )}
    </Screen>
  )
}
