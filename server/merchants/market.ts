import type { Currency } from '#contract/kit/money.ts'

/** The currency and time zone of a new merchant, by its country. Unknown countries get USD and UTC. */
export function marketOf(country: string): { currency: Currency; timeZone: string } {
  const [currency, timeZone] = markets[country] ?? ['USD', 'UTC']
  return { currency, timeZone }
}

/** Countries with one of our currencies; where a country has several time zones, that of its capital or main market. */
const markets: Record<string, [Currency, string]> = {
  AE: ['AED', 'Asia/Dubai'],
  AT: ['EUR', 'Europe/Vienna'],
  AU: ['AUD', 'Australia/Sydney'],
  BE: ['EUR', 'Europe/Brussels'],
  BR: ['BRL', 'America/Sao_Paulo'],
  CA: ['CAD', 'America/Toronto'],
  CN: ['CNY', 'Asia/Shanghai'],
  CO: ['COP', 'America/Bogota'],
  DE: ['EUR', 'Europe/Berlin'],
  ES: ['EUR', 'Europe/Madrid'],
  FI: ['EUR', 'Europe/Helsinki'],
  FR: ['EUR', 'Europe/Paris'],
  GB: ['GBP', 'Europe/London'],
  HK: ['HKD', 'Asia/Hong_Kong'],
  ID: ['IDR', 'Asia/Jakarta'],
  IE: ['EUR', 'Europe/Dublin'],
  IN: ['INR', 'Asia/Kolkata'],
  IT: ['EUR', 'Europe/Rome'],
  JP: ['JPY', 'Asia/Tokyo'],
  KE: ['KES', 'Africa/Nairobi'],
  KH: ['KHR', 'Asia/Phnom_Penh'],
  KR: ['KRW', 'Asia/Seoul'],
  MX: ['MXN', 'America/Mexico_City'],
  MY: ['MYR', 'Asia/Kuala_Lumpur'],
  NG: ['NGN', 'Africa/Lagos'],
  NL: ['EUR', 'Europe/Amsterdam'],
  NZ: ['NZD', 'Pacific/Auckland'],
  PH: ['PHP', 'Asia/Manila'],
  PL: ['PLN', 'Europe/Warsaw'],
  PT: ['EUR', 'Europe/Lisbon'],
  SG: ['SGD', 'Asia/Singapore'],
  TH: ['THB', 'Asia/Bangkok'],
  TW: ['TWD', 'Asia/Taipei'],
  TZ: ['TZS', 'Africa/Dar_es_Salaam'],
  UG: ['UGX', 'Africa/Kampala'],
  US: ['USD', 'America/New_York'],
  VN: ['VND', 'Asia/Ho_Chi_Minh'],
  WS: ['WST', 'Pacific/Apia'],
  ZA: ['ZAR', 'Africa/Johannesburg'],
}
