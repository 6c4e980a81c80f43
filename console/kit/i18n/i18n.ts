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

/** The separator of a key's parts. It is not a full stop, since success notices are keys and contain those. */
export const keySeparator = '|'
/** Areas of texts that some screens use beside the console's own. */
export type ExtraArea = 'calendar' | 'checkout' | 'faq' | 'notices'
type Part = 'first' | 'rest' | ExtraArea
/**
 * The files of texts by part and language; a browser fetches one language. `first-sections.ts` divides the console's
 * own in two parts.
 */
const files: Record<Part, Record<string, () => Promise<object>>> = {
  first: import.meta.glob('../../../i18n/*/console.json', { query: '?first', import: 'default' }),
  rest: import.meta.glob('../../../i18n/*/console.json', { query: '?rest', import: 'default' }),
  calendar: import.meta.glob('../../../i18n/*/calendar.json', { import: 'default' }),
  checkout: import.meta.glob('../../../i18n/*/checkout.json', { import: 'default' }),
  faq: import.meta.glob('../../../i18n/*/faq.json', { import: 'default' }),
  notices: import.meta.glob('../../../i18n/*/notices.json', { import: 'default' }),
}
/** The parts that have been fetched; a change of language fetches them before the language is shown. */
const fetched = new Set<Part>(['first', 'rest'])
const namespace = 'translation'
const storageKey = 'language'

/** Starts i18next in the user's language, and resolves when the texts of the first load are there. */
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
  addEventListener('storage', followTabs)
  return language
}

/** Changes the language and keeps it in localStorage, also for the other tabs. What is typed on the screen stays. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await turnTo(language)
}
/** Shows the language that the user who signs in has chosen, on whichever device that was, or their merchant has. */
export async function adoptLanguage(language: Language | ''): Promise<void> {
  if (language === '') return
  localStorage.setItem(storageKey, language)
  if (language !== i18next.language) await turnTo(language)
}
/** Follows the choice that another tab has kept. */
function followTabs({ key, newValue }: StorageEvent): void {
  if (key === storageKey && newValue) void turnTo(bestLanguage([newValue]))
}
async function turnTo(language: Language): Promise<void> {
  await Promise.all([...fetched].map((part) => addTexts(part, language)))
  // Before the texts, since styles differ by language and tables measure their room with the texts.
  show(language)
  await i18next.changeLanguage(language)
}

/**
 * Fetches code in parallel with all texts of the console and the areas of `extra`, for code that needs more than the
 * texts of the first load.
 */
export const withTexts = <T>(fetchCode: () => Promise<T>, ...extra: ExtraArea[]): (() => Promise<T>) =>
  withParts(fetchCode, ['rest', ...extra])

/**
 * Fetches code in parallel with the texts of one area, for code that needs only these and the texts of the first
 * load.
 */
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
  fetched.add(part)
  const load = files[part][`../../../i18n/${language}/${part === 'first' || part === 'rest' ? 'console' : part}.json`]
  if (!load) throw new Error(`no texts for ${language}`)
  i18next.addResourceBundle(language, part === 'first' || part === 'rest' ? namespace : part, await load(), true)
}
/** The texts of an area in any language, such as that of a shopper's page. */
export async function areaTexts<A extends ExtraArea>(area: A, language: Language): Promise<Areas[A]> {
  if (!i18next.hasResourceBundle(language, area)) await addTexts(area, language)
  return i18next.getResourceBundle(language, area) as Areas[A]
}
/** The language chosen in this browser, else the one that the address asks for, else the best of the browser's own. */
const chosenLanguage = () =>
  bestLanguage([
    localStorage.getItem(storageKey) ?? '',
    new URLSearchParams(location.search).get('lang') ?? '',
    ...navigator.languages,
  ])
function show(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].direction
}
