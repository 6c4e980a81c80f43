import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { createWebhookReplay, listWebhookReplays, previewWebhookReplay, replayable } from '#contract/webhook-replays.ts'
import { webhookTypes, type WebhookType } from '#contract/webhooks.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Reference, Time } from '#console/kit/details/values.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { timestampText } from '#contract/kit/wire.ts'
import styles from './webhooks.module.css'

interface Values {
  from: string
  to: string
  states: (typeof replayable)[number][]
  /** Empty for all types. */
  type: WebhookType | ''
}

const toBody = ({ type, ...values }: Values) => ({ ...values, ...(type && { type }) })

/** What is to be sent again: how many that would be is shown before. */
export function ReplayForm({ uuid, onClose }: { uuid: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  const [preview, setPreview] = useState<WireOutput<typeof previewWebhookReplay> | null>(null)
  const look = useAction(previewWebhookReplay)
  const form = useCallForm(createWebhookReplay, {
    initial: { ...lastDay(), states: ['failed', 'disabled'], type: '' } satisfies Values as Values,
    toBody,
    path: { uuid },
    refreshes: [listWebhookReplays],
    onDone: onClose,
  })
  const { values } = form.form
  const show = async () => {
    const outcome = await look.act({ path: { uuid }, body: toBody(values) })
    setPreview(outcome.ok ? outcome.answer : null)
  }
  return (
    <FormDialogue
      {...form}
      title={t(($) => $.replays.formTitle)}
      submit={t(($) => $.replays.begin)}
      failure={form.failure ?? look.error}
      onClose={onClose}
      beside={
        <Button variant="default" loading={look.pending} onClick={() => void show()}>
          {t(($) => $.replays.preview)}
        </Button>
      }
    >
      <MomentInput label={t(($) => $.replays.from)} timeZone={timeZone} {...form.form.getInputProps('from')} />
      <MomentInput label={t(($) => $.replays.to)} timeZone={timeZone} {...form.form.getInputProps('to')} />
      <NativeSelect
        label={t(($) => $.replays.type)}
        description={t(($) => $.replays.typeHint)}
        data={[
          { value: '', label: t(($) => $.replays.allTypes) },
          ...webhookTypes.map((value) => ({ value, label: wireWord('webhookTypes', value) })),
        ]}
        {...form.form.getInputProps('type')}
      />
      <Checkbox.Group label={t(($) => $.replays.which)} {...form.form.getInputProps('states')}>
        <div className={styles['choices']}>
          {replayable.map((state) => (
            <Checkbox key={state} value={state} label={stateWord('delivery', state)} />
          ))}
        </div>
      </Checkbox.Group>
      <div role="status">{preview && <Preview preview={preview} />}</div>
    </FormDialogue>
  )
}

function Preview({ preview: { count, most, first } }: { preview: WireOutput<typeof previewWebhookReplay> }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <p>{count > most ? t(($) => $.replays.tooMany, { count: most }) : t(($) => $.replays.count, { count })}</p>
      <ul className={styles['preview']}>
        {first.map((row) => (
          <li key={row.delivery_id}>
            <Reference>{row.object_ref}</Reference> <Time at={row.created_at} exact />
          </li>
        ))}
      </ul>
    </>
  )
}

function lastDay(): { from: string; to: string } {
  const now = Date.now()
  return { from: timestampText(new Date(now - 86_400_000)), to: timestampText(new Date(now + 60_000)) }
}
