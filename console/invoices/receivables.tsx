import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { receivableBuckets, type ReceivableBucket } from '#contract/invoice-list.ts'
import { openInvoiceStates } from '#contract/invoice-states.ts'
import { readReceivables } from '#contract/invoices.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './receivables.module.css'

type OfCurrency = WireOutput<typeof readReceivables>[number]

/** What customers owe, per currency, by the days since it fell due; each number leads to the rows that make it. */
export function Receivables(): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readReceivables, { query: {} })
  const own = currencyOf(useUser())
  // The merchant's own currency comes first, then those with the most invoices.
  const owed = (data ?? [])
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own) || b.count - a.count)
  if (owed.length === 0) return null
  const [first, second, ...others] = owed
  return (
    <section className={styles['strip']} aria-label={t(($) => $.invoices.receivables)}>
      {[first, second].map((one) => one && <OfOne key={one.currency} of={one} />)}
      {others.length > 0 && (
        <details>
          <summary>{t(($) => $.invoices.moreCurrencies, { count: others.length })}</summary>
          {others.map((one) => (
            <OfOne key={one.currency} of={one} />
          ))}
        </details>
      )}
    </section>
  )
}

function OfOne({ of: { currency, open, count, buckets } }: { of: OfCurrency }): ReactNode {
  const { t } = useTranslation()
  const bucket = (name: ReceivableBucket) => buckets.find((one) => one.bucket === name) ?? { amount: 0, count: 0 }
  const cell = (key: string, title: string, sum: { amount: number; count: number }, filters: Record<string, string>) => (
    <div key={key} className={styles['cell']} data-tone={sum.count === 0 ? 'none' : key.startsWith('overdue') ? 'bad' : undefined}>
      <dt>{title}</dt>
      <dd>
        {sum.count === 0 ? (
          <Amount value={0} currency={currency} />
        ) : (
          <ScreenLink to="invoices" search={{ ...filters, currency, sort: 'due_date' }}>
            <Amount value={sum.amount} currency={currency} />
          </ScreenLink>
        )}
        <span>{t(($) => $.invoices.invoicesCounted, { count: sum.count })}</span>
      </dd>
    </div>
  )
  return (
    <dl className={styles['currency']} data-card>
      {cell('open', t(($) => $.invoices.open), { amount: open, count }, { status: openInvoiceStates.join(',') })}
      {receivableBuckets
        .filter((name) => name !== 'not_due')
        .map((name) => cell(name, codeWord('receivableBuckets', name), bucket(name), { receivable: name }))}
    </dl>
  )
} // prettier-ignore
