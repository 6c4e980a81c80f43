import type { Currency } from './kit/money.ts'

/** ISO 3166-1 alpha-2; the names come from the browser, in the user's language. */
export const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

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
