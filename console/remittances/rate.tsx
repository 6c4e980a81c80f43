import type { ReactNode } from 'react'
import { Nothing } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { rateWords } from './rate-words.ts'

/** A rate of exchange, with all of its places. */
export function Rate({ of }: { of: string | null }): ReactNode {
  const language = useLanguage()
  return of === null ? <Nothing /> : <bdi dir="ltr">{rateWords(of, language)}</bdi>
}
