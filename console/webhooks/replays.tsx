import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listWebhookReplays, stopWebhookReplay, type WebhookReplay } from '#contract/webhook-replays.ts'
import type { ListedWebhook } from '#contract/webhooks.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { ReplayForm } from './replay-form.tsx'
import styles from './webhooks.module.css'

/** The replays of a webhook with how far they are, and the form of a new one. */
export function Replays({ webhook }: { webhook: ListedWebhook }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const replays = useCall(listWebhookReplays, { path: { uuid: webhook.uuid } })
  const { data, refetch } = replays
  const running = data?.some(({ state }) => state === 'running') ?? false
  useFresh(running, () => void refetch())
  return (
    <Section
      title={t(($) => $.replays.title)}
      end={
        webhook.enabled &&
        !running && (
          <Offered rule="webhooks">
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              {t(($) => $.replays.begin)}
            </Button>
          </Offered>
        )
      }
    >
      <p className={styles['prose']}>{t(($) => $.replays.text)}</p>
      {data ? (
        <ul className={styles['replays']}>
          {data.map((replay) => (
            <Replay key={replay.replay_id} replay={replay} />
          ))}
        </ul>
      ) : (
        <Unanswered query={replays} lines={2} />
      )}
      {asking && <ReplayForm uuid={webhook.uuid} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Replay({ replay }: { replay: WebhookReplay }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(stopWebhookReplay, { refreshes: [listWebhookReplays] })
  const { state, stopped_why: why, total, sent, delivered, failing } = replay
  return (
    <li>
      <div className={styles['secret']}>
        <strong>
          {state === 'stopped'
            ? t(($) => $.replays.stops[why === '' ? 'user' : why])
            : t(($) => $.replays.states[state])}
        </strong>
        <span className={styles['note']}>
          <Time at={replay.created_at} exact /> · <bdi>{isolated(replay.created_by)}</bdi>
        </span>
        {state === 'running' && (
          <Offered rule="webhooks">
            <Button
              variant="default"
              size="xs"
              loading={pending}
              onClick={() => void act({ path: { uuid: replay.webhook_uuid }, body: {} })}
            >
              {t(($) => $.replays.stop)}
            </Button>
          </Offered>
        )}
      </div>
      <Progress value={(sent / Math.max(total, 1)) * 100} aria-label={t(($) => $.replays.progress)} />
      <p className={styles['note']}>{t(($) => $.replays.stand, { sent, total, delivered, failing })}</p>
    </li>
  )
}
