import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alertErrors, createAlert, listAlerts, needsCases, updateAlert, type Alert } from '#contract/alerts.ts'
import { limits } from '#contract/limits.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { AlertFields, isOfChannel, type AlertChoices, type AlertValues } from './alert-fields.tsx'

interface FormProps extends AlertChoices {
  onClose: () => void
}

/** Not a number for an empty text, which its field then says. */
const numberOf = (text: string) => Number(text.trim() || Number.NaN)
/** What has no field for the chosen metric is not sent. */
const bodyOf = ({ metric, channel_key, comparison, threshold, minutes, least_cases, ...values }: AlertValues) => ({
  ...values,
  metric,
  comparison: needsCases(metric) ? comparison : ('above' as const),
  threshold: numberOf(threshold),
  minutes: numberOf(minutes),
  ...(isOfChannel(metric) && { channel_key }),
  ...(needsCases(metric) && { least_cases: numberOf(least_cases) }),
})
const common = {
  toBody: bodyOf,
  refreshes: [listAlerts],
  fieldOf: (path: string) => path.replace(/^recipients\..*/, 'recipients'),
  check: (values: AlertValues) => alertErrors(bodyOf(values)),
}

/** The form of a new alert. It begins with what most want to know: that fewer attempts succeed. */
export function CreateAlert({ own, onClose, ...choices }: FormProps & { own: string }): ReactNode {
  const { t } = useTranslation()
  const isOneOf = choices.people.some(({ sub_user_id }) => sub_user_id === own)
  const initial: AlertValues = {
    name: '',
    metric: 'success_rate',
    channel_key: '',
    comparison: 'below',
    threshold: '80',
    minutes: '15',
    least_cases: String(limits.alertCases),
    recipients: isOneOf ? [own] : [],
  }
  const onDone = () => {
    toastSuccess(t(($) => $.alerts.created))
    onClose()
  }
  const form = useCallForm(createAlert, { ...common, initial, onDone })
  const words = { title: t(($) => $.alerts.createTitle), submit: t(($) => $.alerts.create) }
  return <AlertFields {...words} {...form} {...choices} onClose={onClose} />
}

/** The form that changes an alert. */
export function EditAlert({ alert, onClose, ...choices }: FormProps & { alert: Alert }): ReactNode {
  const { t } = useTranslation()
  const [initial] = useState<AlertValues>(() => ({
    ...alert,
    threshold: String(alert.threshold),
    minutes: String(alert.minutes),
    least_cases: String(alert.least_cases ?? ''),
    recipients: alert.recipients.map(({ sub_user_id: id }) => id),
  }))
  const { name, metric, channel_key, comparison, threshold, minutes, least_cases, recipients } = initial
  const onDone = () => {
    toastSuccess(t(($) => $.alerts.changed))
    onClose()
  }
  const form = useCallForm(updateAlert, {
    ...common,
    initial: { name, metric, channel_key, comparison, threshold, minutes, least_cases, recipients },
    path: { alert_id: alert.alert_id },
    onDone,
  })
  const words = { title: t(($) => $.alerts.changeTitle), submit: t(($) => $.alerts.save) }
  return <AlertFields {...words} {...form} {...choices} onClose={onClose} />
}
