import { defaultLanguage, languageTags, type Language } from './languages.ts'

/** The language of a certificate, by BCP 47 tag; Korean is one of certificates alone. */
export type CertificateLanguage = Language | 'ko'
export const certificateLanguages = [...languageTags, 'ko'] as [CertificateLanguage, ...CertificateLanguage[]]

/** English, and the language of a country where certificates have it. */
export const certificateLanguagesIn = (country: string): CertificateLanguage[] => {
  const own = certificateLanguages.find((language) => spokenIn[language]?.includes(country))
  return own === undefined ? [defaultLanguage] : [defaultLanguage, own]
}
const spokenIn: Partial<Record<CertificateLanguage, readonly string[]>> = {
  ko: ['KR'],
  ar: 'AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE'.split(' '),
}
