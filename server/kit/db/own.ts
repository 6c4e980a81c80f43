import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type SelectQueryBuilder,
  type SqlBool,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Environment } from '#contract/kit/wire.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Db } from './db.ts'
import type { Places } from './statements.ts'

type TablesWith<Columns> = { [T in keyof Tables]: Tables[T] extends Columns ? T : never }[keyof Tables]
/** Tables of signing in. Their `environment` says what a session opens in; its rows are found from both. */
type OfSigningIn = 'sessions' | 'session_tokens' | 'remembered_logins' | 'sign_in_challenges'
/** Tables in which each row belongs to one merchant and one environment. */
type InEnvironment = Exclude<TablesWith<{ merchant_id: string; environment: Environment }>, OfSigningIn>
/** Tables in which each row belongs to one merchant, for both environments. The application may not read `logins`. */
type OfMerchant =
  | Exclude<TablesWith<{ merchant_id: string }>, TablesWith<{ environment: unknown }> | 'logins'>
  | OfSigningIn
export type OwnTable = InEnvironment | OfMerchant

/** Queries limited to one owner: every one has the merchant and the environment in its WHERE clause. */
export interface Own {
  select<T extends OwnTable>(table: T): SelectQueryBuilder<Tables, T, object>
  update<T extends OwnTable>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>
  delete<T extends OwnTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>
  /** @param row without the owner's columns, which are added. */
  insert<T extends OwnTable>(
    table: T,
    row: OwnRow<T> | readonly OwnRow<T>[],
  ): InsertQueryBuilder<Tables, T, InsertResult>
}
export type OwnRow<T extends OwnTable> = Values<
  Omit<Insertable<Tables[T]>, T extends InEnvironment ? 'merchant_id' | 'environment' : 'merchant_id'>
>
type Values<Row> = { [Column in keyof Row]: Row[Column] | Expression<Row[Column]> }

/** @param db the transaction's query builder, or `build` for a statement that is declared once. */
export function ownRows(db: Db, { merchantId, environment }: Owner | Places<Owner>): Own {
  const isOwn = (table: OwnTable) => {
    const ofMerchant = sql<SqlBool>`${sql.ref(`${table}.merchant_id`)} = ${merchantId}`
    if (table in ofBothEnvironments) return ofMerchant
    return sql<SqlBool>`${ofMerchant} and ${sql.ref(`${table}.environment`)} = ${environment}`
  }
  const ownerOf = (table: OwnTable) =>
    table in ofBothEnvironments ? { merchant_id: merchantId } : { merchant_id: merchantId, environment }
  // Kysely types its builders by table; inside, one table's type stands for all.
  return {
    select: <T extends OwnTable>(table: T) =>
      db.selectFrom(table as 'payments').where(isOwn(table)) as unknown as SelectQueryBuilder<Tables, T, object>,
    update: <T extends OwnTable>(table: T) =>
      db.updateTable(table as 'payments').where(isOwn(table)) as unknown as UpdateQueryBuilder<
        Tables,
        T,
        T,
        UpdateResult
      >,
    delete: <T extends OwnTable>(table: T) =>
      db.deleteFrom(table as 'payments').where(isOwn(table)) as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>,
    insert<T extends OwnTable>(table: T, row: OwnRow<T> | readonly OwnRow<T>[]) {
      const rows = (Array.isArray(row) ? row : [row]) as OwnRow<T>[]
      const owned = rows.map((one) => ({ ...one, ...ownerOf(table) }))
      const insert = db.insertInto(table as 'payments').values(owned as never)
      return insert as unknown as InsertQueryBuilder<Tables, T, InsertResult>
    },
  }
}

/**
 * The tables of {@link OfMerchant} at run time, where types do not exist; the compiler checks that they are complete. Their
 * policies limit rows by the merchant alone.
 */
export const ofBothEnvironments: Record<OfMerchant, true> = {
  merchants: true,
  sub_users: true,
  totp_factors: true,
  recovery_codes: true,
  passkeys: true,
  passkey_challenges: true,
  auth_tokens: true,
  sso_connections: true,
  sso_tenants: true,
  sso_identities: true,
  sso_attempts: true,
  sso_proofs: true,
  known_devices: true,
  column_choices: true,
  saved_views: true,
  notification_preferences: true,
  notification_languages: true,
  merchant_changes: true,
  sub_user_changes: true,
  merchant_logos: true,
  one_time_tokens: true,
  sessions: true,
  session_tokens: true,
  remembered_logins: true,
  sign_in_challenges: true,
  merchant_invites: true,
  payout_code_tries: true,
  payout_phones: true,
  kyc_cases: true,
  kyc_documents: true,
}
