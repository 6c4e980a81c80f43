import { sql, type SqlBool } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { RailDestination } from '#contract/payout-rails.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { keyedDigest, merchantKeys } from '#server/kit/secrets/vault.ts'
import type { RowWish } from './wish.ts'

/** What rows are checked against, read once for all of them. */
export interface Known {
  /** Open accounts that money leaves from. */
  accounts: ReadonlyMap<string, { currency: Currency; catalogueKey: string }>
  beneficiaries: ReadonlyMap<string, readonly KnownBeneficiary[]>
  /** References that payouts have. */
  references: ReadonlySet<string>
  /** Payouts of the last 72 hours: where to, how much. */
  recent: ReadonlySet<string>
  digestOf(identity: string): string
}
interface KnownBeneficiary {
  uuid: string
  active: boolean
  digest: string
  to: RailDestination
}
/** By which payments to the same account in the same amount are found. */
export const sameKey = (digest: string, amountMinor: bigint, currency: string): string =>
  `${digest} ${amountMinor} ${currency}`

export async function knownTo(ctx: Ctx, wishes: readonly RowWish[]): Promise<Known> {
  const keys = await merchantKeys(ctx)
  const digestOf = (identity: string) => keyedDigest(keys, identity)
  const distinct = (texts: readonly (string | undefined)[]) => [...new Set(texts.filter((text) => text))] as string[]
  const uuids = distinct(wishes.map(({ wish }) => wish.beneficiary_uuid)).filter(isUuid)
  const names = distinct(wishes.map((one) => (one.checked || one.wish.beneficiary_uuid ? '' : one.beneficiaryName)))
  const [accounts, beneficiaries, references] = await Promise.all([
    listAccounts(ctx, distinct(wishes.map(({ wish }) => wish.virtual_acc_no))),
    listBeneficiaries(ctx, { uuids, names }),
    listReferences(ctx, distinct(wishes.map(({ wish }) => wish.txn_ref))),
  ])
  const byName = new Map<string, KnownBeneficiary[]>()
  for (const { name, ...one } of beneficiaries)
    for (const key of [one.uuid, `name ${name}`]) byName.set(key, [...(byName.get(key) ?? []), one])
  const digests = distinct([
    ...wishes.map(({ checked }) => checked && digestOf(checked.identity)).map((digest) => digest ?? ''),
    ...beneficiaries.map(({ digest }) => digest),
  ])
  const recent = await listRecent(ctx, digests)
  return { accounts, beneficiaries: byName, references: new Set(references), recent: new Set(recent), digestOf }
}

/** Indexes: primary keys. */
async function listAccounts(ctx: Ctx, numbers: readonly string[]): Promise<Known['accounts']> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.db
    .selectFrom('virtual_accounts as a')
    .innerJoin('payment_channels as c', (join) =>
      join
        .onRef('c.merchant_id', '=', 'a.merchant_id')
        .onRef('c.environment', '=', 'a.environment')
        .onRef('c.channel_key', '=', 'a.channel_key'),
    )
    .select(['a.account_no', 'a.currency', 'c.catalogue_key'])
    .where('a.merchant_id', '=', merchantId)
    .where('a.environment', '=', environment)
    .where('a.end_date', 'is', null)
    .where('c.removed_at', 'is', null)
    .where(sql<SqlBool>`a.account_no = any (${numbers})`)
    .execute()
  return new Map(rows.map((row) => [row.account_no, { currency: row.currency, catalogueKey: row.catalogue_key }]))
}

/** The beneficiaries of some ids or exact names that were not made for one payout, each with its default account. */
async function listBeneficiaries(ctx: Ctx, { uuids, names }: { uuids: readonly string[]; names: readonly string[] }) {
  if (uuids.length + names.length === 0) return []
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.db
    .selectFrom('beneficiaries as b')
    .innerJoin('beneficiary_accounts as a', (join) =>
      join
        .onRef('a.merchant_id', '=', 'b.merchant_id')
        .onRef('a.environment', '=', 'b.environment')
        .onRef('a.beneficiary_uuid', '=', 'b.beneficiary_uuid'),
    )
    .select([
      'b.beneficiary_uuid as uuid',
      'b.name',
      'b.active',
      'a.active as account_active',
      'a.account_digest as digest',
      'a.account_type',
      'a.country',
    ]) // prettier-ignore
    .where('b.merchant_id', '=', merchantId)
    .where('b.environment', '=', environment)
    .where('a.is_default', '=', true)
    .where(
      sql<SqlBool>`(b.beneficiary_uuid = any (cast(${uuids} as uuid[])) or (b.name = any (${names}) and b.active and not b.one_off))`,
    )
    .execute()
  return rows.map(({ uuid, name, active, account_active, digest, account_type: type, country }) => ({
    uuid, name, active: active && account_active, digest, to: { type, country },
  })) // prettier-ignore
}

/** Index: the unique constraint. */
async function listReferences(ctx: Ctx, references: readonly string[]): Promise<string[]> {
  const rows = await ctx.own
    .select('payouts')
    .select('merchant_txn_ref')
    .where(sql<SqlBool>`merchant_txn_ref = any (${references})`)
    .execute()
  return rows.map(({ merchant_txn_ref }) => merchant_txn_ref)
}

/** Index: payouts_same_account. */
async function listRecent(ctx: Ctx, digests: readonly string[]): Promise<string[]> {
  const since = new Date(ctx.now.getTime() - limits.payoutDuplicateHours * 3_600_000)
  const rows = await ctx.own
    .select('payouts')
    .select(['account_digest', 'amount_minor', 'currency'])
    .where('created_at', '>', since)
    .where('status', 'not in', ['Cancelled', 'Rejected', 'Failed'])
    .where(sql<SqlBool>`account_digest = any (${digests})`)
    .execute()
  return rows.map((row) => sameKey(row.account_digest, row.amount_minor, row.currency))
}
