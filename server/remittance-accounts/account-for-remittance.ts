import type { AccountWarning } from '#contract/account-fields.ts'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { AccountType } from '#contract/payout-shapes.ts'
import type { NameCheck } from '#contract/payout-states.ts'
import { holderOf, wayNamed } from '#contract/remittance-account-fields.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changersOf, numberOf, type AccountRow } from './rows.ts'
import { waitOf } from './shown.ts'

/** An account as it is at this moment, with everything by which a remittance to it is sent, held or refused. */
export interface AccountForRemittance {
  accountUuid: string
  /** Counts changes of where money goes. */
  version: number
  /** The type that providers know, beside that of the wire. */
  type: AccountType
  accountType: AccountRow['account_type']
  country: string
  currency: Currency
  /** As the bank has it. */
  holder: string
  /** The holder's name by its parts, which `holder` may have in one word. */
  holderParts: string
  /** Opens the whole number, which is neither logged nor kept unsealed. */
  number: () => Promise<string>
  digest: string
  lastFour: string
  bankCode: string
  bankName: string
  phone: string
  /** The further fields of the country. */
  fields: Record<string, string>
  purpose: AccountRow['remittance_purpose']
  source: AccountRow['remittance_source']
  nameCheck: NameCheck
  nameAtBank: string
  warnings: AccountWarning[]
  /** Until when nothing is sent to it; null where it does not wait. */
  waitsUntil: Date | null
  /** The users who changed it in the last 72 hours. */
  changedBy: string[]
}

/** The account that money in a currency is sent to; null where there is no active default. Index: remittance_accounts_default. */
export async function accountForRemittance(ctx: Ctx, currency: Currency): Promise<AccountForRemittance | null> {
  const row = await ctx.own
    .select('remittance_accounts')
    .selectAll()
    .where('currency', '=', currency)
    .where('is_default', '=', true)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const since = new Date(ctx.now.getTime() - limits.accountChangeHours * 3_600_000)
  return {
    accountUuid: row.account_uuid,
    version: row.version,
    type: wayNamed(row.country, row.way)?.type ?? 'BANK',
    accountType: row.account_type,
    country: row.country,
    currency,
    holder: holderOf(row),
    holderParts: `${row.first_name} ${row.last_name}`.trim(),
    number: () => numberOf(ctx, row),
    digest: row.account_digest,
    lastFour: row.last_four,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    phone: row.phone_number,
    fields: row.fields,
    purpose: row.remittance_purpose,
    source: row.remittance_source,
    nameCheck: row.name_check,
    nameAtBank: row.name_at_bank,
    warnings: row.warnings,
    waitsUntil: waitOf(row, ctx.now),
    changedBy: await changersOf(ctx, row.account_uuid, since),
  }
}
