import i18next from 'i18next'
import { languages, type Language } from '#i18n/languages.ts'

/** The name of a merchant's language; without one each user has that of their browser. */
export const languageWord = (language: Language | ''): string =>
  language === '' ? i18next.t(($) => $.settings.languageOfBrowser) : languages[language].name
