export interface LanguageRow {
  /** The language's own name, for menus. */
  name: string
  direction: 'ltr' | 'rtl'
  /** The first day of the week in calendars: 0 is Sunday, 6 Saturday. */
  firstDayOfWeek: Day
  /** The days of the week-end, which calendars mark. */
  weekend: readonly [Day, Day]
  /**
   * The numbering system (CLDR) of amounts, counts and dates. Western digits can be compared and copied in every
   * language.
   */
  numerals: string
  /** The locale of dates and times, a BCP 47 tag. */
  dates: string
  /** Names that others have for the tag: each is understood in an address and from a browser. */
  also?: readonly string[]
}

/** A day of the week as `Date` counts: 0 is Sunday, 6 Saturday. */
type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6

/**
 * The languages of the product, by BCP 47 tag. A language is a row here and a folder `i18n/<tag>/`. Menus list them
 * in this order.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr', firstDayOfWeek: 1, weekend: [6, 0], numerals: 'latn', dates: 'en-GB' },
  ar: { name: 'العربية', direction: 'rtl', firstDayOfWeek: 6, weekend: [5, 6], numerals: 'latn', dates: 'ar' },
  es: { name: 'Español', direction: 'ltr', firstDayOfWeek: 1, weekend: [6, 0], numerals: 'latn', dates: 'es' },
  fi: { name: 'Suomi', direction: 'ltr', firstDayOfWeek: 1, weekend: [6, 0], numerals: 'latn', dates: 'fi' },
  fr: { name: 'Français', direction: 'ltr', firstDayOfWeek: 1, weekend: [6, 0], numerals: 'latn', dates: 'fr' },
  id: {
    name: 'Bahasa Indonesia',
    direction: 'ltr',
    firstDayOfWeek: 0,
    weekend: [6, 0],
    numerals: 'latn',
    dates: 'id',
    also: ['in'],
  },
  ja: { name: '日本語', direction: 'ltr', firstDayOfWeek: 0, weekend: [6, 0], numerals: 'latn', dates: 'ja' },
  ko: {
    name: '한국어',
    direction: 'ltr',
    firstDayOfWeek: 0,
    weekend: [6, 0],
    numerals: 'latn',
    dates: 'ko',
    also: ['kr'],
  },
  ms: {
    name: 'Bahasa Melayu',
    direction: 'ltr',
    firstDayOfWeek: 1,
    weekend: [6, 0],
    numerals: 'latn',
    dates: 'ms',
    also: ['mly'],
  },
  th: { name: 'ไทย', direction: 'ltr', firstDayOfWeek: 0, weekend: [6, 0], numerals: 'latn', dates: 'th' },
  vi: {
    name: 'Tiếng Việt',
    direction: 'ltr',
    firstDayOfWeek: 1,
    weekend: [6, 0],
    numerals: 'latn',
    dates: 'vi',
    also: ['vn'],
  },
  'zh-Hans': {
    name: '简体中文',
    direction: 'ltr',
    firstDayOfWeek: 1,
    weekend: [6, 0],
    numerals: 'latn',
    dates: 'zh-Hans',
    also: ['zh'],
  },
} satisfies Record<string, LanguageRow>

/** The tag of a language of the product. */
export type Language = keyof typeof languages
export const languageTags = Object.keys(languages) as [Language, ...Language[]]

/** The language of people who ask for none of these, and where no person's language is known. */
export const defaultLanguage: Language = 'en'

/** The locale of texts for code and not for people: the parts of a date, the offset of a zone, an order of names. */
export const machineLocale = 'en-CA-u-nu-latn'

/** The locale for `Intl` to write numbers and amounts in. */
export const displayLocale = (language: Language): string => localeOf(language, language)

/**
 * The locale for `Intl` to write dates and times in. Times have 24 hours, so that one is as short as another and none is
 * taken for the other half of the day.
 */
export const dateLocale = (language: Language): string => localeOf(languages[language].dates, language, '-hc-h23')

/** Dates are of the Gregorian calendar in every language: they are the merchant's business days. */
const localeOf = (tag: string, language: Language, hours = ''): string =>
  `${tag}-u-ca-gregory${hours}-nu-${languages[language].numerals}`
