import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount, Nothing } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { percentWords } from '#console/kit/i18n/names.ts'
import styles from './channels.module.css'
import { EditPlan } from './plan.tsx'

type Plan = PayMethod['instalments'][number]

interface InstalmentsProps {
  channelKey: string
  plans: readonly Plan[]
  lent: boolean
}

/** The plans in which a shopper can pay by instalments. */
export function Instalments({ channelKey, plans, lent }: InstalmentsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayChange = useDenied('paymentChannels') === null && !lent
  /** The place of the plan that is edited; past the last one for a new plan. */
  const [editing, setEditing] = useState<number | null>(null)
  const months = ({ months: count }: Plan) => t(($) => $.payChannels.months, { count })
  return (
    <Section
      title={t(($) => $.payChannels.instalments)}
      end={
        mayChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setEditing(plans.length)}
          >
            {t(($) => $.payChannels.addPlan)}
          </Button>
        )
      }
    >
      <p className={styles['hint']}>{t(($) => $.payChannels.instalmentsText)}</p>
      <SmallTable
        rows={plans.map((plan, index) => ({ ...plan, index }))}
        rowKey={({ index }) => String(index)}
        nothing={t(($) => $.payChannels.noInstalments)}
        columns={[
          { name: 'plan', kind: 'text', cell: months },
          { name: 'currency', kind: 'text', place: 'line', cell: ({ currency }) => currency },
          {
            name: 'minimum',
            kind: 'amount',
            place: 'more',
            cell: ({ minimum, currency }) =>
              minimum === null ? <Nothing /> : <Amount value={minimum} currency={currency} />,
          },
          {
            name: 'interest',
            kind: 'text',
            cell: ({ interest_percent }) => percentWords(Number(interest_percent) / 100, language),
          },
          {
            name: 'interest_payer',
            kind: 'text',
            cell: ({ is_merchant_sponsored: ours }) =>
              t(($) => (ours ? $.payChannels.payers.merchant : $.payChannels.payers.shopper)),
          },
          {
            name: 'bank_code',
            kind: 'text',
            cell: ({ bank_code }) => (bank_code ? <bdi>{bank_code}</bdi> : <Nothing />),
          },
          ...(mayChange
            ? [
                {
                  name: 'actions',
                  kind: 'text',
                  place: 'value',
                  cell: (plan: Plan & { index: number }) => (
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      className={styles['cellButton'] ?? ''}
                      aria-label={t(($) => $.payChannels.editPlanOf, { months: months(plan) })}
                      onClick={() => setEditing(plan.index)}
                    >
                      {t(($) => $.payChannels.edit)}
                    </Button>
                  ),
                } as const,
              ]
            : []),
        ]}
      />
      {editing !== null && (
        <EditPlan channelKey={channelKey} plans={plans} place={editing} onClose={() => setEditing(null)} />
      )}
    </Section>
  )
}
