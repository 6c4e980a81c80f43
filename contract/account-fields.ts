import type { AccountType } from './payout-shapes.ts'

/**
 * What an account needs, by country: one declaration for the console's form and the server's check. Lengths count what is left once
 * blanks and hyphens are dropped.
 */
export type ValueForm =
  | { kind: 'digits' | 'letters_digits'; least: number; most: number }
  | { kind: 'iban' | 'bic' | 'aba' | 'clabe' | 'ifsc' | 'card' | 'mobile' | 'text' }
  | { kind: 'choice'; of: readonly string[] }
  /** A code of the country's list of banks (`supported-banks`), where there is one: of digits, unless it may have letters. */
  | { kind: 'bank'; least: number; most: number; letters?: true }
export type AccountField = ValueForm & {
  optional?: true
  /** With the number it says which account it is. Others, such as the kind of the account, do not. */
  identifies?: true
}

/** What verifier and approver see of an account whose check leaves a doubt. */
export const accountWarnings = ['layout_unknown', 'name_not_hangul', 'name_not_han', 'other_name'] as const
export type AccountWarning = (typeof accountWarnings)[number]

/** One way to name an account: a country may have several, such as an IBAN or a number with a sort code. */
export interface AccountWay {
  key: 'iban' | 'local' | 'swift' | 'card' | 'wing' | 'mobile'
  type: AccountType
  /** `account_no` and `bank_code` have columns of their own; the others are `fields` of the account. */
  fields: Readonly<Record<string, AccountField>>
  /** The script that the holder's name is registered in; another one is a warning. */
  script?: 'Hangul' | 'Han'
}

const digits = (least: number, most = least) => ({ kind: 'digits', least, most }) as const
const letters = (least: number, most = least) => ({ kind: 'letters_digits', least, most }) as const
const of = <F extends ValueForm>(form: F) => ({ ...form, identifies: true }) as const
const optional = <F extends ValueForm>(form: F) => ({ ...form, optional: true }) as const
const bank = (least: number, most = least) => of({ kind: 'bank', least, most })
const bic = of({ kind: 'bic' })
const kind = { kind: 'choice', of: ['CHECKING', 'SAVINGS'] } as const

const local = (fields: AccountWay['fields'], script?: AccountWay['script']): AccountWay => ({
  key: 'local',
  type: 'BANK',
  fields,
  ...(script && { script }),
})
const iban: AccountWay = {
  key: 'iban',
  type: 'BANK',
  fields: { account_no: { kind: 'iban' }, swift: optional({ kind: 'bic' }) },
}
const swift = (account_no: ValueForm): AccountWay => ({
  key: 'swift',
  type: 'BANK',
  fields: { swift: bic, account_no },
})
const card = (script?: AccountWay['script']): AccountWay => ({
  key: 'card',
  type: 'CARD',
  fields: { account_no: { kind: 'card' } },
  ...(script && { script }),
})
const mobile: AccountWay = { key: 'mobile', type: 'MOBILE', fields: { account_no: { kind: 'mobile' } } }
const wing: AccountWay = { key: 'wing', type: 'MOBILE', fields: { account_no: digits(5, 20) } }

/** The countries of the IBAN registry whose accounts are named by an IBAN. */
const ibanCountries =
  'AD AE AL AT AZ BA BE BG BH BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GE GI GL GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV LY MC MD ME MG MK MN MR MT MU NL NO OM PK PL PS PT QA RO RS SA SC SE SI SK SM SN ST SV TL TN TR UA VA VG XK'.split(
    ' ',
  )

const countries: Readonly<Record<string, readonly AccountWay[]>> = {
  ...Object.fromEntries(ibanCountries.map((country) => [country, [iban]])),
  AG: [swift(letters(1, 32))],
  AM: [swift(digits(11, 16))],
  AU: [local({ bsb_code: of(digits(6)), account_no: digits(5, 9) })],
  BD: [swift(digits(13, 17))],
  BN: [swift(letters(1, 13))],
  BO: [local({ bank_code: bank(1, 3), account_no: digits(10, 15) })],
  BR: [local({ bank_code: bank(3), branch: of(digits(4, 5)), account_no: letters(1, 20), account_kind: kind })],
  CA: [local({ transit_code: of(digits(5)), bank_code: bank(3), account_no: digits(7, 12) })],
  CL: [local({ bank_code: bank(3), account_no: digits(1, 25), account_kind: optional(kind) })],
  CN: [card('Han'), { ...swift(digits(6, 32)), script: 'Han' }],
  CO: [local({ bank_code: bank(3, 4), account_no: digits(6, 20), account_kind: kind })],
  DZ: [local({ account_no: digits(20) })],
  EC: [swift(digits(5, 18))],
  GB: [local({ sort_code: of(digits(6)), account_no: digits(8) }), iban],
  GH: [swift(digits(8, 20))],
  HK: [local({ bank_code: bank(3), branch: of(digits(3)), account_no: digits(6, 12) })],
  ID: [local({ bank_code: { ...bank(3, 4), letters: true }, account_no: letters(1, 35) })],
  IN: [local({ ifsc: of({ kind: 'ifsc' }), account_no: digits(9, 18) })],
  JM: [local({ bank_code: bank(3), branch: of(digits(5)), account_no: digits(1, 18) })],
  JP: [local({ bank_code: bank(4), branch: of(digits(3)), account_no: digits(7), account_kind: kind })],
  KE: [swift(digits(6, 20)), mobile],
  KH: [swift(digits(5, 20)), wing],
  KR: [local({ bank_code: bank(3), account_no: digits(10, 16), name_latin: optional({ kind: 'text' }) }, 'Hangul')],
  LK: [local({ swift: bic, branch: of(digits(7)), account_no: digits(10, 18) })],
  MX: [local({ account_no: { kind: 'clabe' } })],
  MY: [swift(digits(5, 17))],
  MZ: [local({ account_no: digits(21) })],
  NG: [local({ bank_code: bank(3, 6), account_no: digits(10) })],
  NZ: [local({ account_no: digits(15, 16) })],
  PH: [swift(digits(1, 17))],
  PY: [swift(digits(1, 16))],
  RW: [swift(digits(1, 15))],
  SG: [local({ bank_code: bank(4), branch: of(digits(3)), account_no: digits(6, 14) }), swift(digits(6, 14))],
  TH: [local({ bank_code: bank(3), account_no: digits(10, 15) })],
  TT: [local({ bank_code: bank(3), branch: of(digits(5)), account_no: digits(1, 17) })],
  TW: [local({ bank_code: bank(3), branch: of(digits(4)), account_no: digits(10, 14) })],
  TZ: [swift(letters(6, 20)), mobile],
  UG: [swift(digits(6, 20)), mobile],
  US: [local({ routing_number: of({ kind: 'aba' }), account_no: digits(4, 17), account_kind: kind })],
  UZ: [swift(digits(5, 20))],
  VN: [local({ bank_code: bank(6), account_no: digits(6, 19) }), card()],
  WS: [swift(digits(5, 20))],
  ZA: [local({ branch: of(digits(6)), account_no: digits(6, 13) })],
}
/** Of a country that is not declared: the bank's BIC and a number, of which nothing is certain. */
const elsewhere: readonly AccountWay[] = [swift(letters(1, 34))]

export const isDeclared = (country: string): boolean => Object.hasOwn(countries, country)
export const waysOf = (country: string): readonly AccountWay[] =>
  isDeclared(country) ? (countries[country] ?? elsewhere) : elsewhere
export const declaredCountries = Object.keys(countries).toSorted()
