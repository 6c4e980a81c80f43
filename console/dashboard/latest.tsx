import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readLatestTransactions } from '#contract/analytics.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './dashboard.module.css'
import type { Dashboard } from './use-dashboard.ts'
import type { Whose } from './whose.ts'

type Row = WireOutput<typeof readLatestTransactions>['transactions'][number]
interface LatestProps {
  latest: Dashboard['latest']
  whose: Whose
  /** The list of the same payments, and of those before them. */
  all: AnyDestination
}

/** The newest payments of the period. In a narrow window each has two lines. */
export function Latest({ latest, whose, all }: LatestProps): ReactNode {
  const { t } = useTranslation()
  const { iamportKey } = useUser()
  const own = useActingFor() || iamportKey
  const { data } = latest
  const name = (key: string) => whose.merchants.find(({ value }) => value === key)?.label ?? whose.merchants[0]?.label
  const end = <ScreenLink {...(all as { to: 'dashboard' })}>{t(($) => $.payments.showAll)}</ScreenLink>
  const merchant = {
    name: 'merchant_name',
    kind: 'text',
    cell: (row: Row) => <bdi>{name(row.merchant_key)}</bdi>,
  } as const
  return (
    <Section title={t(($) => $.dashboard.latest)} end={end}>
      {data ? (
        <div className={styles['latest']} data-waiting={latest.isPlaceholderData || undefined}>
          <SmallTable
            rows={data.transactions}
            rowKey={({ order_ref }) => order_ref}
            to={({ order_ref, merchant_key: key }) => ({
              to: 'paymentDetails',
              search: { order_ref, ...(key === own ? {} : { merchant: key }) },
            })}
            columns={whose.merchant === 'all' ? [...columns, merchant] : columns}
            nothing={t(($) => $.dashboard.noPayments)}
          />
        </div>
      ) : (
        <Unanswered query={latest} lines={5} />
      )}
    </Section>
  )
}

/** The first two have the values of the others as a second line, which only a narrow window shows. */
const columns = [
  {
    name: 'merchant_order_ref',
    kind: 'reference',
    cell: (row: Row) => (
      <>
        <Reference>{row.merchant_order_ref}</Reference>
        <span className={styles['secondLine']}>
          <Time at={row.created_at} /> · {wireWord('methods', row.payment_method)}
        </span>
      </>
    ),
  },
  {
    name: 'amount',
    kind: 'amount',
    cell: (row: Row) => (
      <>
        <Amount value={row.amount} currency={row.currency} />
        <span className={styles['secondLine']}>
          <Status of="payment" state={row.status} />
        </span>
      </>
    ),
  },
  { name: 'status', kind: 'status', cell: (row: Row) => <Status of="payment" state={row.status} /> },
  { name: 'created_at', kind: 'time', cell: (row: Row) => <Time at={row.created_at} /> },
  { name: 'payment_method', kind: 'text', cell: (row: Row) => wireWord('methods', row.payment_method) },
  { name: 'shopper_name', kind: 'text', cell: (row: Row) => <bdi>{row.shopper_name}</bdi> },
] as const
