import type { Selectable } from 'kysely'
import {
  besideFields,
  checkRemittanceAccount,
  numberFieldOf,
  wayNamed,
  type CheckedRemittanceAccount,
  type GivenRemittanceAccount,
} from '#contract/remittance-account-fields.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { keyedDigest, merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'

export type AccountRow = Selectable<Tables['remittance_accounts']>

/** The owner's accounts, by currency, the default one first; at most `limits.remittanceAccounts`. Index: primary key. */
export const listAccounts = (ctx: Ctx): Promise<AccountRow[]> =>
  ctx.own
    .select('remittance_accounts')
    .selectAll()
    .orderBy('currency')
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('account_uuid')
    .execute()

/** An account; undefined when absent or not the owner's. Index: primary key. */
export async function findAccount(ctx: Ctx, accountUuid: string): Promise<AccountRow | undefined> {
  if (!isUuid(accountUuid)) return undefined
  const question = ctx.own.select('remittance_accounts').selectAll().where('account_uuid', '=', accountUuid)
  return question.executeTakeFirst()
}

const placeOf = ({ owner }: Ctx, accountUuid: string) => ({
  merchantId: owner.merchantId,
  table: 'remittance_accounts',
  column: 'account_no_sealed',
  row: `${owner.environment}/${accountUuid}`,
})

/** The whole number: for the provider and the check of a change alone. */
export const numberOf = async (ctx: Ctx, account: Pick<AccountRow, 'account_uuid' | 'account_no_sealed'>) =>
  openSealed(await merchantKeys(ctx), account.account_no_sealed, placeOf(ctx, account.account_uuid))

export const sealedNumber = async (ctx: Ctx, accountUuid: string, number: string): Promise<Buffer> =>
  seal(await merchantKeys(ctx), number, placeOf(ctx, accountUuid))

/** By which the same account is found, whoever is said to hold it. */
export const digestOf = async (ctx: Ctx, { checked }: CheckedRemittanceAccount): Promise<string> =>
  keyedDigest(await merchantKeys(ctx), checked.identity)

/** The field of the wire that has an account's number. */
export function numberFieldOfRow({ country, way }: Pick<AccountRow, 'country' | 'way'>) {
  const named = wayNamed(country, way)
  return named ? numberFieldOf(named) : 'account_number'
}

/** What a row keeps beside its number, by the names of the wire. */
export const besideOf = (row: Pick<AccountRow, 'fields' | 'bank_code'>) =>
  Object.fromEntries(
    besideFields.map((name) => [name, name === 'bank_id' ? row.bank_code : (row.fields[name] ?? '')]),
  ) as Record<(typeof besideFields)[number], string>

/** An account as it would be given to make it what it is, with its whole number. */
export const givenOf = async (ctx: Ctx, row: AccountRow): Promise<GivenRemittanceAccount> => ({
  country: row.country,
  account_type: row.account_type,
  first_name: row.first_name,
  last_name: row.last_name,
  bank_name: row.bank_name,
  ...besideOf(row),
  phone_number: row.phone_number,
  [numberFieldOfRow(row)]: await numberOf(ctx, row),
})

/** What is checked of an account that has been found right. */
export function checkedOf(given: GivenRemittanceAccount): CheckedRemittanceAccount {
  const { of } = checkRemittanceAccount(given)
  if (!of) throw new Error('an account that was not checked')
  return of
}

/** Writes down who made an account what it is. */
export const noteChangeOf = (ctx: Ctx, accountUuid: string, version: number): void =>
  ctx.append('remittance_account_changes', {
    account_uuid: accountUuid,
    change_id: newId(),
    version,
    sub_user_id: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    at: ctx.now,
  })

/** The users who changed where an account's money goes since a moment. Index: primary key. */
export async function changersOf(ctx: Ctx, accountUuid: string, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('remittance_account_changes')
    .select('sub_user_id')
    .distinct()
    .where('account_uuid', '=', accountUuid)
    .where('at', '>', since)
    .where('sub_user_id', 'is not', null)
    .execute()
  return rows.flatMap(({ sub_user_id }) => sub_user_id ?? [])
}
