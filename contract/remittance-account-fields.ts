import { checkAccount, type CheckedAccount, type GivenAccount } from './account-checks.ts'
import { waysOf, type AccountField, type AccountWay } from './account-fields.ts'
import type { FieldError } from './faults.ts'
import { currencyCodes, type Currency } from './kit/money.ts'
import { phoneForm } from './kit/text-forms.ts'

/** The kinds of accounts that remittances go to: the type of the ways to name one, and what a country that asks for a kind calls it. */
const types = {
  savings: { of: 'BANK', kind: 'SAVINGS' },
  current: { of: 'BANK', kind: 'CHECKING' },
  card: { of: 'CARD', kind: '' },
  wallet: { of: 'MOBILE', kind: '' },
} as const
export type RemittanceAccountType = keyof typeof types
export const remittanceAccountTypes = Object.keys(types) as [RemittanceAccountType, ...RemittanceAccountType[]]

/** Why the money is sent, in the codes of ISO 20022, and where it comes from. */
export const remittancePurposes = ['GDDS', 'SCVE', 'GDSV', 'SUPP', 'INTC', 'ROYA', 'OTHR'] as const
export const remittanceSources = ['sales', 'capital', 'loan', 'other'] as const

/** The fields that say which account it is. Of each the whole is never shown; a blank one keeps what is there. */
export const numberFields = ['account_number', 'iban', 'card_number', 'wing_money_number', 'phone_number'] as const
export type NumberField = (typeof numberFields)[number]
/** What a country may ask for beside them. */
export const besideFields = [
  'bank_id', 'branch', 'bsb_code', 'ifsc', 'routing_number', 'sort_code', 'swift', 'transit_code',
] as const // prettier-ignore
export type RemittanceField = NumberField | (typeof besideFields)[number]

/** An account as it is given, by the names of the wire. */
export interface GivenRemittanceAccount extends Partial<Record<RemittanceField, string | undefined>> {
  country: string
  account_type: RemittanceAccountType
  first_name: string
  last_name?: string | undefined
  bank_name?: string | undefined
  /** The way that a form has chosen; the fields say it where none is. */
  way?: string | undefined
}

/** A field of a way by its name on the wire, and by its name in `account-fields.ts`. */
export interface WireField {
  name: RemittanceField
  of: string
  field: AccountField
}

/** The fields that a way asks for. The kind of the account is said by its type, and a name in Latin letters by the holder's. */
export const wireFields = (way: AccountWay): WireField[] =>
  Object.entries(way.fields).flatMap(([of, field]) => {
    const name = of === 'account_no' ? numberFieldOf(way) : of === 'bank_code' ? 'bank_id' : of
    return isRemittanceField(name) ? [{ name, of, field }] : []
  })
const isRemittanceField = (name: string): name is RemittanceField =>
  [...numberFields, ...besideFields].some((one) => one === name)

/** The field of the number by which a way names an account. */
export function numberFieldOf({ key, fields }: AccountWay): NumberField {
  if (key === 'wing') return 'wing_money_number'
  switch (fields['account_no']?.kind) {
    case 'iban':
      return 'iban'
    case 'card':
      return 'card_number'
    case 'mobile':
      return 'phone_number'
    default:
      return 'account_number'
  }
}

/** The ways to name an account of a type in a country; none where it has no accounts of the type. */
export const remittanceWays = (country: string, type: RemittanceAccountType): AccountWay[] =>
  waysOf(country).filter((way) => way.type === types[type].of)
/** The types of accounts of a country. */
export const typesOf = (country: string): RemittanceAccountType[] =>
  remittanceAccountTypes.filter((type) => remittanceWays(country, type).length > 0)

/** The way of an account that is kept. */
export const wayNamed = (country: string, key: string): AccountWay | undefined =>
  waysOf(country).find((way) => way.key === key)

/** The way that is chosen, else the one that the given fields fit best: with the fewest needed ones missing and the fewest others given. */
export function remittanceWay(given: GivenRemittanceAccount): AccountWay | undefined {
  const ways = remittanceWays(given.country, given.account_type)
  const off = (way: AccountWay) => {
    const missing = wireFields(way).filter(({ name, field }) => !field.optional && !given[name]?.trim())
    return missing.length + straysOf(given, way).length
  }
  return ways.find(({ key }) => key === given.way) ?? ways.toSorted((a, b) => off(a) - off(b))[0]
}

/** Given fields that a way does not have. A phone number is the holder's own where it does not name the account. */
const straysOf = (given: GivenRemittanceAccount, way: AccountWay): RemittanceField[] => {
  const known = wireFields(way).map(({ name }) => name)
  return [...numberFields, ...besideFields].filter(
    (name) => name !== 'phone_number' && !known.includes(name) && (given[name] ?? '').trim() !== '',
  )
}

export interface CheckedRemittanceAccount {
  account: GivenAccount
  checked: CheckedAccount
  number: NumberField
}

/** Checks an account by the declaration of its country; the errors are at the names of the wire. */
export function checkRemittanceAccount(given: GivenRemittanceAccount): {
  errors: FieldError[]
  of: CheckedRemittanceAccount | null
} {
  const way = remittanceWay(given)
  if (!way) return { errors: [{ path: 'account_type', ...notThere }], of: null }
  const account = accountOf(given, way)
  const { errors, checked } = checkAccount(account)
  const nameOf = (path: string) =>
    wireFields(way).find(({ of }) => of === path.replace(/^fields\./, ''))?.name ?? 'account_type'
  return {
    errors: [
      ...errors.map((error) => ({ ...error, path: nameOf(error.path) })),
      ...straysOf(given, way).map((path) => ({ path, ...notThere })),
      ...phoneErrors(given, way),
    ],
    of: { account, checked, number: numberFieldOf(way) },
  }
}
const notThere = { reason: 'not_of_country', text: 'Accounts there have no such field.' }

function accountOf(given: GivenRemittanceAccount, way: AccountWay): GivenAccount {
  const values = Object.fromEntries(wireFields(way).map(({ name, of }) => [of, given[name] ?? '']))
  const { account_no: number = '', bank_code: bankCode, ...fields } = values
  const { of: type, kind } = types[given.account_type]
  return {
    way: way.key,
    account_type: type,
    country: given.country,
    account_name: holderOf(given),
    account_no: number,
    bank_code: bankCode,
    fields: { ...fields, ...('account_kind' in way.fields && { account_kind: kind }) },
  }
}

function phoneErrors({ phone_number: phone = '' }: GivenRemittanceAccount, way: AccountWay): FieldError[] {
  if (phone.trim() === '' || numberFieldOf(way) === 'phone_number' || phoneForm.test(phone.trim())) return []
  return [{ path: 'phone_number', reason: 'not_a_phone', text: 'This is no phone number.' }]
}

/** The holder as the bank has it. Names in Hangul or Chinese characters begin with the family's, without a blank. */
export function holderOf({ first_name: first, last_name: last = '' }: { first_name: string; last_name?: string | undefined }): string {
  const isEastern = [first, last].every((name) => /^[\p{Script=Hangul}\p{Script=Han}]+$/u.test(name))
  return (isEastern ? `${last}${first}` : `${first} ${last}`).trim()
} // prettier-ignore

/** The last characters of a number, at most four and never more than half of it. */
export const endOf = (number: string): string => number.slice(Math.max(number.length - 4, Math.ceil(number.length / 2)))

/** The currency that accounts of a country usually have; US dollars where we have none of its own. */
export const usualCurrency = (country: string): Currency =>
  currencyCodes.find((code) => code.startsWith(country)) ?? (euro.includes(country) ? 'EUR' : 'USD')
const euro = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' ')
