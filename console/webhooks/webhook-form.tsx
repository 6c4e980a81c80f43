import { Select, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/call.ts'
import { createWebhook, listWebhooks, updateWebhook, webhookTypes, type Webhook } from '#contract/webhooks.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import { headersOf, OwnHeaders, type HeaderValue } from './own-headers.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

interface Values {
  name: string
  url: string
  type: Webhook['type']
  enabled: boolean
  headers: HeaderValue[]
}
const refreshes: readonly Call[] = [listWebhooks]

/** The form of a new webhook. */
export function CreateWebhook({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const form = useCallForm(createWebhook, {
    initial: { name: '', url: '', type: 'payment', enabled: true, headers: [] } satisfies Values as Values,
    toBody: ({ headers, ...values }) => ({ ...values, ...(headers.length > 0 && { headers: headersOf(headers) }) }),
    refreshes,
    onDone: onClose,
  })
  const words = { title: t(($) => $.webhooks.createTitle), submit: t(($) => $.webhooks.create), kept: [] }
  return <WebhookDialogue {...words} {...form} onClose={onClose} />
}

/** The form to change a webhook. Pending deliveries are sent to the new address. */
export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { uuid, name, url, type, enabled, headers: kept } = webhook
  const form = useCallForm(updateWebhook, {
    initial: { name, url, type, enabled, headers: kept.map((header) => ({ name: header, value: '' })) } as Values,
    toBody: ({ headers, ...values }) => ({ uuid, ...values, headers: headersOf(headers) }),
    refreshes,
    onDone: onClose,
  })
  const words = { title: t(($) => $.webhooks.editTitle), submit: t(($) => $.webhooks.save), kept }
  return <WebhookDialogue {...words} {...form} onClose={onClose} />
}

interface WebhookDialogueProps extends CallForm<Values> {
  title: string
  submit: string
  /** The names of the stored headers. */
  kept: readonly string[]
  onClose: () => void
}
function WebhookDialogue({ title, submit, kept, form, onSubmit, pending, failure, onClose }: WebhookDialogueProps) {
  const { t } = useTranslation()
  return (
    <FormDialogue {...{ title, submit, onSubmit, pending, failure, onClose }}>
      <TextInput
        data-autofocus
        label={wireWord('columns', 'name')}
        description={t(($) => $.webhooks.nameHint)}
        dir="auto"
        autoComplete="off"
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={wireWord('columns', 'url')}
        description={t(($) => $.webhooks.urlHint)}
        placeholder="https://"
        type="url"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Select
        label={wireWord('columns', 'type')}
        description={t(($) => $.webhooks.typeHint)}
        allowDeselect={false}
        data={webhookTypes.map((value) => ({ value, label: wireWord('webhookTypes', value) }))}
        {...form.getInputProps('type')}
      />
      <OwnHeaders form={form} kept={kept} />
      <Switch label={t(($) => $.webhooks.enabled)} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </FormDialogue>
  )
}
