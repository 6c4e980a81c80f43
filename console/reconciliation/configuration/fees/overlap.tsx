import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { feeFaults } from '#contract/faults-of-fees.ts'
import type { FeePlan } from '#contract/fee-shapes.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './fees-tab.module.css'
import { conditionsWords, termsWords } from './plan-words.ts'

/** The plan that a new one overlaps; nothing for any other failure. */
export function Overlap({ failure, plans }: { failure: CallError | null; plans: readonly FeePlan[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (failure?.reason !== feeFaults.feePlanOverlaps.reason) return null
  const other = plans.find(({ uuid }) => uuid === failure.errors[0]?.params?.['plan'])
  if (!other) return null
  return (
    <p className={styles['other']}>
      {t(($) => $.reconFees.overlaps)} <strong>{conditionsWords(other, language)}</strong>
      <span>{termsWords(other, language)}</span>
    </p>
  )
}
