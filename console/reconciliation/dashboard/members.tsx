import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Day, LeftToRight, Nothing, Reference } from '#console/kit/details/values.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'

type Member = ReconEvidence['members'][number]

/** Records of both sides below each other, ours first; each leads to its own evidence. */
export function Members({ title, members, present }: { title: string; members: readonly Member[]; present: string }): ReactNode {
  const { t } = useTranslation()
  const charge = (name: 'fee' | 'tax' | 'passed_on') => ({
    name,
    kind: 'amount' as const,
    place: 'more' as const,
    cell: (one: Member) => (one[name] === '0' ? <Nothing /> : <ExactAmount value={one[name]} currency={one.net_currency || one.currency} />),
  })
  return (
    <Section title={title}>
      <SmallTable
        rows={members}
        rowKey={({ record_ref }) => record_ref}
        to={({ record_ref: ref }) => ({ to: 'reconRecord', search: { ref } })}
        nothing={t(($) => $.reconEvidence.noMembers)}
        columns={[
          { name: 'transaction_id', kind: 'reference', place: 'head', cell: (one) => (one.record_ref === present ? <strong><Ref of={one} /></strong> : <Ref of={one} />) },
          { name: 'side', kind: 'text', place: 'line', cell: ({ side, data_source }) => <>{codeWord('reconSides', side)} <LeftToRight>{data_source}</LeftToRight></> },
          { name: 'record_type', kind: 'text', place: 'line', cell: ({ record_type }) => wireWord('recordTypes', record_type) },
          { name: 'settlement_date', kind: 'text', place: 'more', cell: ({ settlement_date, transaction_date }) => <DayOrNone of={settlement_date ?? transaction_date} /> },
          charge('fee'),
          charge('tax'),
          charge('passed_on'),
          { name: 'net', kind: 'amount', place: 'more', cell: ({ net, net_currency }) => <ExactAmount value={net} currency={net_currency} /> },
          { name: 'amount', kind: 'amount', place: 'value', cell: ({ amount, currency }) => <ExactAmount value={amount} currency={currency} /> },
        ]}
      />
    </Section>
  )
} // prettier-ignore

const Ref = ({ of: { transaction_id, merchant_order_ref } }: { of: Member }): ReactNode =>
  transaction_id || merchant_order_ref ? <Reference>{transaction_id || merchant_order_ref}</Reference> : <Nothing />
const DayOrNone = ({ of }: { of: string | null }): ReactNode => (of ? <Day of={of} /> : <Nothing />)
