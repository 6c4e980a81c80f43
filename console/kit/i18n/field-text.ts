import i18next from 'i18next'
import type { FieldError } from '#contract/faults.ts'
import type { Language } from '#i18n/languages.ts'
import { paramsInText } from './amounts.ts'
import { wireWord } from './words.ts'

/** The text of an error of one field. */
export function fieldText({ reason, params = {}, text }: Omit<FieldError, 'path'>): string {
  const shown = paramsInText(params, i18next.language as Language)
  return (
    (params['limit'] === undefined ? '' : wireWord('fieldReasons', `${reason}_limit`, '', shown)) ||
    wireWord('fieldReasons', reason, '', shown) ||
    wireWord('reasons', reason, text)
  )
}
