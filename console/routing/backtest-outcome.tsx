import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backtest, BacktestCell, BacktestSuccess } from '#contract/backtests.ts'
import type { Currency } from '#contract/kit/money.ts'
import { amountInText, Amount, CopiedReference } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { methodName } from './rule-words.ts'
import styles from './rule-tools.module.css'
import { SuccessBar } from './success-bar.tsx'
import { channelNames, type Channels } from './use-rules.ts'

type Result = NonNullable<Backtest['result']>

/** What a backtest has found: the moved payments with their success before and after, and the fees by currency. */
export function BacktestOutcome(props: { result: Result; digest: string; channels: Channels }): ReactNode {
  const { result, digest, channels } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { payments, moved, judged, not_enough: unknown, untaken } = result
  const parts = { moved: numberText(moved, language), payments: numberText(payments, language) }
  if (payments === 0) return <p>{t(($) => $.routing.backtest.noPayments)}</p>
  return (
    <div className={styles['outcome']}>
      <p>{moved === 0 ? t(($) => $.routing.backtest.nothingMoved) : t(($) => $.routing.backtest.moved, parts)}</p>
      {judged > 0 && <Compared before={result.before} after={result.after} />}
      {unknown > 0 && <p className={styles['changed']}>{t(($) => $.routing.backtest.notEnough, { count: unknown })}</p>}
      {untaken > 0 && <p className={styles['hint']}>{t(($) => $.routing.backtest.untaken, { count: untaken })}</p>}
      {result.is_capped && <p className={styles['hint']}>{t(($) => $.routing.backtest.capped, { count: payments })}</p>}
      {result.currencies.length > 0 && <Currencies rows={result.currencies} />}
      {result.cells.length > 0 && (
        <details className={styles['cells']}>
          <summary>{t(($) => $.routing.backtest.cells)}</summary>
          <Cells rows={result.cells} channels={channels} />
        </details>
      )}
      <p className={`${styles['under']} ${styles['digest']}`}>
        {t(($) => $.routing.backtest.digest)}{' '}
        <CopiedReference copy={t(($) => $.routing.backtest.copyDigest)}>{digest}</CopiedReference>
      </p>
    </div>
  )
}

/** The chart: the success of the moved payments as it was, and as it is expected. */
function Compared({ before, after }: { before: BacktestSuccess; after: BacktestSuccess }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const gained = Math.round(after.succeeded - before.succeeded)
  const [low, high] = [after.low, after.high].map((share) => share * after.payments - before.succeeded)
  const words = (value: number) => isolated(signed(Math.round(value), language))
  const verdict = (low ?? 0) > 0 ? 'more' : (high ?? 0) < 0 ? 'fewer' : 'even'
  return (
    <>
      <dl className={styles['chart']}>
        <dt>{t(($) => $.columns.before)}</dt>
        <dd>
          <SuccessBar success={before} tone="before" />
        </dd>
        <dt>{t(($) => $.columns.after)}</dt>
        <dd>
          <SuccessBar success={after} />
        </dd>
      </dl>
      <p>
        {t(($) => $.routing.backtest.verdict[verdict], {
          gained: words(gained),
          low: words(low ?? 0),
          high: words(high ?? 0),
        })}
      </p>
    </>
  )
}
const signed = (value: number, language: Parameters<typeof numberText>[1]): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${numberText(Math.abs(value), language)}`

const Currencies = ({ rows }: { rows: Result['currencies'] }): ReactNode => (
  <SmallTable
    rows={rows}
    rowKey={({ currency }) => currency}
    nothing=""
    columns={[
      { name: 'currency', kind: 'text', cell: ({ currency }) => currency },
      { name: 'moved', kind: 'number', place: 'more', cell: ({ judged }) => <Count value={judged} /> },
      {
        name: 'before',
        kind: 'text',
        place: 'more',
        cell: ({ before }) => <SuccessBar success={before} tone="before" />,
      },
      { name: 'after', kind: 'text', place: 'more', cell: ({ after }) => <SuccessBar success={after} /> },
      {
        name: 'fees_before',
        kind: 'amount',
        place: 'more',
        cell: ({ fees_before: fees, currency }) => <Amount value={fees} currency={currency} />,
      },
      {
        name: 'fees_after',
        kind: 'amount',
        place: 'more',
        cell: ({ fees_after: fees, currency }) => <Amount value={fees} currency={currency} />,
      },
      {
        name: 'fee_difference',
        kind: 'amount',
        place: 'value',
        cell: ({ fee_difference: fees, currency }) => <Amount value={fees} currency={currency} />,
      },
    ]}
  />
)

function Cells({ rows, channels }: { rows: readonly BacktestCell[]; channels: Channels }): ReactNode {
  const { t } = useTranslation()
  const { nameOf } = channelNames(channels)
  return (
    <SmallTable
      rows={rows}
      rowKey={(row) => [wayOf(row), row.currency, row.band, row.from_channel, row.to_channel].join(' ')}
      nothing=""
      columns={[
        { name: 'payment_method', kind: 'text', cell: (row) => <bdi>{wayOf(row)}</bdi> },
        { name: 'amount', kind: 'text', place: 'line', cell: (row) => <Band row={row} /> },
        { name: 'from_channel', kind: 'text', place: 'more', cell: (row) => <bdi>{nameOf(row.from_channel)}</bdi> },
        { name: 'to_channel', kind: 'text', place: 'more', cell: (row) => <bdi>{nameOf(row.to_channel)}</bdi> },
        { name: 'moved', kind: 'number', place: 'value', cell: ({ before }) => <Count value={before.payments} /> },
        {
          name: 'before',
          kind: 'text',
          place: 'more',
          cell: ({ before }) => <SuccessBar success={before} tone="before" />,
        },
        {
          name: 'after',
          kind: 'text',
          place: 'more',
          cell: ({ after, observed }) =>
            after ? <SuccessBar success={after} /> : t(($) => $.routing.backtest.tooFew, { count: observed }),
        },
      ]}
    />
  )
}
const wayOf = ({ payment_method: method, payment_sub_type: subType }: BacktestCell): string =>
  methodName(method, subType)

function Band({ row }: { row: { amount_from: number; amount_to: number; currency: Currency } }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [from, to] = [row.amount_from, row.amount_to].map((value) => amountInText(value, row.currency, language))
  return t(($) => $.payChannels.between, { from, to })
}

function Count({ value }: { value: number }): ReactNode {
  const language = useLanguage()
  return numberText(value, language)
}
