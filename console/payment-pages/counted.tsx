import type { ReactNode } from 'react'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './payment-pages.module.css'

/** A count: in a table, whose head says of what, a number; in a row of two lines the `words` that say both. */
export function Counted({ value, words }: { value: number; words: string }): ReactNode {
  const language = useLanguage()
  return (
    <>
      <span className={styles['inTable']}>{numberText(value, language)}</span>
      <span className={styles['inRow']}>{words}</span>
    </>
  )
}
