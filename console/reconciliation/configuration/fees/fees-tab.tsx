import { Button, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listFeePlans } from '#contract/fee-plans.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useChannels } from '../../fees/channels.ts'
import { Calculator } from './calculator.tsx'
import styles from './fees-tab.module.css'
import { Learn } from './learn.tsx'
import { PlanForm } from './plan-form.tsx'
import { PlanTable } from './plan-table.tsx'
import { emptyPart, startOf, type PlanStart } from './plan-values.ts'

/** What providers agreed to charge: the plans of each channel, what one would charge, and what their files prove. */
export function FeesTab(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const environment = environmentOf(useUser())
  const { channel = '' } = useScreenSearch('reconConfiguration') as RawSearch
  const { choices, nameOf } = useChannels()
  const plans = useCall(listFeePlans, { query: { environment } })
  const [open, setOpen] = useState<PlanStart | null>(null)
  if (!plans.data) return <Unanswered query={plans} lines={8} />
  const shown = plans.data.filter(({ payment_channel_key: key }) => channel === '' || key === channel)
  const byChannel = [...Map.groupBy(shown, ({ payment_channel_key: key }) => key)]
  const own = channel || (choices.length === 1 ? (choices[0]?.value ?? '') : '')
  const add = (more: Partial<PlanStart>) => setOpen({ isNew: true, payment_channel_key: own, ...more })
  return (
    <div className={styles['tab']}>
      <div className={styles['head']}>
        <NativeSelect
          label={t(($) => $.reconFees.channel)}
          value={channel}
          data={[{ value: '', label: t(($) => $.reconFees.allChannels) }, ...choices]}
          onChange={(event) => {
            const key = event.currentTarget.value
            void go({ to: 'reconConfiguration', search: { tab: 'fees', ...(key && { channel: key }) } as never, replace: true })
          }}
        />
        <div className={styles['buttons']}>
          <Button variant="default" disabled={own === ''} onClick={() => add({ components: [emptyPart] })}>
            {t(($) => $.reconFees.addParts)}
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => add({})}>
            {t(($) => $.reconFees.addPlan)}
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <Empty title={t(($) => $.reconFees.noPlansTitle)} text={t(($) => $.reconFees.noPlansText)} />
      ) : (
        byChannel.map(([key, those]) => (
          <PlanTable key={key} name={nameOf(key)} plans={those} onChange={(plan) => setOpen(startOf(plan))} />
        ))
      )}
      <Learn key={`learn ${own}`} channel={own} onUse={(start) => setOpen(start)} />
      <Calculator key={`calculate ${own}`} channel={own} />
      {open && <PlanForm start={open} plans={plans.data} onClose={() => setOpen(null)} />}
    </div>
  )
} // prettier-ignore
