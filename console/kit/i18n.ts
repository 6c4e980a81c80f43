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
const files = import.meta.glob<Texts>('../i18n/*.json', { import: 'default' })
const storageKey = 'language'

/** The language that this browser should show, and its texts loaded. */
export async function startLanguage(): Promise<Language> {
  const language = languageFor(localStorage.getItem(storageKey), navigator.languages)
  await i18next.use(initReactI18next).init({
    lng: language.tag,
    fallbackLng: false,
    ns: ['translation'],
    resources: { [language.tag]: { translation: await textsOf(language) } },
    keySeparator,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  i18next.services.formatter?.add('number', (value: unknown, tag) =>
    new Intl.NumberFormat(displayLocale(tag ?? 'en')).format(Number(value)),
  )
  show(language)
  return language
}

/** Changes the language at once and for the next visit. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language.tag, 'translation'))
    i18next.addResourceBundle(language.tag, 'translation', await textsOf(language))
  localStorage.setItem(storageKey, language.tag)
  await i18next.changeLanguage(language.tag)
  show(language)
}

async function textsOf({ tag }: Language): Promise<Texts> {
  const load = files[`../i18n/${tag}.json`]
  if (!load) throw new Error(`no texts for ${tag}`)
  return await load()
}
function show({ tag, direction }: Language): void {
  document.documentElement.lang = tag
  document.documentElement.dir = direction
}
