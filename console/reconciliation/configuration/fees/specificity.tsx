import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeePlan } from '#contract/fee-shapes.ts'
import styles from './fees-tab.module.css'

/** How many conditions a plan has, by which it goes before others, and whether something was charged or checked by it. */
export function Calculated({ plan }: { plan: FeePlan }): ReactNode {
  const { t } = useTranslation()
  return (
    <span className={styles['words']}>
      <span>{t(($) => $.reconFees.conditions, { count: plan.specificity })}</span>
      <small>{plan.used ? t(($) => $.reconFees.used) : t(($) => $.reconFees.unused)}</small>
    </span>
  )
}
