import type en from '../i18n/en.json'

/** The shape of every language's texts. */
export type Texts = typeof en

export interface Language {
  /** The specification's code. */
  code: string
  /** BCP 47, for `lang`, Intl and plurals: the specification's `kr`, `vn` and `mly` are no language tags. */
  tag: string
  /** In its own words. */
  name: string
  direction: 'ltr' | 'rtl'
  /** Every text is there; only complete languages are offered. */
  complete: boolean
}

/** The languages of the specification; English is where the others fall back to. */
export const languages = [
  { code: 'en', tag: 'en', name: 'English', direction: 'ltr', complete: true },
  { code: 'ar', tag: 'ar', name: 'العربية', direction: 'rtl', complete: true },
  { code: 'es', tag: 'es', name: 'Español', direction: 'ltr', complete: false },
  { code: 'fi', tag: 'fi', name: 'Suomi', direction: 'ltr', complete: false },
  { code: 'fr', tag: 'fr', name: 'Français', direction: 'ltr', complete: false },
  { code: 'id', tag: 'id', name: 'Bahasa Indonesia', direction: 'ltr', complete: false },
  { code: 'ja', tag: 'ja', name: '日本語', direction: 'ltr', complete: false },
  { code: 'kr', tag: 'ko', name: '한국어', direction: 'ltr', complete: false },
  { code: 'mly', tag: 'ms', name: 'Bahasa Melayu', direction: 'ltr', complete: false },
  { code: 'th', tag: 'th', name: 'ไทย', direction: 'ltr', complete: false },
  { code: 'vn', tag: 'vi', name: 'Tiếng Việt', direction: 'ltr', complete: false },
  { code: 'zh', tag: 'zh-CN', name: '中文', direction: 'ltr', complete: false },
] as const satisfies readonly Language[]
export const completeLanguages: readonly Language[] = languages.filter((language) => language.complete)
const english: Language = languages[0]

/** The complete language that fits best: what was chosen before, else the first that the browser asks for. */
export function languageFor(chosen: string | null, wanted: readonly string[]): Language {
  const tags = [...(chosen ? [chosen] : []), ...wanted]
  const found = tags.map((tag) => completeLanguages.find((language) => sameLanguage(language.tag, tag)))
  return found.find((language) => language !== undefined) ?? english
}
const sameLanguage = (a: string, b: string) => a.split('-')[0]?.toLowerCase() === b.split('-')[0]?.toLowerCase()
