import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import type { Remittance } from '#contract/remittances.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Rate } from '../rate.tsx'
import styles from './settlements.module.css'

interface Step {
  name: string
  value: number
  currency: Currency
  /** What it is together so far. */
  isTotal?: boolean
}

/** From what was sold to what is sent: each step as a figure, and as a bar from where the last one ended. Both are one table. */
export function Waterfall({ remittance }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  const { source_currency: sc, base_currency: bc, destination_currency: dc, proof } = remittance
  const ofSource: Step[] = [
    { name: 'total_txn_amount_sc', value: remittance.total_txn_amount_sc, currency: sc, isTotal: true },
    { name: 'txn_fee_sc', value: -remittance.txn_fee_sc, currency: sc },
    { name: 'withholding_tax_sc', value: -remittance.withholding_tax_sc, currency: sc },
    { name: 'refund_amount_sc', value: -remittance.refund_amount_sc, currency: sc },
    { name: 'net_sc', value: remittance.net_sc, currency: sc, isTotal: true },
  ]
  const ofBase: Step[] = [
    { name: 'net_source_bc', value: remittance.net_source_bc, currency: bc, isTotal: true },
    { name: 'reserve_credit_bc', value: -remittance.reserve_credit_bc, currency: bc },
    { name: 'reserve_debit_bc', value: remittance.reserve_debit_bc, currency: bc },
    { name: 'transfer_fee_bc', value: -remittance.transfer_fee_bc, currency: bc },
    { name: 'net_bc', value: remittance.net_bc, currency: bc, isTotal: true },
  ]
  const sent = remittance.net_amount_transferred_dc ?? remittance.estimate_dc
  const isProven = Object.values(proof).every((off) => Number(off) === 0)
  const isOpen = remittance.status === 'Open'
  return (
    <>
      <Steps steps={ofSource} />
      <Times rate={remittance.source_forex_rate} />
      <Steps steps={ofBase} />
      {remittance.further_attempts.map(({ settlement_ref: settlement, attempts, fee }) => (
        <p key={settlement} className={styles['rate']}>
          {t(($) => $.remittances.furtherAttempts, { count: attempts, fee: isolatedLtr(`${fee} ${bc}`), settlement: isolatedLtr(settlement) })}
        </p>
      ))}
      <Times rate={remittance.applied_forex_rate} />
      <dl className={styles['steps']}>
        <div data-total>
          <dt>{isOpen ? t(($) => $.remittances.estimatedNow) : remittance.net_amount_transferred_dc === null ? t(($) => $.remittances.estimated) : wireWord('columns', 'net_amount_transferred_dc')}</dt>
          <dd>{sent === null ? t(($) => $.remittances.notYet) : <Amount value={sent} currency={dc} />}</dd>
        </div>
      </dl>
      {!isOpen && <p className={styles['proof']} data-off={!isProven || undefined}>
        {t(($) => $.remittances.proof)}{' '}
        <bdi dir="ltr">
          {proof.figures_sc} {sc} · {proof.figures_bc} {bc}
        </bdi>
        <br />
        {t(($) => $.remittances.proofPostings)}{' '}
        <bdi dir="ltr">
          {proof.postings_sc} {sc} · {proof.postings_bc} {bc}
        </bdi>
      </p>}
    </>
  )
} // prettier-ignore

/** What was sold and what was taken from it, each changed by itself, and what rounding makes of their sum. */
export function SalesInBase({ remittance }: { remittance: Remittance }): ReactNode {
  const currency = remittance.base_currency
  return (
    <Steps
      steps={[
        { name: 'total_txn_amount_bc', value: remittance.total_txn_amount_bc, currency, isTotal: true },
        { name: 'txn_fee_bc', value: -remittance.txn_fee_bc, currency },
        { name: 'wht_bc', value: -remittance.wht_bc, currency },
        { name: 'refund_amount_bc', value: -remittance.refund_amount_bc, currency },
        { name: 'rounding_bc', value: remittance.rounding_bc, currency },
        { name: 'net_source_bc', value: remittance.net_source_bc, currency, isTotal: true },
      ]}
    />
  )
}

/** One that is not known yet has no line. */
const Times = ({ rate }: { rate: string | null }): ReactNode =>
  rate !== null && (
    <p className={styles['rate']}>
      × <Rate of={rate} />
    </p>
  )

function Steps({ steps }: { steps: readonly Step[] }): ReactNode {
  const ends: number[] = []
  for (const { value, isTotal } of steps) ends.push(isTotal ? value : (ends.at(-1) ?? 0) + value)
  // Below zero too, where more was refunded than sold.
  const low = Math.min(0, ...ends)
  const most = Math.max(0, ...ends) - low || 1
  return (
    <dl className={styles['steps']}>
      {steps.map(({ name, value, currency, isTotal = false }, at) => {
        const [from, to] = [isTotal ? 0 : (ends[at - 1] ?? 0), ends[at] ?? 0]
        const bar = { '--from': (Math.min(from, to) - low) / most, '--size': Math.abs(to - from) / most } as CSSProperties
        return (
          <div key={name} data-total={isTotal || undefined}>
            <dt>{wireWord('columns', name)}</dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
            <dd className={styles['bar']} style={bar} data-tone={value === 0 ? 'none' : isTotal ? 'total' : value < 0 ? 'less' : 'more'} aria-hidden="true" />
          </div>
        )
      })}
    </dl>
  )
} // prettier-ignore
