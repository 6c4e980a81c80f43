import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { learnFeePlans, type Learned } from '#contract/fee-learning.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import { ExactAmount, exactWords, shortWords } from '#console/kit/details/exact-amount.tsx'
import { isPositive } from '../../fees/decimal-sums.ts'
import { methodWord } from '../../fees/method-word.ts'
import styles from './fees-tab.module.css'
import type { PlanStart } from './plan-values.ts'

interface LearnProps {
  channel: string
  /** A form is opened with what was found; nothing is saved before a person says so. */
  onUse: (start: PlanStart) => void
}
/** The terms that reproduce what a channel's files charged: per type, method and currency. */
export function Learn({ channel, onUse }: LearnProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending, error } = useAction(learnFeePlans)
  const [found, setFound] = useState<readonly Learned[] | null>(null)
  const ask = async () => {
    const outcome = await act({ body: { environment, payment_channel_key: channel } })
    if (outcome.ok) setFound(outcome.answer)
  }
  return (
    <Section
      title={t(($) => $.reconFees.learn)}
      end={
        <Button variant="default" disabled={channel === ''} loading={pending} onClick={() => void ask()}>
          {t(($) => $.reconFees.learnNow)}
        </Button>
      }
    >
      <p className={styles['hint']}>
        {channel === '' ? t(($) => $.reconFees.learnChannel) : t(($) => $.reconFees.learnText)}
      </p>
      <SheetFault fault={error ? failureText(error) : ''} />
      <div aria-live="polite">{found && <Found rows={found} channel={channel} onUse={onUse} />}</div>
    </Section>
  )
}

function Found({ rows, channel, onUse }: LearnProps & { rows: readonly Learned[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const use = (row: Learned): PlanStart => ({
    isNew: true,
    payment_channel_key: channel,
    txn_type: row.txn_type,
    payment_method: row.payment_method,
    currency: row.currency,
    percent_fee: row.percent_fee,
    flat_fee: isPositive(row.flat_fee) ? row.flat_fee : '',
  })
  const terms = (row: Learned) =>
    [
      ...(isPositive(row.percent_fee) || !isPositive(row.flat_fee) ? [`${shortWords(row.percent_fee, language)}%`] : []),
      ...(isPositive(row.flat_fee) ? [`${exactWords(row.flat_fee, language, exponentOf(row.currency))} ${row.currency}`] : []),
    ].join(' + ')
  const isFound = (row: Learned) => row.found === 'all' || row.found === 'most'
  return (
    <SmallTable
      rows={rows}
      rowKey={(row) => `${row.txn_type} ${row.payment_method} ${row.currency}`}
      nothing={t(($) => $.reconFees.nothingLearned)}
      columns={[
        {
          name: 'payment_method',
          kind: 'text',
          place: 'head',
          cell: (row) => (
            <bdi>
              {[row.payment_method ? methodWord(row.payment_method) : t(($) => $.reconFees.noMethod), codeWord('feeTypes', row.txn_type), row.currency].join(' · ')}
            </bdi>
          ),
        },
        {
          name: 'terms',
          title: t(($) => $.reconFees.shortest),
          kind: 'text',
          place: 'value',
          cell: (row) => (isFound(row) ? <strong>{isolatedLtr(terms(row))}</strong> : <Nothing />),
        },
        {
          name: 'proof',
          title: t(($) => $.reconFees.proof),
          kind: 'text',
          place: 'more',
          cell: (row) => (
            <span className={styles['words']} data-found={row.found}>
              <span>
                {t(($) => $.reconFees.found[row.found], { agreeing: numberText(row.agreeing, language), count: row.rows, amounts: numberText(row.amounts, language) })}
              </span>
              {isFound(row) && row.rest.length > 0 && <Contradicting row={row} />}
            </span>
          ),
        },
        {
          name: 'actions',
          kind: 'text',
          place: 'more',
          cell: (row) =>
            isFound(row) && (
              <Button size="xs" variant="default" onClick={() => onUse(use(row))}>
                {t(($) => $.reconFees.useThis)}
              </Button>
            ),
        },
      ]}
    />
  )
} // prettier-ignore

/** The first rows that the terms do not reproduce. */
function Contradicting({ row }: { row: Learned }): ReactNode {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t(($) => $.reconFees.contradicting, { count: row.rows - row.agreeing })}</summary>
      <ul className={styles['rest']}>
        {row.rest.map(({ reference, at, gross, fee, expected_fee: expected }) => (
          <li key={`${reference} ${at} ${fee}`}>
            <Reference>{reference}</Reference>
            <br />
            <Time at={at} /> · <ExactAmount value={gross} currency={row.currency} />
            <br />
            {t(($) => $.reconFees.chargedInstead)} <ExactAmount value={fee} currency={row.currency} />
            {t(($) => $.reconFees.insteadOf)} <ExactAmount value={expected} currency={row.currency} />
          </li>
        ))}
      </ul>
    </details>
  )
}
