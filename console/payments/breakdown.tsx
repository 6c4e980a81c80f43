import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { feeWords, taxWords } from './fee-words.ts'
import styles from './breakdown.module.css'

interface Line {
  name: string
  value: number
  note?: string
}

/** From the amount to what the merchant gets: fee, tax and refunds, each with its reckoning. */
export function Breakdown({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { amount, fee, fee_tax, refunded, refunding, fee_terms: terms, late_payment: late, currency } = payment
  // Money that is kept apart has no fee, and nothing of it is the merchant's yet.
  const apart = terms === null && (late === 'hold' || late === 'refund')
  const lines: Line[] = [
    { name: t(($) => $.paymentPage.amount), value: amount },
    ...(apart
      ? []
      : [
          { name: t(($) => $.payments.fee), value: -fee, note: feeWords(payment, language) },
          ...(fee_tax > 0
            ? [{ name: t(($) => $.payments.feeTax), value: -fee_tax, note: taxWords(payment, language) }]
            : []),
        ]),
    ...(refunded > 0 ? [{ name: t(($) => $.refunds.refunded), value: -refunded }] : []),
    ...(refunding > 0 ? [{ name: t(($) => $.refunds.refunding), value: -refunding }] : []),
  ]
  return (
    <dl className={styles['lines']}>
      {lines.map((line) => (
        <BreakdownLine key={line.name} line={line} currency={currency} />
      ))}
      <BreakdownLine
        total
        currency={currency}
        line={{
          name: t(($) => $.payments.net),
          value: payment.net,
          ...(apart ? { note: t(($) => $.payments.netApart) } : {}),
        }}
      />
    </dl>
  )
}

function BreakdownLine({
  line: { name, value, note },
  currency,
  total,
}: {
  line: Line
  currency: Payment['currency']
  total?: true
}): ReactNode {
  return (
    <div data-total={total}>
      <dt>
        {name}
        {note && <span className={styles['note']}>{note}</span>}
      </dt>
      <dd>
        <Amount value={value} currency={currency} />
      </dd>
    </div>
  )
}
