import { sql, type SqlBool } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { BankOfAccount, RailDestination } from '#contract/payout-rails.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { digester, merchantKeys } from '#server/kit/secrets/vault.ts'
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
  to: RailDestination & BankOfAccount
}
/** By which payments to the same account in the same amount are found. */
export const sameKey = (digest: string, amountMinor: bigint, currency: string): string =>
  `${currency} ${amountMinor} ${digest}`

export async function knownTo(ctx: Ctx, wishes: readonly RowWish[]): Promise<Known> {
  const digestOf = digester(await merchantKeys(ctx))
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
  const accounts = await ctx.own
    .select('virtual_accounts')
    .select(['account_no', 'channel_key', 'currency'])
    .where('end_date', 'is', null)
    .where(sql<SqlBool>`account_no = any (${numbers})`)
    .execute()
  const channels = await ctx.own
    .select('payment_channels')
    .select(['channel_key', 'catalogue_key'])
    .where('removed_at', 'is', null)
    .where(sql<SqlBool>`channel_key = any (${[...new Set(accounts.map(({ channel_key }) => channel_key))]})`)
    .execute()
  const catalogueKeys = new Map(channels.map((channel) => [channel.channel_key, channel.catalogue_key]))
  return new Map(
    accounts.flatMap(({ account_no, channel_key, currency }) => {
      const catalogueKey = catalogueKeys.get(channel_key)
      return catalogueKey === undefined ? [] : [[account_no, { currency, catalogueKey }] as const]
    }),
  )
}

/** The beneficiaries of some ids or exact names that were not made for one payout, each with its default account. */
async function listBeneficiaries(ctx: Ctx, { uuids, names }: { uuids: readonly string[]; names: readonly string[] }) {
  if (uuids.length + names.length === 0) return []
  const found = await ctx.own
    .select('beneficiaries')
    .select(['beneficiary_uuid', 'name', 'active'])
    .where(
      sql<SqlBool>`(beneficiary_uuid = any (cast(${uuids} as uuid[])) or (name = any (${names}) and active and not one_off))`,
    )
    .execute()
  const accounts = await ctx.own
    .select('beneficiary_accounts')
    .select(['beneficiary_uuid', 'active', 'account_digest', 'account_type', 'country', 'bank_code', 'fields'])
    .where('is_default', '=', sql.lit(true))
    .where(sql<SqlBool>`beneficiary_uuid = any (cast(${found.map((one) => one.beneficiary_uuid)} as uuid[]))`)
    .execute()
  const byBeneficiary = new Map(accounts.map((account) => [account.beneficiary_uuid, account]))
  return found.flatMap(({ beneficiary_uuid: uuid, name, active }) => {
    const account = byBeneficiary.get(uuid)
    if (!account) return []
    const { account_digest: digest, account_type: type, country, bank_code: bankCode, fields } = account
    return [{ uuid, name, active: active && account.active, digest, to: { type, country, bankCode, fields } }]
  })
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
