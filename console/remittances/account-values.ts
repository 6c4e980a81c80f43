import type { FieldError } from '#contract/faults.ts'
import type { RemittanceAccount } from '#contract/remittance-accounts.ts'
import {
  besideFields,
  checkRemittanceAccount,
  numberFieldOf,
  numberFields,
  remittanceWay,
  remittanceWays,
  typesOf,
  usualCurrency,
  wireFields,
  type NumberField,
  type RemittanceAccountType,
  type RemittanceField,
} from '#contract/remittance-account-fields.ts'

/** An account as it is typed, by the names of the wire. */
export interface AccountValues extends Record<RemittanceField, string> {
  country: string
  currency: string
  account_type: RemittanceAccountType
  /** The key of one of the ways of the country and the type. */
  way: string
  first_name: string
  last_name: string
  bank_name: string
  remittance_purpose: RemittanceAccount['remittance_purpose']
  remittance_source: RemittanceAccount['remittance_source']
  default: boolean
}

const blank = Object.fromEntries([...numberFields, ...besideFields].map((name) => [name, ''])) as Record<
  RemittanceField,
  string
>

/** An empty account in a country. */
export const emptyAccount = (country: string): AccountValues =>
  inCountry(
    {
      ...blank,
      country: '',
      currency: '',
      account_type: 'current',
      way: '',
      first_name: '',
      last_name: '',
      bank_name: '',
      remittance_purpose: 'GDDS',
      remittance_source: 'sales',
      default: false,
    },
    country,
  )

/** An account moved to a country: its usual currency, and blank fields. */
export function inCountry(values: AccountValues, country: string): AccountValues {
  if (country === '') return { ...values, ...blank, country, way: '' }
  const types = typesOf(country)
  const type = types.includes(values.account_type) ? values.account_type : (types[0] ?? 'current')
  const moved = { ...values, ...blank, bank_name: '', country, currency: usualCurrency(country) }
  return ofType(moved, type)
}

/** An account of another type, named by the first way of it. */
export const ofType = (values: AccountValues, type: RemittanceAccountType): AccountValues => {
  const ways = remittanceWays(values.country, type)
  const way = ways.some(({ key }) => key === values.way) ? values.way : (ways[0]?.key ?? '')
  return { ...values, account_type: type, way }
}

/** An account as its form begins: the number is blank, which keeps it. */
export const accountLike = (account: RemittanceAccount): AccountValues => {
  const number = numberFields.find((name) => account[name].startsWith('••••'))
  const values = { ...account, ...(number && { [number]: '' }) }
  return { ...values, way: remittanceWay(account)?.key ?? '' }
}

/** The fields that the chosen way asks for. */
export const fieldsOf = ({ country, account_type: type, way: key }: AccountValues) => {
  const way = remittanceWays(country, type).find((one) => one.key === key)
  return way ? wireFields(way) : []
}

/** The field of the number that a blank one keeps; undefined where the account would be named in another way. */
export function keptField(values: AccountValues, account: RemittanceAccount | undefined): NumberField | undefined {
  const before = account && remittanceWay(account)
  const now = remittanceWays(values.country, values.account_type).find(({ key }) => key === values.way)
  if (!before || !now || account.country !== values.country || before.type !== now.type) return undefined
  return numberFieldOf(before) === numberFieldOf(now) ? numberFieldOf(now) : undefined
}

/** The body of an account: blank are the fields that its way does not ask for. */
export function accountBody(values: AccountValues) {
  const { way: _, default: isDefault, ...facts } = values
  const asked = fieldsOf(values).map(({ name }) => name)
  const fields = [...numberFields, ...besideFields].map((name) => [
    name,
    asked.includes(name) || name === 'phone_number' ? values[name] : '',
  ])
  return { ...bodyFacts(facts), ...Object.fromEntries(fields), ...(isDefault && { default: true }) }
}
const bodyFacts = (facts: Omit<AccountValues, 'way' | 'default'>) => ({
  country: facts.country,
  currency: facts.currency,
  account_type: facts.account_type,
  first_name: facts.first_name,
  last_name: facts.last_name,
  bank_name: facts.bank_name,
  remittance_purpose: facts.remittance_purpose,
  remittance_source: facts.remittance_source,
})

/** What the server would say of the fields; a blank number that is kept is right. */
export function accountErrors(values: AccountValues, account: RemittanceAccount | undefined): FieldError[] {
  if (values.country === '') return []
  const kept = keptField(values, account)
  const { errors } = checkRemittanceAccount({ ...accountBody(values), way: values.way })
  return errors.filter(({ path }) => !(path === kept && values[kept].trim() === ''))
}
