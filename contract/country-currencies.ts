import type { Currency } from './kit/money.ts'

/** The countries of each currency, of which it is the money in shops. */
const countriesOf: Readonly<Record<Currency, string>> = {
  AED: 'AE',
  AUD: 'AU CC CX KI NF NR TV',
  BRL: 'BR',
  CAD: 'CA',
  CNY: 'CN',
  COP: 'CO',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA YT',
  GBP: 'GB GG IM JE',
  HKD: 'HK',
  IDR: 'ID',
  INR: 'IN',
  JPY: 'JP',
  KES: 'KE',
  KHR: 'KH',
  KRW: 'KR',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  NZD: 'NZ CK NU PN TK',
  PHP: 'PH',
  PLN: 'PL',
  SGD: 'SG',
  THB: 'TH',
  TWD: 'TW',
  TZS: 'TZ',
  UGX: 'UG',
  USD: 'US',
  VND: 'VN',
  WST: 'WS',
  ZAR: 'ZA',
}
const currencyOf = new Map(
  Object.entries(countriesOf).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency as Currency] as const),
  ),
)

/** The currency in which a country is sold to: its own where we have it, else US dollars. */
export const currencyIn = (country: string): Currency => currencyOf.get(country) ?? 'USD'
