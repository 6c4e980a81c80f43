import i18next from 'i18next'
import type { Language } from '#i18n/languages.ts'
import { paramsInText } from '#console/kit/i18n/amounts.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** Why a value was rejected or a file refused, in words. */
export function faultText({ reason, params }: { reason: string; params: Record<string, string | number> }): string {
  const shown = paramsInText(params, i18next.language as Language)
  return wireWord('reconReasons', reason, '', shown) || wireWord('fieldReasons', reason, reason, shown)
}
