import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { amountWords, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'

/** Debits are positive. */
interface Posting {
  at: string
  kind: string
  account: string
  amount: number
  currency: Currency
}

/** The ledger's postings of an object. */
export function Postings({ postings }: { postings: readonly Posting[] }): ReactNode {
  const { t } = useTranslation()
  const numbered = postings.map((posting, index) => ({ ...posting, index }))
  return (
    <SmallTable<Posting & { index: number }>
      rows={numbered}
      rowKey={({ index }) => String(index)}
      nothing={t(($) => $.payments.noPostings)}
      columns={[
        { name: 'at', kind: 'time', cell: (line) => <Time at={line.at} /> },
        { name: 'kind', kind: 'text', cell: (line) => wireWord('postings', line.kind) },
        { name: 'account', kind: 'text', cell: (line) => <AccountWords account={line.account} /> },
        {
          name: 'debit',
          kind: 'amount',
          cell: (line) => line.amount > 0 && <Sum line={line} />,
        },
        {
          name: 'credit',
          kind: 'amount',
          cell: (line) => line.amount < 0 && <Sum line={line} />,
        },
      ]}
    />
  )
}

/** The amount without its currency, which is the payment's in each line. */
function Sum({ line }: { line: Posting }): ReactNode {
  const language = useLanguage()
  return <LeftToRight>{amountWords(Math.abs(line.amount), line.currency, language)}</LeftToRight>
}

/** The name of an account; a suffix names the channel or the virtual account: 'psp_receivable:STRIPE'. */
export function AccountWords({ account }: { account: string }): ReactNode {
  const [name = '', channel] = account.split(':')
  return (
    <>
      {wireWord('accounts', name)}
      {channel && (
        <>
          {' '}
          <LeftToRight>{channel}</LeftToRight>
        </>
      )}
    </>
  )
}
