import type { ReactNode } from 'react'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './prices.module.css'

/** How many subscriptions are past due, marked where there are any. */
export function PastDue({ count }: { count: number }): ReactNode {
  const text = numberText(count, useLanguage())
  return count === 0 ? text : <span className={styles['past']}>{text}</span>
}
