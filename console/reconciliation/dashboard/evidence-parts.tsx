import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { CopiedReference, Day, LeftToRight } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { isPositive, sumOfTexts } from '../fees/decimal-sums.ts'
import { formulaSteps } from '../fees/formula-steps.ts'
import { Steps } from '../fees/steps.tsx'
import { ruleName } from '../rule-words.ts'
import type { EvidenceValues } from './evidence-words.ts'
import styles from './dashboard.module.css'

/** What was compared with what, by which rule, and what came of it. */
export function Differences({ record }: { record: Omit<ReconEvidence, 'evidence'> & { evidence: EvidenceValues } }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayRules = allowed('reconConfiguration', accessOf(useUser()))
  const { rule_key, rules_version, msm_id, currency, net_currency, evidence } = record
  const rule = rule_key && <bdi>{ruleName(rule_key)}</bdi>
  const difference = (value: string, of: string) => (value === '0' ? undefined : <ExactAmount value={value} currency={of} />)
  return (
    <Section title={t(($) => $.reconEvidence.compared)}>
      <Facts
        facts={[
          [wireWord('columns', 'rule_key'), rule && mayRules ? <ScreenLink key="rule" to="reconConfiguration" search={{ tab: 'rules', pair: String(msm_id) } as never}>{rule}</ScreenLink> : rule],
          [t(($) => $.reconEvidence.rulesVersion), numberText(rules_version, language)],
          [t(($) => $.reconEvidence.fromRun), numberText(record.from_run, language)],
          [wireWord('columns', 'amount_mismatch'), difference(record.amount_mismatch, currency)],
          [wireWord('columns', 'fee_mismatch'), difference(record.fee_mismatch, net_currency || currency)],
          [wireWord('columns', 'tax_mismatch'), difference(record.tax_mismatch, net_currency || currency)],
          [wireWord('columns', 'tolerance'), difference(record.tolerance, currency)],
          [t(($) => $.reconEvidence.toleranceUsed), evidence.tolerance === undefined ? undefined : <ExactAmount key="used" value={evidence.tolerance} currency={currency} />],
          [wireWord('columns', 'due_on'), record.due_on ? <Day key="due" of={record.due_on} /> : undefined],
        ]}
      />
    </Section>
  )
} // prettier-ignore

/** How the agreed fee comes about, beside what was charged. */
export function FeeOf({ record }: { record: ReconEvidence }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { formula, fee, tax, expected_fee, expected_tax } = record
  if (!formula) return null
  const currency = record.net_currency || record.currency
  return (
    <Section title={t(($) => $.reconEvidence.fees)}>
      <div className={styles['steps']}>
        <Steps
          steps={[
            ...formulaSteps(formula, currency, language),
            { what: t(($) => $.reconFees.steps.expected), amount: sumOfTexts([expected_fee ?? '0', expected_tax ?? '0']), currency, total: true },
          ]}
        />
        <Steps
          steps={[
            { what: t(($) => $.reconFees.steps.chargedFee), amount: fee, currency },
            ...(isPositive(tax) ? [{ what: t(($) => $.reconFees.steps.chargedTax), amount: tax, currency }] : []),
            { what: t(($) => $.reconFees.steps.charged), amount: sumOfTexts([fee, tax]), currency, total: true },
          ]}
        />
      </div>
    </Section>
  )
} // prettier-ignore

/** Where it was read, or the payment that it is. */
export function Origin({ record }: { record: ReconEvidence }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const access = accessOf(useUser())
  const { file, transaction_id: ref, merchant_order_ref: order } = record
  const copied = (text: string) => text && <CopiedReference copy={text}>{text}</CopiedReference>
  const references = [
    [wireWord('columns', 'transaction_id'), copied(ref)],
    [wireWord('columns', 'merchant_order_ref'), copied(order)],
    [wireWord('columns', 'batch'), record.batch === '' ? undefined : copied(record.batch)],
  ] as const
  if (!file)
    return (
      <Section title={t(($) => $.reconEvidence.origin)}>
        <Facts
          facts={[
            ...references,
            [
              t(($) => $.reconEvidence.ownTransaction),
              allowed('transactionsList', access) && (order || ref) ? (
                <ScreenLink key="payment" to="payments" search={{ q: order || ref } as never}>{t(($) => $.reconEvidence.seePayment)}</ScreenLink>
              ) : undefined,
            ],
          ]}
        />
      </Section>
    )
  return (
    <Section title={t(($) => $.reconEvidence.origin)}>
      <Facts
        facts={[
          [
            t(($) => $.reconEvidence.file),
            allowed('reconData', access) ? (
              <ScreenLink key="file" to="reconFile" search={{ recon_id: file.recon_id, tab: 'rows' } as never}><bdi>{file.file_name}</bdi></ScreenLink>
            ) : (
              <bdi key="file">{file.file_name}</bdi>
            ),
          ],
          [t(($) => $.reconEvidence.row), numberText(file.row_no, language)],
          ...references,
          [t(($) => $.reconEvidence.asWritten), file.at_text && <LeftToRight key="at">{`${file.at_text} ${file.zone}`}</LeftToRight>],
          [t(($) => $.reconEvidence.statusWord), file.status_word === '' ? undefined : <bdi key="word">{file.status_word}</bdi>],
          [t(($) => $.reconEvidence.otherRef), file.other_ref === '' ? undefined : copied(file.other_ref)],
          [t(($) => $.reconEvidence.parentRef), file.parent_ref === '' ? undefined : copied(file.parent_ref)],
          [t(($) => $.reconEvidence.marks), file.marks.length === 0 ? undefined : file.marks.map((mark) => codeWord('recordMarks', mark)).join('; ')],
        ]}
      />
    </Section>
  )
} // prettier-ignore
