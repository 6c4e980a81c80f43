import { Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listWebhooks, updateWebhook, type Webhook } from '#contract/webhooks.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'

/** The switch of a webhook, saved at once. */
export function WebhookSwitch({ webhook }: { webhook: Webhook }): ReactNode {
  const { t } = useTranslation()
  const may = useDenied('webhooks') === null
  const { uuid, name, url, type, enabled } = webhook
  const { act, pending } = useAction(updateWebhook, { refreshes: [listWebhooks] })
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => setWanted(null), [enabled])
  const change = async (on: boolean) => {
    setWanted(on)
    const outcome = await act({ body: { uuid, name, url, type, enabled: on } })
    if (outcome.ok) return
    setWanted(null)
    toastFailure(failureText(outcome.error), outcome.error.requestId)
  }
  return (
    <Switch
      aria-label={t(($) => $.webhooks.switch, { name })}
      checked={wanted ?? enabled}
      disabled={pending || !may}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
