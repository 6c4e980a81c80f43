import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Remittance } from '#contract/remittances.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { AccountWords } from '#console/kit/details/postings.tsx'
import { Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Rate } from '../rate.tsx'
import styles from './settlements.module.css'

type Posting = Remittance['postings'][number]

/** What the cut and each attempt have posted, each transfer with both its sides and its rate. */
export function RemittancePostings({ remittance: { postings } }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  if (postings.length === 0) return <Empty title={t(($) => $.remittances.noPostings)} text={t(($) => $.remittances.noPostingsText)} />
  return [...Map.groupBy(postings, ({ business_key }) => business_key)].map(([key, lines]) => <Transfer key={key} businessKey={key} lines={lines} />)
} // prettier-ignore

function Transfer({ businessKey, lines }: { businessKey: string; lines: readonly Posting[] }): ReactNode {
  const { t } = useTranslation()
  const [{ kind, at, rate } = { kind: '', at: '', rate: null }] = lines
  const isDebit = ({ amount }: Posting) => !amount.startsWith('-')
  return (
    <Section title={wireWord('postings', kind)} end={<Time at={at} zoned />}>
      <SmallTable<Posting>
        rows={lines}
        rowKey={({ account, currency }) => `${account} ${currency}`}
        nothing=""
        columns={[
          { name: 'account', kind: 'text', place: 'head', cell: ({ account }) => <AccountWords account={account} /> },
          { name: 'debit', kind: 'amount', place: 'line', cell: (line) => isDebit(line) && <ExactAmount value={line.amount} currency={line.currency} /> },
          { name: 'credit', kind: 'amount', place: 'line', cell: (line) => !isDebit(line) && <ExactAmount value={line.amount.slice(1)} currency={line.currency} /> },
        ]}
      />
      <p className={styles['hint']}>
        {rate !== null && <>{t(($) => $.remittances.atRate)} <Rate of={rate} /> · </>}
        <Reference>{businessKey}</Reference>
      </p>
    </Section>
  )
} // prettier-ignore
