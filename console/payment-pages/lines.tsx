import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '#console/kit/details/values.tsx'
import type { Line } from './field-words.ts'
import styles from './payment-pages.module.css'

/** The value of a field in words, a line for each of its parts; `marked` are those that the other side lacks. */
export function Lines({ lines, marked }: { lines: readonly Line[]; marked?: ReadonlySet<string> }): ReactNode {
  const { t } = useTranslation()
  if (lines.length === 0) return <Nothing />
  return lines.map((line, at) => (
    <span key={`${line.text} ${at}`} className={styles['line']} data-marked={marked?.has(keyOf(line)) || undefined}>
      {line.picture && <img className={styles['thumb']} src={line.picture} alt="" width={24} height={24} />}
      {line.colour && (
        <span className={styles['colour']} style={{ background: line.colour }} data-ink aria-hidden="true" />
      )}
      {line.composed ? line.text : <bdi>{line.text || t(($) => $.paymentPages.pictureWithoutWords)}</bdi>}
    </span>
  ))
}

/** What makes a line another one. */
export const keyOf = ({ text, picture = '' }: Line): string => `${text}\n${picture}`
