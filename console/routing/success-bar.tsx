import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shareWords } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './rule-tools.module.css'

interface SuccessBarProps {
  success: { share: number; low: number; high: number }
  tone?: 'before' | 'after'
}

/** A share of payments that succeed, as number, interval and bar. The bar is for the eye; the numbers stand beside it. */
export function SuccessBar({ success: { share, low, high }, tone = 'after' }: SuccessBarProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = (value: number) => shareWords(value, language)
  return (
    <span className={styles['success']}>
      <strong>{words(share)}</strong>{' '}
      <span className={styles['under']}>
        {t(($) => $.routing.backtest.interval, { low: words(low), high: words(high) })}
      </span>
      <span
        className={styles['bar']}
        data-tone={tone}
        aria-hidden="true"
        style={{ '--share': share, '--low': low, '--high': high } as CSSProperties}
      >
        <span />
        <span />
      </span>
    </span>
  )
}
