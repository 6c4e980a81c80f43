import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteWebhook, listWebhooks, type Webhook } from '#contract/webhooks.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** Asks for confirmation before a webhook is deleted. */
export function DeleteWebhook(props: { webhook: Webhook; onDeleted: () => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { webhook, onDeleted, onClose } = props
  const { act, pending } = useAction(deleteWebhook, { refreshes: [listWebhooks] })
  const confirm = async () => {
    const outcome = await act({ path: { uuid: webhook.uuid } })
    if (outcome.ok) onDeleted()
    else onClose()
  }
  return (
    <Confirm
      title={t(($) => $.webhooks.deleteTitle)}
      confirm={t(($) => $.webhooks.deleteConfirm)}
      keep={t(($) => $.webhooks.deleteKeep)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(($) => $.webhooks.deleteText, { name: isolated(webhook.name) })}
    </Confirm>
  )
}
