import { waysOf, type AccountField, type AccountWay } from '#contract/account-fields.ts'
import type { AccountType } from '#contract/payout-shapes.ts'

/** The codes of a row, which each country calls by names of its own. */
interface RowCodes {
  bankCode: string
  branch: string
  accountKind: string
}

/** What the columns BankCode and Branch are, of the fields of a country's accounts: the first that it has. */
const bankFields = ['bank_code', 'routing_number', 'ifsc', 'swift', 'sort_code', 'bsb_code'] as const
const branchFields = ['branch', 'transit_code', 'sort_code', 'bsb_code'] as const

/** The codes as fields of an account there; a code without a field stays one, so that the check tells of it. */
export function fieldsOf(country: string, type: AccountType, codes: RowCodes) {
  const way = wayFor(country, type, codes)
  const named = (fields: readonly string[]) => fields.find((name) => name in way.fields)
  const bank = named(bankFields) ?? 'bank_code'
  const branch = named(branchFields.filter((name) => name !== bank)) ?? named(branchFields) ?? 'branch'
  const fields: Record<string, string> = {}
  if (codes.branch) fields[branch] = codes.branch
  if (codes.bankCode && bank !== 'bank_code') fields[bank] ??= codes.bankCode
  if (codes.accountKind) fields['account_kind'] = codes.accountKind
  return { bankCode: bank === 'bank_code' ? codes.bankCode : '', fields }
}

/** The way to name an account that the codes fit: a BIC names it by another than a local code. */
function wayFor(country: string, type: AccountType, { bankCode }: RowCodes): AccountWay {
  const ways = waysOf(country).filter((way) => way.type === type)
  const byBic = bic.test(bankCode) ? ways.find((way) => 'swift' in way.fields) : undefined
  return byBic ?? ways[0] ?? { key: 'local', type, fields: {} }
}
const bic = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/i

/** The column of a field that the check of an account names. */
export function columnOfField(
  path: string,
): 'AccountNumber' | 'BankCode' | 'Branch' | 'AccountType' | 'BeneficiaryName' {
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (name === 'account_no') return 'AccountNumber'
  if (name === 'account_kind' || name === 'account_type') return 'AccountType'
  if (name === 'account_name') return 'BeneficiaryName'
  return (branchFields.slice(0, 2) as readonly string[]).includes(name) ? 'Branch' : 'BankCode'
}

/** The least digits of an account's field there; null where it may be of any length, or has letters. */
export function leastDigits(country: string, type: AccountType, name: string): number | null {
  const least = waysOf(country)
    .filter((way) => way.type === type)
    .flatMap(({ fields }) => (fields[name] ? [leastOf(fields[name])] : []))
    .filter((one) => one !== null)
  return least.length > 0 ? Math.min(...least) : null
}
function leastOf(field: AccountField): number | null {
  if (field.kind === 'digits' || field.kind === 'bank') return field.least
  return fixed[field.kind] ?? null
}
const fixed: Readonly<Record<string, number>> = { aba: 9, clabe: 18, card: 16 }
