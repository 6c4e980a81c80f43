import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { AccountWords } from '#console/kit/details/postings.tsx'
import { Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { isPositive, negated, sumOfTexts } from '../fees/decimal-sums.ts'
import styles from './settlements.module.css'

type Posting = Settlement['postings'][number]

/** What closings, reopenings and decisions have posted, each transfer with both its sides. */
export function SettlementPostings({ settlement: { postings, is_booked } }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  if (postings.length === 0)
    return (
      <Empty
        title={t(($) => $.reconSettlements.noPostingsTitle)}
        text={is_booked ? t(($) => $.reconSettlements.noPostings) : t(($) => $.reconSettlements.notPosted)}
      />
    )
  return [...Map.groupBy(postings, ({ business_key }) => business_key)].map(([key, lines]) => (
    <Transfer key={key} businessKey={key} lines={lines} />
  ))
}

function Transfer({ businessKey, lines }: { businessKey: string; lines: readonly Posting[] }): ReactNode {
  const { t } = useTranslation()
  const [{ kind, at, currency } = { kind: '', at: '', currency: '' }] = lines
  const debit = sumOfTexts(lines.flatMap(({ amount }) => (isPositive(amount) ? [amount] : [])))
  return (
    <Section title={wireWord('postings', kind)} end={<Time at={at} zoned />}>
      <SmallTable<{ account: string; amount: string }>
        rows={lines}
        rowKey={({ account }) => account}
        nothing=""
        columns={[
          { name: 'account', kind: 'text', place: 'head', cell: ({ account }) => <AccountWords account={account} /> },
          { name: 'debit', kind: 'amount', place: 'line', cell: ({ amount }) => isPositive(amount) && <ExactAmount value={amount} currency={currency} /> },
          { name: 'credit', kind: 'amount', place: 'line', cell: ({ amount }) => !isPositive(amount) && <ExactAmount value={negated(amount)} currency={currency} /> },
        ]}
      />
      <p className={styles['hint']}>
        {t(($) => $.reconSettlements.total)} <ExactAmount value={debit} currency={currency} /> · <Reference>{businessKey}</Reference>
      </p>
    </Section>
  )
} // prettier-ignore
