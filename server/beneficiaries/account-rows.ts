import type { Selectable } from 'kysely'
import { checkAccount, type CheckedAccount, type GivenAccount } from '#contract/account-checks.ts'
import type { AccountWarning } from '#contract/account-fields.ts'
import type { NameCheck } from '#contract/payout-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import { accountPlace, keyedDigest, merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'
import { waitsUntil } from './waiting-time.ts'

export type BeneficiaryRow = Selectable<Tables['beneficiaries']>
export type AccountRow = Selectable<Tables['beneficiary_accounts']>

/** A beneficiary; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export async function findBeneficiary(
  ctx: Ctx,
  beneficiaryUuid: string,
  { lock = false } = {},
): Promise<BeneficiaryRow | undefined> {
  if (!isUuid(beneficiaryUuid)) return undefined
  const question = ctx.own.select('beneficiaries').selectAll().where('beneficiary_uuid', '=', beneficiaryUuid)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}

/** The accounts of beneficiaries, the default one first. Index: beneficiary_accounts_of. */
export const listAccounts = (ctx: Ctx, beneficiaryUuids: readonly string[]): Promise<AccountRow[]> =>
  beneficiaryUuids.length === 0
    ? Promise.resolve([])
    : ctx.own
        .select('beneficiary_accounts')
        .selectAll()
        .where('beneficiary_uuid', 'in', beneficiaryUuids)
        .orderBy('is_default', 'desc')
        .orderBy('created_at')
        .orderBy('account_uuid')
        .execute()

/** The whole number of an account: for details, exports and the provider alone. */
export const numberOf = async (ctx: Ctx, account: Pick<AccountRow, 'account_uuid' | 'account_no_sealed'>) =>
  openSealed(await merchantKeys(ctx), account.account_no_sealed, placeOf(ctx, account.account_uuid))

const placeOf = ({ owner }: Ctx, accountUuid: string) => accountPlace(owner.merchantId, owner.environment, accountUuid)

/** By which the same account is found, whoever is said to hold it. */
export const digestOf = async (ctx: Ctx, checked: CheckedAccount): Promise<string> =>
  keyedDigest(await merchantKeys(ctx), checked.identity)

/** Other active accounts of the owner with this number at this bank. Index: beneficiary_accounts_same. */
export const listSame = (ctx: Ctx, digest: string, except?: string) =>
  ctx.db
    .selectFrom('beneficiary_accounts as a')
    .innerJoin('beneficiaries as b', (join) =>
      join
        .onRef('b.merchant_id', '=', 'a.merchant_id')
        .onRef('b.environment', '=', 'a.environment')
        .onRef('b.beneficiary_uuid', '=', 'a.beneficiary_uuid'),
    )
    .select(['a.account_uuid', 'a.account_name', 'b.beneficiary_uuid', 'b.name', 'b.one_off'])
    .where('a.merchant_id', '=', ctx.owner.merchantId)
    .where('a.environment', '=', ctx.owner.environment)
    .where('b.merchant_id', '=', ctx.owner.merchantId)
    .where('a.account_digest', '=', digest)
    .where('a.active', '=', true)
    .where('b.active', '=', true)
    .$if(except !== undefined, (question) => question.where('a.account_uuid', '!=', except ?? ''))
    .orderBy('a.created_at')
    .limit(5)
    .execute()

export interface CheckedName {
  name_check: NameCheck
  name_at_bank: string
  name_reason: string
  name_checked_at: Date | null
}
/** What the columns of an account say of where money goes; the same for a new account and a changed one. */
export async function columnsOf(
  ctx: Ctx,
  accountUuid: string,
  given: GivenAccount & { bank_name?: string | undefined },
  name: CheckedName,
) {
  const { checked } = checkAccount(given)
  const digest = await digestOf(ctx, checked)
  const others = (await listSame(ctx, digest, accountUuid)).filter(
    ({ account_name }) => account_name !== given.account_name,
  )
  const warnings: AccountWarning[] = [...checked.warnings, ...(others.length > 0 ? (['other_name'] as const) : [])]
  return {
    account_type: given.account_type,
    country: given.country,
    account_name: given.account_name,
    account_no_sealed: seal(await merchantKeys(ctx), checked.number, placeOf(ctx, accountUuid)),
    account_digest: digest,
    last_four: checked.number.slice(-4),
    bank_code: checked.bankCode,
    bank_name: given.bank_name ?? '',
    fields: JSON.stringify(checked.fields),
    warnings: JSON.stringify(warnings),
    ...name,
    waits_until: await waitsUntil(ctx),
    changed_by: ctx.actor.name,
    changed_at: ctx.now,
  }
}

/** Adds an account, whose fields the caller has checked. */
export async function insertAccount(
  ctx: Ctx,
  of: { beneficiaryUuid: string; isDefault: boolean },
  given: GivenAccount & { bank_name?: string | undefined },
  name: CheckedName,
): Promise<string> {
  const accountUuid = newId()
  const row: OwnRow<'beneficiary_accounts'> = {
    account_uuid: accountUuid,
    beneficiary_uuid: of.beneficiaryUuid,
    is_default: of.isDefault,
    created_at: ctx.now,
    ...(await columnsOf(ctx, accountUuid, given, name)),
  }
  await ctx.own.insert('beneficiary_accounts', row).execute()
  noteChangeOf(ctx, accountUuid, 1)
  return accountUuid
}

/** Writes down who made an account what it is. */
export const noteChangeOf = (ctx: Ctx, accountUuid: string, version: number): void =>
  ctx.append('beneficiary_account_changes', {
    account_uuid: accountUuid,
    change_id: newId(),
    version,
    sub_user_id: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    at: ctx.now,
  })

/** The users who changed an account since a moment. Index: primary key. */
export async function changersOf(ctx: Ctx, accountUuid: string, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('beneficiary_account_changes')
    .select('sub_user_id')
    .distinct()
    .where('account_uuid', '=', accountUuid)
    .where('at', '>', since)
    .where('sub_user_id', 'is not', null)
    .execute()
  return rows.flatMap(({ sub_user_id }) => sub_user_id ?? [])
}
