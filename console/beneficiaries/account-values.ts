import { checkAccount } from '#contract/account-checks.ts'
import { waysOf, type AccountWay } from '#contract/account-fields.ts'
import type { BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import type { FieldError } from '#contract/faults.ts'

/** An account as it is typed. */
export interface AccountValues {
  country: string
  /** The key of one of the country's ways to name an account. */
  way: string
  account_name: string
  account_no: string
  bank_code: string
  bank_name: string
  fields: Record<string, string>
  name_reason: string
}

export const emptyAccount = (country: string): AccountValues => ({
  country,
  way: waysOf(country)[0]?.key ?? '',
  account_name: '',
  account_no: '',
  bank_code: '',
  bank_name: '',
  fields: {},
  name_reason: '',
})

/** An account as its form begins. The number of a card is typed anew, as it is never shown whole. */
export const accountLike = (account: BeneficiaryAccount): AccountValues => ({
  country: account.country,
  way: fittingWay(account).key,
  account_name: account.account_name,
  account_no: account.account_type === 'CARD' ? '' : account.account_no,
  bank_code: account.bank_code,
  bank_name: account.bank_name,
  fields: account.fields,
  name_reason: account.name_reason,
})
const fittingWay = (account: BeneficiaryAccount): AccountWay =>
  checkAccount({ ...account, account_no: account.account_no }).checked.way

/** The way that is chosen; the country's first one where the choice is another country's. */
export function wayOf({ country, way }: Pick<AccountValues, 'country' | 'way'>): AccountWay {
  const ways = waysOf(country)
  return ways.find(({ key }) => key === way) ?? (ways[0] as AccountWay)
}

/** The body of an account: what its way asks for, and nothing else. */
export function accountBody(values: AccountValues) {
  const way = wayOf(values)
  const { account_no: _, bank_code: hasBank, ...others } = way.fields
  return {
    account_type: way.type,
    country: values.country,
    account_name: values.account_name,
    account_no: values.account_no,
    bank_name: values.bank_name,
    ...(hasBank ? { bank_code: values.bank_code } : {}),
    fields: Object.fromEntries(Object.keys(others).map((name) => [name, values.fields[name] ?? ''])),
  }
}

/** What the server would say of an account's fields. */
export const accountErrors = (values: AccountValues, at: string): FieldError[] =>
  values.country === '' ? [] : checkAccount(accountBody(values), at).errors
