import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { displayLocale } from '#contract/kit/money.ts'
import { languageFor, type Language, type Texts } from './languages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    enableSelector: true
  }
}

/** Stands between the parts of a key: success notices are keys themselves and may hold a full stop. */
export const keySeparator = '|'
/** Each language's texts in two parts, see `console/i18n/first.ts`. */
const files = {
  first: import.meta.glob<Texts>('../i18n/*.json', { query: '?first', import: 'default' }),
  rest: import.meta.glob<Texts>('../i18n/*.json', { query: '?rest', import: 'default' }),
}
const namespace = 'translation'
const storageKey = 'language'

/** Shows the language that this browser should show, once the texts of the first load are there. */
export async function startLanguage(): Promise<Language> {
  const language = chosenLanguage()
  const started = i18next.use(initReactI18next).init({
    lng: language.tag,
    fallbackLng: false,
    ns: [namespace],
    resources: {},
    keySeparator,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  i18next.services.formatter?.add('number', (value: unknown, tag) =>
    new Intl.NumberFormat(displayLocale(tag ?? 'en')).format(Number(value)),
  )
  await Promise.all([started, addTexts('first', language)])
  show(language)
  return language
}

/** Changes the language at once and for the next visit. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language.tag)
  await Promise.all([addTexts('first', language), addTexts('rest', language)])
  await i18next.changeLanguage(language.tag)
  show(language)
}

/** Fetches code, and beside it all texts: for what is drawn with more than the first load brings. */
export const withTexts =
  <T>(fetchCode: () => Promise<T>) =>
  async (): Promise<T> => {
    const [code] = await Promise.all([fetchCode(), addTexts('rest', chosenLanguage())])
    return code
  }

async function addTexts(part: keyof typeof files, { tag }: Language): Promise<void> {
  const load = files[part][`../i18n/${tag}.json`]
  if (!load) throw new Error(`no texts for ${tag}`)
  i18next.addResourceBundle(tag, namespace, await load(), true)
}
const chosenLanguage = () => languageFor(localStorage.getItem(storageKey), navigator.languages)
function show({ tag, direction }: Language): void {
  document.documentElement.lang = tag
  document.documentElement.dir = direction
}
