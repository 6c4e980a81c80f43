import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteAlert, listAlerts, updateAlert, type Alert } from '#contract/alerts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import type { AlertChoices } from './alert-fields.tsx'
import { EditAlert } from './alert-form.tsx'
import styles from './alerts.module.css'

/** What can be done with one alert. */
export function AlertActs({ alert, choices }: { alert: Alert; choices: AlertChoices }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'editing' | 'asking' | null>(null)
  const change = useAction(updateAlert, { refreshes: [listAlerts] })
  const remove = useAction(deleteAlert, { refreshes: [listAlerts] })
  const path = { alert_id: alert.alert_id }
  const close = () => setOpen(null)
  const isOff = alert.status === 'off'
  const { name, metric, comparison, channel_key, threshold, minutes, least_cases, recipients } = alert
  const body = {
    name,
    metric,
    comparison,
    channel_key,
    threshold,
    minutes,
    is_enabled: isOff,
    ...(least_cases !== null && { least_cases }),
    recipients: recipients.map(({ sub_user_id }) => sub_user_id),
  }
  const removed = async () => {
    const { ok } = await remove.act({ path })
    close()
    if (ok) toastSuccess(t(($) => $.alerts.deleted))
  }
  return (
    <span className={styles['acts']}>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.pending}
        onClick={() => void change.act({ path, body })}
      >
        {t(($) => (isOff ? $.alerts.enable : $.alerts.disable))}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('editing')}>
        {t(($) => $.alerts.change)}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('asking')}>
        {t(($) => $.alerts.remove)}
      </Button>
      {open === 'editing' && <EditAlert alert={alert} {...choices} onClose={close} />}
      {open === 'asking' && (
        <Confirm
          title={t(($) => $.alerts.removeTitle)}
          confirm={t(($) => $.alerts.remove)}
          danger
          pending={remove.pending}
          onConfirm={() => void removed()}
          onClose={close}
        >
          {t(($) => $.alerts.removeText)}
        </Confirm>
      )}
    </span>
  )
}
