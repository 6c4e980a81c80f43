import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UseQueryResult } from '@tanstack/react-query'
import type { listFeeMismatches } from '#contract/fee-checks.ts'
import type { FeeClaim } from '#contract/fee-claims.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { Reference, Time } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { formulaLine } from './formula-steps.ts'
import styles from './fees.module.css'

interface RowsProps {
  claim: FeeClaim
  query: UseQueryResult<WireOutput<typeof listFeeMismatches>, CallError>
}
/** The overcharges of a claim, each with the fee that was agreed. */
export function ClaimRows({ claim, query }: RowsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!query.data) return <Unanswered query={query} lines={5} />
  return (
    <div className={styles['table']}>
      <h2>{t(($) => $.reconFees.evidence)}</h2>
      <SmallTable
        rows={query.data.content}
        rowKey={({ check_ref }) => check_ref}
        nothing={t(($) => $.reconFees.noEvidence)}
        columns={[
          {
            name: 'provider_ref',
            kind: 'reference',
            place: 'head',
            cell: ({ txn_ref }) => <Reference>{txn_ref}</Reference>,
          },
          { name: 'at', kind: 'time', place: 'line', cell: ({ at }) => <Time at={at} /> },
          {
            name: 'gross',
            kind: 'amount',
            cell: ({ gross, gross_currency }) => <ExactAmount value={gross} currency={gross_currency} />,
          },
          {
            name: 'charged_fee',
            kind: 'amount',
            cell: ({ charged_fee, currency }) => <ExactAmount value={charged_fee} currency={currency} />,
          },
          {
            name: 'expected_fee',
            kind: 'amount',
            cell: ({ expected_fee, currency, formula }) => (
              <span className={styles['parts']}>
                <ExactAmount value={expected_fee} currency={currency} />
                {formula && (
                  <small>
                    <bdi dir="ltr">{formulaLine(formula, language)}</bdi>
                  </small>
                )}
              </span>
            ),
          },
          {
            name: 'difference',
            kind: 'amount',
            place: 'value',
            cell: ({ difference, currency }) => <ExactAmount value={difference} currency={currency} />,
          },
        ]}
      />
      {claim.rows > query.data.content.length && (
        <p>
          <ScreenLink to="reconFees" search={{ tab: 'rows', claim_ref: claim.claim_ref } as never}>
            {t(($) => $.reconFees.allRows, { count: claim.rows })}
          </ScreenLink>
        </p>
      )}
    </div>
  )
}
