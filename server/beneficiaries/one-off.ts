import { checkAccount } from '#contract/account-checks.ts'
import { Fault } from '#contract/faults.ts'
import type { AccountType } from '#contract/payout-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { accountForPayout, type AccountForPayout } from './account-for-payout.ts'
import { digestOf, insertAccount } from './account-rows.ts'
import { insertBeneficiary } from './beneficiary-rows.ts'
import { checkAccountName, unchecked } from './name-check.ts'

/** An account that a payout describes itself. */
export interface BankDetails {
  account_no: string
  account_type: AccountType
  account_name: string
  bank_no?: string | undefined
  bank_name?: string | undefined
  country: string
  fields?: Readonly<Record<string, string>> | undefined
  email?: string | undefined
  phone?: string | undefined
  address?: string | undefined
}

/**
 * The account that a payout describes, of a beneficiary made for it. The one of an earlier payout serves again where holder and account
 * are the same, so that it is neither checked nor waited for twice. The name is checked afterwards by a job; until then it holds.
 *
 * Throws `accountInvalid` with the errors at `<at><field>`.
 */
export async function oneOffBeneficiary(
  ctx: Ctx,
  details: BankDetails,
  { at = 'bank_details.', channelKey = '' } = {},
): Promise<AccountForPayout> {
  const given = { ...details, bank_code: details.bank_no }
  const { errors, checked } = checkAccount(given, at)
  if (errors.length > 0)
    throw new Fault('accountInvalid', {
      errors: errors.map((error) => ({ ...error, path: error.path.replace(/bank_code$/, 'bank_no') })),
    })
  const known = await findKnown(ctx, await digestOf(ctx, checked), details)
  if (known) return accountForPayout(ctx, known)
  const beneficiaryUuid = newId()
  await insertBeneficiary(ctx, {
    beneficiary_uuid: beneficiaryUuid,
    name: details.account_name,
    email: details.email ?? '',
    phone: details.phone ?? '',
    address: details.address ?? '',
    country: details.country,
    one_off: true,
  })
  const accountUuid = await insertAccount(ctx, { beneficiaryUuid, isDefault: true }, given, unchecked)
  ctx.enqueue(checkAccountName, { accountUuid, channelKey, asks: 0 })
  return accountForPayout(ctx, { beneficiaryUuid, accountUuid })
}

/** The account that an earlier payout described in the same words. Index: beneficiary_accounts_same. */
async function findKnown(ctx: Ctx, digest: string, { account_name, email = '', phone = '' }: BankDetails) {
  const row = await ctx.db
    .selectFrom('beneficiary_accounts as a')
    .innerJoin('beneficiaries as b', (join) =>
      join
        .onRef('b.merchant_id', '=', 'a.merchant_id')
        .onRef('b.environment', '=', 'a.environment')
        .onRef('b.beneficiary_uuid', '=', 'a.beneficiary_uuid'),
    )
    .select(['a.account_uuid', 'b.beneficiary_uuid'])
    .where('a.merchant_id', '=', ctx.owner.merchantId)
    .where('a.environment', '=', ctx.owner.environment)
    .where('b.merchant_id', '=', ctx.owner.merchantId)
    .where('a.account_digest', '=', digest)
    .where('a.account_name', '=', account_name)
    .where('a.active', '=', true)
    .where('b.active', '=', true)
    .where('b.one_off', '=', true)
    .where('b.email', '=', email)
    .where('b.phone', '=', phone)
    .limit(1)
    .executeTakeFirst()
  return row && { beneficiaryUuid: row.beneficiary_uuid, accountUuid: row.account_uuid }
}
