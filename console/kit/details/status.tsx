import type { ReactNode } from 'react'
import { stateWord, useLanguage } from '#console/kit/i18n/words.ts'
import { tones, type Tone } from './tones.ts'
import styles from './values.module.css'

export type StatusOf = keyof typeof tones

/** A state as a dot and a word. */
export function Status({ of, state }: { of: StatusOf; state: string }): ReactNode {
  useLanguage()
  return (
    <span className={styles['status']}>
      <span
        className={styles['dot']}
        data-tone={(tones[of] as Record<string, Tone>)[state] ?? 'quiet'}
        aria-hidden="true"
      />
      {stateWord(of, state)}
    </span>
  )
}
