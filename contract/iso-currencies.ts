import { currencies } from './kit/money.ts'

/**
 * The currencies of ISO 4217 with the number of their decimals. Providers settle in more currencies than shoppers pay in here. Codes
 * without decimals of their own, such as gold, are not among them.
 */
const others: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK KMF PYG RWF UYI VUV XAF XOF XPF',
  2: `AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BMD BND BOB BOV BSD BTN BWP BYN BZD CDF CHE CHF CHW COU CRC CUP CVE CZK DKK DOP DZD EGP
    ERN ETB FJD FKP GEL GHS GIP GMD GTQ GYD HNL HTG HUF ILS IRR JMD KGS KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP
    MRU MUR MVR MWK MXV MZN NAD NIO NOK NPR PAB PEN PGK PKR QAR RON RSD RUB SAR SBD SCR SDG SEK SHP SLE SOS SRD SSP STN SVC SYP SZL
    TJS TMT TOP TRY TTD UAH USN UYU UZS VED VES XAD XCD XCG YER ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
/** Withdrawn since 2010; files of those years, and late chargebacks, still name them. */
const withdrawn: Readonly<Record<number, string>> = {
  0: 'BYR',
  2: 'ANG BGN CUC EEK HRK LTL LVL MRO SLL STD VEF ZMK ZWL',
}

const listed = (table: Readonly<Record<number, string>>): (readonly [string, number])[] =>
  Object.entries(table).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  )
const current = [...Object.entries(currencies), ...listed(others)].toSorted(([one], [other]) => (one < other ? -1 : 1))
const exponents: ReadonlyMap<string, number> = new Map([...current, ...listed(withdrawn)])

/** The codes, in alphabetical order; those that were withdrawn are the last. */
export const isoCurrencyCodes: readonly string[] = [...exponents.keys()]
/** The decimals of a currency; undefined for a code that is none. */
export const exponentOf = (code: string): number | undefined => exponents.get(code)
export const isIsoCurrency = (code: string): boolean => exponents.has(code)
