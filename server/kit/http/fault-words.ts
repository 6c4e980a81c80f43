import type { Language } from '#i18n/languages.ts'
import { wordsIn, type Words } from './export-words.ts'

/** What to do about a fault of a row, in a language. */
export function faultWords(
  { reason, params }: { reason: string; params: Record<string, string | number> },
  language: Language,
): string {
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
