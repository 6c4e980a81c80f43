import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportFeeMismatches,
  feeDirections,
  feeMismatchList,
  feeOutcomes,
  listFeeMismatches,
  type FeeCheck,
} from '#contract/fee-checks.ts'
import { feeTypes } from '#contract/fee-shapes.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import { limits } from '#contract/limits.ts'
import { Nothing, Reference } from '#console/kit/details/values.tsx'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount, ExactNumber, exactWords } from '#console/kit/details/exact-amount.tsx'
import { ChosenChecks } from './chosen-checks.tsx'
import { useChannels } from './channels.ts'
import { Explain } from './explain.tsx'
import { formulaLine } from './formula-steps.ts'
import { methodWord } from './method-word.ts'
import styles from './fees.module.css'

/** Records with what was charged and what was agreed: without a filter those that differ. Chosen overcharges become a claim. */
export function Rows({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { choices, nameOf } = useChannels()
  const [shown, setShown] = useState<FeeCheck | null>(null)
  const named = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: codeWord(group, value) }))
  return (
    <>
      <ListScreen
        name="reconFees"
        table="fee-mismatches"
        call={listFeeMismatches}
        exports={exportFeeMismatches}
        list={feeMismatchList}
        status="feeCheck"
        keep={['tab']}
        above={tabs}
        rowKey={({ check_ref }) => check_ref}
        acts={(check) => (
          <Button size="xs" variant="default" onClick={() => setShown(check)} aria-label={t(($) => $.reconFees.explainOf, { row: check.txn_ref })}>
            {t(($) => $.reconFees.explain)}
          </Button>
        )}
        cells={{
          payment_channel_key: ({ payment_channel_key: key }) => <bdi>{nameOf(key)}</bdi>,
          payment_method: ({ payment_method: method }) => (method ? <bdi>{methodWord(method)}</bdi> : <Nothing />),
          gross: ({ gross, gross_currency }) => <ExactAmount value={gross} currency={gross_currency} />,
          charged_fee: ({ charged_fee, charged_tax, currency }) => <Parts fee={charged_fee} tax={charged_tax} currency={currency} />,
          expected_fee: ({ formula, expected_fee, expected_tax, currency }) =>
            formula ? (
              <Parts fee={expected_fee} tax={expected_tax} currency={currency} formula={formulaLine(formula, language)} />
            ) : (
              <Nothing />
            ),
          difference: ({ difference, formula, direction, currency }) =>
            formula ? (
              <span className={styles['difference']} data-direction={direction || undefined}>
                <ExactAmount value={difference} currency={currency} />
                {direction && <small>{codeWord('feeDirections', direction)}</small>}
              </span>
            ) : (
              <Nothing />
            ),
          claim_ref: ({ claim_ref: claim }) =>
            claim ? (
              <ScreenLink to="reconFees" search={{ tab: 'claims', claim } as never} className={styles['link']}>
                <Reference>{claim}</Reference>
              </ScreenLink>
            ) : (
              <Nothing />
            ),
        }}
        choices={{
          payment_channel_key: choices,
          outcome: named('states.feeCheck', feeOutcomes),
          direction: named('feeDirections', feeDirections),
          txn_type: named('feeTypes', feeTypes),
        }}
        choosing={{
          nameOf: ({ txn_ref }) => txn_ref,
          most: limits.feeClaimRows,
          acts: (rows, clear) => <ChosenChecks checks={rows} onDone={clear} />,
        }}
        searchFinds={t(($) => $.reconFees.searchFinds)}
        empty={{ title: t(($) => $.reconFees.noMismatchTitle), text: t(($) => $.reconFees.noMismatchText) }}
      />
      {shown && <Explain check={shown} onClose={() => setShown(null)} />}
    </>
  )
} // prettier-ignore

/** A fee, with the tax on it and how it comes about below. */
function Parts({
  fee,
  tax,
  currency,
  formula = '',
}: {
  fee: string
  tax: string
  currency: string
  formula?: string
}): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <span className={styles['parts']}>
      <ExactNumber value={fee} currency={currency} />
      {tax !== '0' && (
        <small>{t(($) => $.reconFees.andTax, { tax: exactWords(tax, language, exponentOf(currency)) })}</small>
      )}
      {formula && (
        <small>
          <bdi dir="ltr">{formula}</bdi>
        </small>
      )}
    </span>
  )
}
