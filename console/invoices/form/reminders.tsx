import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { planInvoice } from '#contract/invoice-messages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { timeZoneChoices } from '#console/kit/form/time-zones.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { PlanList } from '../plan-list.tsx'
import { inputOf, type FormProps } from './inputs.ts'
import type { InvoiceValues } from './invoice-form.ts'
import { planBody } from './plan-body.ts'
import { ReminderList } from './reminder-list.tsx'
import styles from './invoice-editor.module.css'

/** When the customer is reminded, and the calendar of every message that follows from it. */
export function Reminders(props: FormProps & { template: boolean }): ReactNode {
  const { t } = useTranslation()
  const { form, template } = props
  const { reminders } = form.values
  return (
    <FormSection title={t(($) => $.invoiceForm.reminders)} folded={reminders.length === 0}>
      <ReminderList
        reminders={reminders}
        input={(path) => inputOf(props, path)}
        onChange={(next) => form.setFieldValue('reminders', next)}
      />
      {!template && (
        <>
          <CustomerZone {...props} />
          <div className="wide">
            <Plan values={form.values} />
          </div>
        </>
      )}
    </FormSection>
  )
}

function CustomerZone(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const own = useTimeZone()
  const [zones] = useState(() => timeZoneChoices(new Date(), own))
  return (
    <Select
      className="wide"
      label={t(($) => $.invoiceForm.zone)}
      description={t(($) => $.invoiceForm.zoneHint)}
      placeholder={t(($) => $.invoiceForm.zoneOfCountry)}
      data={zones}
      limit={100}
      searchable
      clearable={Boolean(props.form.values.customer.time_zone)}
      dir="ltr"
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
      {...inputOf(props, 'customer.time_zone')}
      value={props.form.values.customer.time_zone || null}
      onChange={(zone) => props.form.setFieldValue('customer.time_zone', zone ?? '')}
    />
  )
}

/** What would be sent when, as the server plans it. */
function Plan({ values }: { values: InvoiceValues }): ReactNode {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(JSON.stringify(planBody(values)), 400)
  const body = JSON.parse(asked) as object | null
  const plan = useCall(planInvoice, { body: body ?? {} } as CallInput<typeof planInvoice>, {
    enabled: body !== null,
    keepPrevious: true,
  })
  return (
    <section aria-label={t(($) => $.invoiceForm.plan)}>
      <p className={styles['label']}>{t(($) => $.invoiceForm.plan)}</p>
      {body && plan.data ? (
        <PlanList plan={plan.data} nothing={t(($) => $.invoiceForm.noPlan)} />
      ) : (
        <p className={styles['hint']}>{t(($) => $.invoiceForm.planNeeds)}</p>
      )}
    </section>
  )
}
