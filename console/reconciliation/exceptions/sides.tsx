import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Day, LeftToRight, Reference } from '#console/kit/details/values.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import styles from './exceptions.module.css'

type Member = ReconEvidence['members'][number]

/** Ours and theirs next to each other, also what is only suggested. What differs from the one of the other side stands out. */
export function Sides({ record }: { record: Pick<ReconEvidence, 'members' | 'suggested'> }): ReactNode {
  const { t } = useTranslation()
  const of = (side: ReconSide) => [
    ...record.members.filter((one) => one.side === side).map((one) => ({ one, isSuggested: false })),
    ...record.suggested.filter((one) => one.side === side).map((one) => ({ one, isSuggested: true })),
  ]
  const both = { a: of('a'), b: of('b') }
  const single = both.a.length === 1 && both.b.length === 1 ? { a: both.a[0]?.one, b: both.b[0]?.one } : {}
  return (
    <Section title={t(($) => $.reconEvidence.sides)}>
      <div className={styles['sides']}>
        {(['a', 'b'] as const).map((side) => (
          <Side key={side} side={side} records={both[side]} against={single[side === 'a' ? 'b' : 'a']} />
        ))}
      </div>
    </Section>
  )
} // prettier-ignore

interface SideProps {
  side: ReconSide
  records: readonly { one: Member; isSuggested: boolean }[]
  /** The only record of the other side, where each has one. */
  against: Member | undefined
}
function Side({ side, records, against }: SideProps): ReactNode {
  const { t } = useTranslation()
  const source = records[0]?.one.data_source
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- many records scroll, by keys too
    <section className={styles['side']} aria-label={codeWord('reconSides', side)} tabIndex={records.length > 3 ? 0 : undefined}>
      <h3>
        {codeWord('reconSides', side)}
        {source && <LeftToRight>{source}</LeftToRight>}
        {records.length > 1 && <small>{t(($) => $.reconDashboard.records, { count: records.length })}</small>}
      </h3>
      {records.length === 0 && <p className={styles['hint']}>{t(($) => $.reconExceptions.nothingHere)}</p>}
      <ul>
        {records.map(({ one, isSuggested }) => (
          <li key={one.record_ref} data-suggested={isSuggested || undefined}>
            <p className={styles['reference']}>
              <ScreenLink to="reconRecord" search={{ ref: one.record_ref }}>
                <Reference>{one.transaction_id || one.merchant_order_ref || one.record_ref}</Reference>
              </ScreenLink>
              {isSuggested && <span className={styles['tag']} data-strength="suggested">{codeWord('matchStrengths', 'suggested')}</span>}
            </p>
            <dl>
              {valuesOf(one).map(([name, text, value]) => (
                <div key={name} data-differs={isOther(against, name, text) || undefined}>
                  <dt>{wireWord('columns', name)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
} // prettier-ignore

type Value = readonly [name: string, text: string, value: ReactNode]
/** The values of a record that are compared by eye; each has a text, so that it can be held against that of another. */
function valuesOf(one: Member): Value[] {
  const charged = one.net_currency || one.currency
  const amount = (name: string, value: string | null, currency: string): Value => [name, [value, currency].join(' '), <ExactAmount key={name} value={value} currency={currency} />] // prettier-ignore
  const charge = (name: 'fee' | 'tax' | 'passed_on'): Value[] => one[name] === '0' ? [] : [[name, '', <ExactAmount key={name} value={one[name]} currency={charged} />]] // prettier-ignore
  const day = (name: 'transaction_date' | 'settlement_date'): Value[] => (one[name] ? [[name, '', <Day key={name} of={one[name]} />]] : [])
  return [
    amount('amount', one.amount, one.currency),
    ['record_type', one.record_type, wireWord('recordTypes', one.record_type)],
    ...day('transaction_date'),
    ...day('settlement_date'),
    ...(one.merchant_order_ref ? [['merchant_order_ref', '', <Reference key="order">{one.merchant_order_ref}</Reference>] as const] : []),
    ...charge('fee'),
    ...charge('tax'),
    ...charge('passed_on'),
    ...(one.net === null ? [] : [['net', '', <ExactAmount key="net" value={one.net} currency={one.net_currency} />] as const]),
  ]
} // prettier-ignore
/** Whether the one of the other side has the value too, and another one. */
function isOther(against: Member | undefined, name: string, text: string): boolean {
  const theirs = against && valuesOf(against).find(([of]) => of === name)?.[1]
  return theirs !== undefined && theirs !== text
}
