import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listAlerts, type Alert } from '#contract/alerts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { AlertActs } from './alert-acts.tsx'
import type { AlertChoices } from './alert-fields.tsx'
import { CreateAlert } from './alert-form.tsx'
import styles from './alerts.module.css'
import { conditionWords, figureWords } from './alert-words.ts'

/** The alerts of the merchant: what each watches, how it stands, and whom it tells. */
export function AlertsCard({ channels }: Pick<AlertChoices, 'channels'>): ReactNode {
  const { t } = useTranslation()
  const { subUserUuid } = useUser()
  const query = useCall(listAlerts, {}, { everyMs: 20_000 })
  const [creating, setCreating] = useState(false)
  if (!query.data) return <Unanswered query={query} lines={3} />
  const { alerts, people } = query.data
  const choices = { channels, people }
  return (
    <Section
      title={t(($) => $.alerts.title)}
      end={
        <Button variant="default" size="xs" onClick={() => setCreating(true)}>
          {t(($) => $.alerts.create)}
        </Button>
      }
    >
      {alerts.length === 0 ? (
        <Empty title={t(($) => $.alerts.emptyTitle)} text={t(($) => $.alerts.emptyText)} />
      ) : (
        <>
          <p className={styles['about']}>{t(($) => $.alerts.about)}</p>
          <Table alerts={alerts} choices={choices} />
        </>
      )}
      {creating && <CreateAlert {...choices} own={subUserUuid} onClose={() => setCreating(false)} />}
    </Section>
  )
}

function Table({ alerts, choices }: { alerts: Alert[]; choices: AlertChoices }): ReactNode {
  return (
    <SmallTable
      rows={alerts}
      rowKey={(alert) => alert.alert_id}
      nothing=""
      columns={[
        { name: 'name', kind: 'text', cell: (alert) => <bdi>{alert.name}</bdi> },
        { name: 'status', kind: 'status', place: 'value', cell: (alert) => <Status of="alert" state={alert.status} /> },
        {
          name: 'condition',
          kind: 'text',
          place: 'more',
          cell: (alert) => <Condition alert={alert} channels={choices.channels} />,
        },
        { name: 'current_value', kind: 'text', place: 'more', cell: (alert) => <LastCheck alert={alert} /> },
        {
          name: 'fired_at',
          kind: 'time',
          place: 'more',
          cell: ({ fired_at: at }) => (at ? <Time at={at} zoned /> : '–'),
        },
        {
          name: 'recipients',
          kind: 'text',
          place: 'more',
          cell: ({ recipients }) =>
            recipients.map(({ sub_user_id, name }, at) => (
              <span key={sub_user_id}>
                {at > 0 && ', '}
                <bdi>{name}</bdi>
              </span>
            )),
        },
        {
          name: 'actions',
          kind: 'text',
          place: 'more',
          cell: (alert) => <AlertActs alert={alert} choices={choices} />,
        },
      ]}
    />
  )
}

function Condition({ alert, channels }: { alert: Alert; channels: AlertChoices['channels'] }): ReactNode {
  const language = useLanguage()
  const { channel_key: key } = alert
  const channel = channels.find(({ channel_key }) => channel_key === key)?.payment_channel_name ?? key
  return (
    <>
      {conditionWords(alert, language)}
      {channel && (
        <p className={styles['about']}>
          <bdi>{channel}</bdi>
        </p>
      )}
    </>
  )
}

/** What the last check found. */
function LastCheck({ alert: { metric, value, cases, least_cases: least, checked_at } }: { alert: Alert }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (checked_at === null) return t(($) => $.alerts.notChecked)
  if (value === null || (least !== null && cases < least)) return t(($) => $.alerts.tooFew)
  return (
    <>
      {figureWords(metric, value, language)}
      {least !== null && <p className={styles['about']}>{t(($) => $.alerts.cases, { count: cases })}</p>}
    </>
  )
}
