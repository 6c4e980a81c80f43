import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Areas } from '#i18n/areas.ts'
import { defaultLanguage, displayLocale, languages, type Language } from '#i18n/languages.ts'
import { bestLanguage } from '#i18n/negotiate.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Areas['console'] }
    enableSelector: true
  }
}

/** Stands between the parts of a key: success notices are keys themselves and may hold a full stop. */
export const keySeparator = '|'
/** Texts beside the console's own that some screens draw with. */
export type ExtraArea = 'checkout' | 'faq' | 'notices'
type Part = 'first' | 'rest' | ExtraArea
/** By language, so that a browser fetches one; the console's own in two parts, see `first-sections.ts`. */
const files: Record<Part, Record<string, () => Promise<object>>> = {
  first: import.meta.glob('../../../i18n/*/console.json', { query: '?first', import: 'default' }),
  rest: import.meta.glob('../../../i18n/*/console.json', { query: '?rest', import: 'default' }),
  checkout: import.meta.glob('../../../i18n/*/checkout.json', { import: 'default' }),
  faq: import.meta.glob('../../../i18n/*/faq.json', { import: 'default' }),
  notices: import.meta.glob('../../../i18n/*/notices.json', { import: 'default' }),
}
/** What has been fetched in a language, and so is fetched in the next one before that is shown. */
const wanted = new Set<Part>(['first', 'rest'])
const namespace = 'translation'
const storageKey = 'language'

/** Shows the language that this browser should show, once the texts of the first load are there. */
export async function startLanguage(): Promise<Language> {
  const language = chosenLanguage()
  const started = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [namespace],
    resources: {},
    keySeparator,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  i18next.services.formatter?.add('number', (value: unknown, tag) =>
    new Intl.NumberFormat(displayLocale((tag as Language | undefined) ?? defaultLanguage)).format(Number(value)),
  )
  await Promise.all([started, addTexts('first', language)])
  show(language)
  return language
}

/** Changes the language at once and for the next visit. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await Promise.all([...wanted].map((part) => addTexts(part, language)))
  await i18next.changeLanguage(language)
  show(language)
}

/** Fetches code, and beside it all texts of the console and those of `extra`: for what is drawn with more than the first load brings. */
export const withTexts = <T>(fetchCode: () => Promise<T>, ...extra: ExtraArea[]): (() => Promise<T>) =>
  withParts(fetchCode, ['rest', ...extra])

/** Fetches code, and beside it the texts of one area: for what is drawn with those and the texts of the first load. */
export const withArea = <T>(fetchCode: () => Promise<T>, area: ExtraArea): (() => Promise<T>) =>
  withParts(fetchCode, [area])

const withParts =
  <T>(fetchCode: () => Promise<T>, parts: readonly Part[]) =>
  async (): Promise<T> => {
    const language = chosenLanguage()
    const [code] = await Promise.all([fetchCode(), ...parts.map((part) => addTexts(part, language))])
    return code
  }

async function addTexts(part: Part, language: Language): Promise<void> {
  wanted.add(part)
  const load = files[part][`../../../i18n/${language}/${part === 'first' || part === 'rest' ? 'console' : part}.json`]
  if (!load) throw new Error(`no texts for ${language}`)
  i18next.addResourceBundle(language, part === 'first' || part === 'rest' ? namespace : part, await load(), true)
}
const chosenLanguage = () => bestLanguage([localStorage.getItem(storageKey) ?? '', ...navigator.languages])
function show(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].direction
}
