import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { SummaryGroup } from '#contract/remittance-summary.ts'
import { remittanceStates } from '#contract/remittance-states.ts'
import { Bars } from '#console/kit/charts/bars.tsx'
import { Card } from '#console/kit/charts/card.tsx'
import { Amount, amountWords, dayWords, LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { sumOf } from '#console/kit/i18n/amounts.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { briefAmount, shortDay } from '../chart-words.ts'
import type { AskedSummary } from './screen.tsx'
import styles from './summary.module.css'

type Row = Omit<SummaryGroup, 'key'> & { key: string | number }
interface SumsProps extends Pick<AskedSummary, 'field' | 'frequency' | 'filters'> {
  rows: readonly Row[]
  days: { from: string; to: string }
}

/** Sums as bars and as a table, with totals; each leads to its settlements. */
export function Sums({ rows, field, frequency, filters, days }: SumsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const base = rows[0]?.base_currency ?? 'USD'
  const nameOf = ({ key_as_string: text }: Row): string => {
    if (frequency !== null) return dayWords(text, language)
    if (text === '') return t(($) => $.remittances.dashboard.unknown)
    if (field === 'country') return countryName(text, language)
    if (field === 'payment_method') return wireWord('methods', text)
    return text
  }
  const to = (row: Row): AnyDestination => linkOf(row, { field, frequency, filters, days })
  const title = t(($) => $.remittances.summary.chart)
  const money = (value: number) => `${amountWords(value, base, language)} ${base}`
  const [settled, fees] = [wireWord('columns', 'total_settlement_amount_bc'), t(($) => $.remittances.summary.taken)]
  const takenOf = (row: Row) => sumOf([row.txn_fee_bc, row.wht_bc, row.refund_amount_bc], base)
  const total = totalOf(rows, base)
  return (
    <>
      <Card
        title={title}
        ready
        waiting={false}
        error={null}
        onRetry={() => {}}
        size="row"
        table={{
          head: [t(($) => $.remittances.summary.bys[field ?? frequency ?? 'week']), settled, fees],
          rows: rows.map((row) => ({ key: String(row.key), cells: [nameOf(row), money(row.total_settlement_amount_bc), money(takenOf(row))] })),
        }}
      >
        <Bars
          name={title}
          points={rows.map((row) => ({ key: String(row.key), label: frequency === null ? nameOf(row) : shortDay(row.key_as_string, language), title: nameOf(row), parts: [Math.max(0, row.total_settlement_amount_bc), takenOf(row)], to: to(row) }))}
          series={[{ name: settled, tone: 'first' }, { name: fees, tone: 'quiet' }]}
          format={money}
          brief={(value) => briefAmount(value, language)}
        />
      </Card>
      <p className={styles['inBase']}>{t(($) => $.remittances.summary.inBase, { currency: base })}</p>
      <SmallTable<Row>
        rows={[...rows, total]}
        rowKey={({ key }) => String(key)}
        nothing=""
        to={(row) => (row === total ? settlementsOf(days, filters) : to(row))}
        columns={[
          { name: 'key_as_string', title: t(($) => $.remittances.summary.bys[field ?? frequency ?? 'week']), kind: 'text', cell: (row) => (row === total ? t(($) => $.remittances.summary.total) : nameOf(row)) },
          ...(['total_txn_amount_bc', 'txn_fee_bc', 'wht_bc', 'refund_amount_bc', 'total_settlement_amount_bc', ...(field === null || isOfWhole(field) ? (['remit_fee', 'net_remit'] as const) : [])] as const).map((name) => ({
            name, kind: 'amount' as const, cell: (row: Row) => <LeftToRight>{amountWords(row[name], row.base_currency, language)}</LeftToRight>,
          })),
          ...(field === null || isOfWhole(field)
            ? [{ name: 'net_remit_dc', kind: 'amount' as const, cell: (row: Row) => <Several of={row.net_remit_dc} /> }]
            : []),
          { name: 'settlements', kind: 'number', cell: ({ settlements }) => settlements },
        ]}
      />
    </>
  )
} // prettier-ignore

/** Properties of a whole settlement: of the others it is not known what of a transfer was theirs. */
const isOfWhole = (field: AskedSummary['field']) => field === 'source_currency' || field === 'destination_currency'

/** One line for each destination currency: never one sum of several. */
function Several({ of }: { of: Row['net_remit_dc'] }): ReactNode {
  const sent = of.filter(({ amount }) => amount !== 0)
  if (sent.length === 0) return <Nothing />
  return sent.map(({ currency, amount }) => (
    <span key={currency} className={styles['several']}>
      <Amount value={amount} currency={currency} />
    </span>
  ))
}

function totalOf(rows: readonly Row[], base: Row['base_currency']): Row {
  const sum = (name: 'total_txn_amount_bc' | 'txn_fee_bc' | 'wht_bc' | 'refund_amount_bc' | 'total_settlement_amount_bc' | 'net_remit' | 'remit_fee') =>
    sumOf(rows.map((row) => row[name]), base)
  const sent = Map.groupBy(rows.flatMap(({ net_remit_dc }) => net_remit_dc), ({ currency }) => currency)
  return {
    key: 'total', key_as_string: '', base_currency: base,
    total_txn_amount_bc: sum('total_txn_amount_bc'), txn_fee_bc: sum('txn_fee_bc'), wht_bc: sum('wht_bc'), refund_amount_bc: sum('refund_amount_bc'),
    total_settlement_amount_bc: sum('total_settlement_amount_bc'), net_remit: sum('net_remit'), remit_fee: sum('remit_fee'),
    settlements: rows.reduce((all, { settlements }) => all + settlements, 0),
    net_remit_dc: [...sent].map(([currency, parts]) => ({ currency, amount: sumOf(parts.map(({ amount }) => amount), currency) })),
  }
} // prettier-ignore

/** What a sum leads to: the settlements of its days, or those with its currency, as far as the summary counts them. */
function linkOf({ key_as_string: text }: Row, { field, frequency, days, filters }: Pick<SumsProps, 'field' | 'frequency' | 'days' | 'filters'>): AnyDestination {
  if (frequency !== null) return settlementsOf({ from: later(text, days.from), to: earlier(lastOf(text, frequency), days.to) }, filters)
  return settlementsOf(days, isOfWhole(field) ? { ...filters, [String(field)]: text } : filters)
} // prettier-ignore
const settlementsOf = ({ from, to }: SumsProps['days'], filters: object): AnyDestination => ({
  to: 'remittances',
  search: { ...filters, period_to: `${from}..${to}`, status: counted } as never,
})
/** The running period is in no sum. */
const counted = remittanceStates.states.filter((state) => state !== 'Open').join()
const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

/** The last day of a bucket by its first one. */
function lastOf(first: string, frequency: NonNullable<AskedSummary['frequency']>): string {
  if (frequency === 'day') return first
  if (frequency === 'week') return dayAfter(first, 6)
  const [year = 0, month = 1] = first.split('-').map(Number)
  const next = frequency === 'month' ? Date.UTC(year, month, 0) : Date.UTC(year, 11, 31)
  return new Date(next).toISOString().slice(0, 10)
}
