import type { CertificateLanguage } from '#contract/remittance-certificates.ts'

/** English, and the language of a country where certificates have it. */
export const languagesIn = (country: string): CertificateLanguage[] => {
  if (country === 'KR') return ['en', 'ko']
  return arabic.includes(country) ? ['en', 'ar'] : ['en']
}
const arabic = [
  'AE',
  'BH',
  'DZ',
  'EG',
  'IQ',
  'JO',
  'KW',
  'LB',
  'LY',
  'MA',
  'OM',
  'PS',
  'QA',
  'SA',
  'SD',
  'SY',
  'TN',
  'YE',
]
