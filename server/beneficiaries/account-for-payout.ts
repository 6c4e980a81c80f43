import type { AccountWarning } from '#contract/account-fields.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { AccountType } from '#contract/payout-shapes.ts'
import type { FeePayer, NameCheck } from '#contract/payout-states.ts'
import type { ScreeningState } from '#contract/screening.ts'
import type { Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import {
  changersOf,
  findBeneficiary,
  listAccounts,
  numberOf,
  type AccountRow,
  type BeneficiaryRow,
} from './account-rows.ts'

/** An account as it is at this moment, with everything by which a payout to it is made, held or refused. */
export interface AccountForPayout {
  beneficiaryUuid: string
  accountUuid: string
  /** Counts changes of where money goes. */
  version: number
  /** The beneficiary's name; `accountName` is the holder as the bank has it. */
  name: string
  accountName: string
  type: AccountType
  /** The whole number, which is neither logged nor kept unsealed. */
  number: string
  digest: string
  lastFour: string
  bankCode: string
  bankName: string
  country: string
  fields: Record<string, string>
  email: string
  phone: string
  language: Language
  feePayer: FeePayer
  /** The users who changed it in the last 72 hours, and so are makers of what is paid to it. */
  changedBy: string[]
  /** Until when nothing is paid to it; null where it does not wait. */
  waitsUntil: Date | null
  nameCheck: NameCheck
  nameAtBank: string
  /** Why its maker goes on without a match. */
  nameReason: string
  /** Whether the name check keeps money from leaving: it is under way, or found no match and nobody has said why that is right. */
  nameHolds: boolean
  screening: ScreeningState
  warnings: AccountWarning[]
  /** Whether both it and its beneficiary may be paid. */
  isActive: boolean
}

/**
 * An account of a beneficiary, or the default one where none is named. Throws `notFound` when there is none of the owner's.
 */
export async function accountForPayout(
  ctx: Ctx,
  { beneficiaryUuid, accountUuid }: { beneficiaryUuid: string; accountUuid?: string | undefined },
): Promise<AccountForPayout> {
  const beneficiary = await findBeneficiary(ctx, beneficiaryUuid)
  if (!beneficiary) throw new Fault('notFound')
  const accounts = await listAccounts(ctx, [beneficiaryUuid])
  const account = accounts.find((one) => (accountUuid ? one.account_uuid === accountUuid : one.is_default))
  if (!account) throw new Fault('notFound')
  return asForPayout(ctx, beneficiary, account)
}

/** Whether the merchant has the beneficiary and the account that are named. Index: primary keys. */
export async function hasDestination(
  ctx: Ctx,
  { beneficiaryUuid, accountUuid }: { beneficiaryUuid?: string | undefined; accountUuid?: string | undefined },
): Promise<boolean> {
  if (beneficiaryUuid !== undefined && !(await findBeneficiary(ctx, beneficiaryUuid))) return false
  if (accountUuid === undefined) return true
  if (!isUuid(accountUuid)) return false
  const account = ctx.own.select('beneficiary_accounts').select('version').where('account_uuid', '=', accountUuid)
  return (await account.executeTakeFirst()) !== undefined
}

async function asForPayout(ctx: Ctx, beneficiary: BeneficiaryRow, account: AccountRow): Promise<AccountForPayout> {
  const since = new Date(ctx.now.getTime() - limits.accountChangeHours * 3_600_000)
  const old = ctx.now.getTime() - limits.nameCheckDays * 86_400_000
  const isOld = account.name_checked_at !== null && account.name_checked_at.getTime() < old
  const isWaiting = account.waits_until !== null && account.waits_until > ctx.now
  return {
    beneficiaryUuid: beneficiary.beneficiary_uuid,
    accountUuid: account.account_uuid,
    version: account.version,
    name: beneficiary.name,
    accountName: account.account_name,
    type: account.account_type,
    number: await numberOf(ctx, account),
    digest: account.account_digest,
    lastFour: account.last_four,
    bankCode: account.bank_code,
    bankName: account.bank_name,
    country: account.country,
    fields: account.fields,
    email: beneficiary.email,
    phone: beneficiary.phone,
    language: beneficiary.language,
    feePayer: beneficiary.fee_payer,
    changedBy: await changersOf(ctx, account.account_uuid, since),
    waitsUntil: isWaiting ? account.waits_until : null,
    nameCheck: account.name_check,
    nameAtBank: account.name_at_bank,
    nameReason: account.name_reason,
    nameHolds: isOld || (account.name_check !== 'MATCH' && account.name_reason === ''),
    screening: beneficiary.screening,
    warnings: account.warnings,
    isActive: beneficiary.active && account.active,
  }
}
