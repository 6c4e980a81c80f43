import type { Language } from '#i18n/languages.ts'
import type { KeptSheetFault } from '#server/db/kept-invoice.ts'
import { wordsIn, type Words } from '#server/kit/http/export-words.ts'

/** What to do about a fault, in a language. */
export function faultWords({ reason, params }: KeptSheetFault, language: Language): string {
  const words = (group: string) => wordsOf(language)(group, reason, params)
  const text = words('fieldReasons')
  return text === reason ? words('reasons') : text
}

const wordsOf = (language: Language): Words => {
  let words = byLanguage.get(language)
  if (!words) byLanguage.set(language, (words = wordsIn(language)))
  return words
}
const byLanguage = new Map<Language, Words>()
