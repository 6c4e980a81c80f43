import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { backtestPayoutRules } from '#contract/payout-rules.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { rulesBody, type RulesValues } from './rule-values.ts'
import styles from './settings.module.css'

type Tested = WireOutput<typeof backtestPayoutRules>

/** How the payouts of the last 90 days would have gone under the rules as they are typed. */
export function Backtest({ values, isChanged }: { values: RulesValues; isChanged: boolean }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(backtestPayoutRules)
  const drafted = JSON.stringify(values)
  const [tested, setTested] = useState<{ drafted: string; answer: Tested } | null>(null)
  const test = async () => {
    const outcome = await act({ body: rulesBody(values) })
    if (outcome.ok) setTested({ drafted, answer: outcome.answer })
  }
  return (
    <Section
      title={t(($) => $.payoutRules.backtest)}
      end={
        <Button size="xs" variant="default" loading={pending} disabled={!isChanged} onClick={() => void test()}>
          {t(($) => $.payoutRules.test)}
        </Button>
      }
    >
      <p className={styles['about']}>
        {t(($) => (isChanged ? $.payoutRules.backtestAbout : $.payoutRules.backtestFirst))}
      </p>
      {error && <FormFailure error={error} />}
      <div role="status">{tested?.drafted === drafted && <Outcome tested={tested.answer} />}</div>
    </Section>
  )
}

function Outcome({ tested }: { tested: Tested }): ReactNode {
  const { t } = useTranslation()
  if (tested.payouts === 0) return <p>{t(($) => $.payoutRules.nothingPast)}</p>
  return (
    <>
      <Facts
        facts={[
          [t(($) => $.payoutRules.tested), tested.is_capped ? `${tested.payouts}+` : tested.payouts],
          [t(($) => $.payoutRules.more), tested.more],
          [t(($) => $.payoutRules.fewer), tested.fewer],
          [t(($) => $.payoutRules.others), tested.others],
          [t(($) => $.payoutRules.impossible), tested.impossible],
        ]}
      />
      <SmallTable
        rows={tested.examples}
        rowKey={({ txn_ref: ref }) => ref}
        to={({ txn_ref: ref }) => ({ to: 'managePayouts', search: { ref } })}
        nothing={t(($) => $.payoutRules.nothingChanges)}
        columns={[
          { name: 'beneficiary_name', kind: 'text', cell: (row) => <bdi>{row.beneficiary_name}</bdi> },
          {
            name: 'amount',
            kind: 'amount',
            place: 'value',
            cell: (row) => <Amount value={row.amount} currency={row.currency} />,
          },
          { name: 'people_before', kind: 'text', place: 'more', cell: (row) => row.before },
          {
            name: 'people_after',
            kind: 'text',
            place: 'more',
            cell: (row) => (row.is_possible ? row.after : t(($) => $.payoutRules.nobody)),
          },
        ]}
      />
    </>
  )
}
