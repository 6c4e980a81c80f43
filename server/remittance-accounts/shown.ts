import type { z } from 'zod'
import { holderOf, numberFields } from '#contract/remittance-account-fields.ts'
import type { RemittanceAccount } from '#contract/remittance-accounts.ts'
import { besideOf, numberFieldOfRow, type AccountRow } from './rows.ts'

/** An account as the wire has it: its number in the field of its kind, and of that the last characters. */
export function shownAccount(row: AccountRow, now: Date): z.output<typeof RemittanceAccount> {
  const blank = Object.fromEntries(numberFields.map((name) => [name, ''])) as Record<(typeof numberFields)[number], string>
  return {
    uuid: row.account_uuid,
    version: row.version,
    country: row.country,
    currency: row.currency,
    account_type: row.account_type,
    first_name: row.first_name,
    last_name: row.last_name,
    bank_name: row.bank_name,
    ...blank,
    phone_number: row.phone_number,
    [numberFieldOfRow(row)]: maskedOf(row),
    ...besideOf(row),
    remittance_purpose: row.remittance_purpose,
    remittance_source: row.remittance_source,
    active: row.active,
    default: row.is_default,
    warnings: row.warnings,
    name_check: row.name_check,
    name_at_bank: row.name_at_bank,
    name_checked_at: row.name_checked_at,
    waits_until: waitOf(row, now),
    changed_by: row.changed_by,
    changed_at: row.changed_at,
    created_at: row.created_at,
  }
} // prettier-ignore

/** The end of a number, as answers, mails and the audit log have it. */
export const maskedOf = ({ last_four: end }: Pick<AccountRow, 'last_four'>): string => `•••• ${end}`.trim()

/** Until when an account waits at this moment; null where it does not. */
export const waitOf = ({ waits_until: until }: Pick<AccountRow, 'waits_until'>, now: Date): Date | null =>
  until && until > now ? until : null

/** As the audit log tells of an account: never a whole number. */
export const told = (row: AccountRow) => ({
  version: row.version,
  holder: holderOf(row),
  number: maskedOf(row),
  country: row.country,
  currency: row.currency,
  account_type: row.account_type,
  bank_name: row.bank_name,
  phone_number: row.phone_number,
  ...besideOf(row),
  remittance_purpose: row.remittance_purpose,
  remittance_source: row.remittance_source,
  is_active: row.active,
  is_default: row.is_default,
})

/** An account in one line, as mails have it. */
export const lineOf = (row: AccountRow): string =>
  [holderOf(row), row.bank_name, row.country, row.currency, maskedOf(row)].filter(Boolean).join(' · ')
