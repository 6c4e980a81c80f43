import { isValidBIC, validateIBAN } from 'ibantools'
import { getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import type { FieldError } from './faults.ts'
import { isDeclared, waysOf, type AccountField, type AccountWarning, type AccountWay } from './account-fields.ts'
import type { AccountType } from './payout-shapes.ts'

/** An account as a person, a sheet or a server gives it. */
export interface GivenAccount {
  account_type: AccountType
  country: string
  account_name: string
  account_no: string
  bank_code?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
  /** The way that is meant; without it the one that the given fields fit best. */
  way?: AccountWay['key'] | undefined
}

export interface CheckedAccount {
  way: AccountWay
  number: string
  bankCode: string
  /** The further fields, normalised. */
  fields: Record<string, string>
  /** What says which account it is, whoever holds it. */
  identity: string
  warnings: AccountWarning[]
}

/**
 * Checks an account by the declaration of its country. Refused is what breaks a check digit or a layout that is certain.
 * @param at what precedes the name of a field in the path of an error, such as `accounts.0.`.
 */
export function checkAccount(given: GivenAccount, at = ''): { errors: FieldError[]; checked: CheckedAccount } {
  const way = wayOf(given)
  const errors: FieldError[] = []
  const kept: Record<string, string> = {}
  for (const [name, field] of Object.entries(way.fields)) {
    const value = normal(field, given, name)
    const found = value === '' ? (field.optional ? null : { reason: 'required' }) : faultOf(field, value, given.country)
    if (found) errors.push({ path: at + pathOf(name), text: textOf(found.reason), ...found })
    kept[name] = value
  }
  for (const [name, value] of Object.entries(given.fields ?? {}))
    if (value.trim() !== '' && !(name in way.fields))
      errors.push({ path: `${at}fields.${name}`, reason: 'not_of_country', text: textOf('not_of_country') })
  const { account_no: number = '', bank_code: bankCode = '', ...fields } = kept
  const identifying = Object.entries(way.fields).flatMap(([name, { identifies }]) =>
    identifies ? [name === 'swift' ? (kept[name] ?? '').slice(0, 8) : (kept[name] ?? '')] : [],
  )
  return {
    errors,
    checked: {
      way,
      number,
      bankCode,
      fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
      identity: [given.account_type, given.country, ...identifying, number].join('|'),
      warnings: warningsOf(given, way),
    },
  }
}

/** The error of one value, as a form shows it while it is typed. */
export function fieldError(field: AccountField, value: string, country: string): string | null {
  const clean = cleaned(field, value)
  if (clean === '') return field.optional ? null : 'required'
  return faultOf(field, clean, country)?.reason ?? null
}

/** The way that is meant, else the one that the given fields fit best; the first one of the type where none does. */
function wayOf({ country, account_type, bank_code, fields, account_no, way: meant }: GivenAccount): AccountWay {
  const all = waysOf(country)
  const ways = all.filter(({ type }) => type === account_type)
  const named = ways.find(({ key }) => key === meant)
  if (named) return named
  const given = new Set(
    Object.entries({ ...fields, bank_code, account_no }).flatMap(([name, value]) => (value ? [name] : [])),
  )
  const missing = (way: AccountWay) =>
    Object.entries(way.fields).filter(([name, field]) => !field.optional && !given.has(name)).length
  const unknown = (way: AccountWay) => [...given].filter((name) => name !== 'bank_code' && !(name in way.fields)).length
  const [best] = ways.toSorted((a, b) => missing(a) + unknown(a) - missing(b) - unknown(b))
  return best ?? { key: 'local', type: account_type, fields: { account_no: { kind: 'choice', of: [] } } }
}

const pathOf = (name: string) => (name === 'account_no' || name === 'bank_code' ? name : `fields.${name}`)

function normal(field: AccountField, given: GivenAccount, name: string): string {
  const value = name === 'account_no' ? given.account_no : name === 'bank_code' ? given.bank_code : given.fields?.[name]
  const clean = cleaned(field, value ?? '')
  if (field.kind !== 'mobile' || clean === '') return clean
  return parsePhoneNumberFromString(clean, given.country as CountryCode)?.number ?? clean
}
const cleaned = (field: AccountField, value: string): string =>
  field.kind === 'text' ? value.trim() : value.replaceAll(/[\s\u00a0-]/g, '').toUpperCase()

interface Found {
  reason: string
  params?: Record<string, string | number>
}
/** Why a normalised value is none of the form; null when it is. */
function faultOf(field: AccountField, value: string, country: string): Found | null {
  switch (field.kind) {
    case 'bank':
    case 'letters_digits':
      if (field.kind === 'bank' && !field.letters && !/^\d+$/.test(value)) return { reason: 'digits_only' }
      if (!/^[A-Z0-9]+$/.test(value)) return { reason: 'letters_digits_only' }
      return lengthFault(field, value)
    case 'digits':
      if (!/^\d+$/.test(value)) return { reason: 'digits_only' }
      return lengthFault(field, value)
    case 'iban':
      if (/^[A-Z]{2}/.test(value) && !value.startsWith(country)) return { reason: 'other_country' }
      return validateIBAN(value).valid ? null : { reason: 'not_an_iban' }
    case 'bic':
      if (!isValidBIC(value)) return { reason: 'not_a_bic' }
      return value.slice(4, 6) === country ? null : { reason: 'other_country' }
    case 'aba':
      return /^\d{9}$/.test(value) && weighted(value, [3, 7, 1]) % 10 === 0 && value !== '000000000'
        ? null
        : { reason: 'not_a_routing_number' }
    case 'clabe':
      return /^\d{18}$/.test(value) && isClabe(value) ? null : { reason: 'not_a_clabe' }
    case 'ifsc':
      return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(value) ? null : { reason: 'not_an_ifsc' }
    case 'card':
      return /^\d{16,19}$/.test(value) && isLuhn(value) ? null : { reason: 'not_a_card_number' }
    case 'mobile':
      return isMobile(value, country) ? null : { reason: 'not_a_mobile_number' }
    case 'choice':
      return field.of.includes(value) ? null : { reason: 'not_a_choice' }
    case 'text':
      return value.length <= 140 ? null : { reason: 'too_long' }
  }
}

const lengthFault = ({ least, most }: { least: number; most: number }, value: string): Found | null =>
  value.length >= least && value.length <= most ? null : { reason: 'wrong_length', params: { least, most } }

/** The sum of the digits, each times its weight, the weights coming again and again. */
const weighted = (value: string, weights: readonly number[]): number =>
  Array.from(value, Number).reduce((sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0), 0)

/** A CLABE's last digit follows from the 17 before it: each times 3, 7 or 1, of which only the last digit counts. */
function isClabe(value: string): boolean {
  const sum = Array.from(value.slice(0, 17), Number).reduce(
    (before, digit, at) => before + ((digit * ([3, 7, 1][at % 3] ?? 0)) % 10),
    0,
  )
  return (10 - (sum % 10)) % 10 === Number(value[17])
}

/** The check digit of cards. */
export function isLuhn(value: string): boolean {
  const sum = Array.from(value, Number)
    .toReversed()
    .reduce((before, digit, at) => before + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return value !== '' && sum % 10 === 0
}

/** A number with the country's prefix and of a possible length: which operators have which numbers changes too often to be certain. */
function isMobile(value: string, country: string): boolean {
  const parsed = parsePhoneNumberFromString(value, country as CountryCode)
  return parsed?.countryCallingCode === getCountryCallingCode(country as CountryCode) && parsed.isPossible()
}

function warningsOf({ account_name, country }: GivenAccount, way: AccountWay): AccountWarning[] {
  const warnings: AccountWarning[] = []
  if (!isDeclared(country)) warnings.push('layout_unknown')
  if (way.script === 'Hangul' && !/\p{Script=Hangul}/u.test(account_name)) warnings.push('name_not_hangul')
  if (way.script === 'Han' && !/\p{Script=Han}/u.test(account_name)) warnings.push('name_not_han')
  return warnings
}

const texts: Record<string, string> = {
  required: 'This is needed.',
  not_of_country: 'Accounts there have no such field.',
  letters_digits_only: 'Letters and digits only.',
  digits_only: 'Digits only.',
  wrong_length: 'This is too short or too long.',
  other_country: 'This is of another country.',
  not_an_iban: 'This is no IBAN: its length or check digits are wrong.',
  not_a_bic: 'This is no BIC: 8 or 11 letters and digits.',
  not_a_routing_number: 'This is no routing number: 9 digits with a check digit.',
  not_a_clabe: 'This is no CLABE: 18 digits with a check digit.',
  not_an_ifsc: 'This is no IFSC: four letters, a zero and six letters or digits.',
  not_a_card_number: 'This is no card number.',
  not_a_mobile_number: 'This is no mobile number of the country.',
  not_a_choice: 'This is not one of the choices.',
  too_long: 'This is too long.',
}
const textOf = (reason: string): string => texts[reason] ?? reason
