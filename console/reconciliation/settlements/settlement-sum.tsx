import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { Day } from '#console/kit/details/values.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { isZero, negated, sumOfTexts } from '../fees/decimal-sums.ts'
import styles from './settlements.module.css'

/** A settlement as a sum to read: what its lines come to, what was paid out, what the bank has, and what is between them. */
export function SettlementSum({ settlement }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  const { state, currency, computed, payout, proof, bank_credit, bank_on } = settlement
  const terms = [
    ['gross', settlement.gross],
    ['refunds', settlement.refunds],
    ['chargebacks', settlement.chargebacks],
    ['fees', negated(settlement.fees)],
    ['tax', negated(settlement.tax)],
    ['passed_on', negated(settlement.passed_on)],
    ['adjustments', settlement.adjustments],
  ] as const
  const bankOff = bank_credit === null || payout === null ? '0' : sumOfTexts([bank_credit, negated(payout)])
  return (
    <dl className={styles['sum']}>
      {terms.map(
        ([name, value]) =>
          (name === 'gross' || !isZero(value)) && (
            <Term key={name} title={t(($) => $.reconSettlements[name])} {...{ value, currency }} />
          ),
      )}
      <Term title={t(($) => $.reconSettlements.computed)} value={computed} currency={currency} total />
      <Term
        title={t(($) => $.reconSettlements.payout)}
        value={payout}
        currency={currency}
        none={t(($) => $.reconSettlements.notStated)}
      />
      {proof !== null && (
        <Term title={t(($) => $.reconSettlements.proof)} value={isZero(proof) ? '0.00' : proof} currency={currency} total bad={!isZero(proof) && state !== 'proven'}>
          {isZero(proof) && <small>{t(($) => $.reconSettlements.proven)}</small>}
        </Term>
      )}
      <Term title={t(($) => $.reconSettlements.bank)} value={bank_credit} currency={currency} none={t(($) => $.reconSettlements.notYet)}>
        {bank_on && <small><Day of={bank_on} /></small>}
      </Term>
      {!isZero(bankOff) && (
        <Term title={t(($) => $.reconSettlements.bankOff)} value={bankOff} currency={currency} total bad />
      )}
    </dl>
  )
} // prettier-ignore

interface TermProps {
  title: string
  value: string | null
  currency: string
  total?: boolean
  bad?: boolean
  /** The words where there is no value. */
  none?: string
  children?: ReactNode
}
const Term = ({ title, value, currency, total = false, bad = false, none, children }: TermProps): ReactNode => (
  <div data-total={total || undefined} data-bad={bad || undefined}>
    <dt>
      {title}
      {children}
    </dt>
    <dd>{value === null ? none : <ExactAmount value={value} currency={currency} />}</dd>
  </div>
)
