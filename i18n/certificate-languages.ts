import { defaultLanguage, languageTags, type Language } from './languages.ts'

/** English, and the languages of a country that are among the product's. */
export const certificateLanguagesIn = (country: string): Language[] => [
  defaultLanguage,
  ...languageTags.filter((language) => language !== defaultLanguage && spokenIn[language]?.includes(country)),
]

/** The countries whose authorities and banks read a language. */
const spokenIn: Partial<Record<Language, readonly string[]>> = {
  ar: 'AE BH DJ DZ EG IQ JO KM KW LB LY MA MR OM PS QA SA SD SY TD TN YE'.split(' '),
  es: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '),
  fi: ['FI'],
  fr: 'BE BF BJ CD CF CG CH CI CM DJ DZ FR GA GN LU MA MC MG ML MU NE SN TD TG TN'.split(' '),
  id: ['ID'],
  ja: ['JP'],
  ko: ['KR'],
  ms: ['BN', 'MY'],
  th: ['TH'],
  vi: ['VN'],
  'zh-Hans': ['CN', 'SG'],
}
