import { sql, type Expression, type SqlBool } from 'kysely'
import type { listBeneficiaries as listCall, listBeneficiaryAccounts as accountsCall } from '#contract/beneficiaries.ts'
import type { Input } from '#contract/kit/call.ts'
import { beneficiaryAccountList, beneficiaryList } from '#contract/beneficiary-lists.ts'
import { listBanks } from '#server/banks/bank.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import type { AccountRow } from './account-rows.ts'
import { maskedOf, paidTo, shownPerson, waitOf } from './shown.ts'

const beneficiaries = {
  table: 'beneficiaries',
  rows: build.selectFrom('beneficiaries').selectAll('beneficiaries').compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: '(beneficiary_uuid::text collate "C")', key: 'beneficiary_uuid' },
} satisfies ListOf<object>

/** The beneficiaries that fit, newest first. Index: beneficiaries_newest. */
export async function listBeneficiaries(ctx: Ctx, request: Input<typeof listCall>['body']) {
  const { search, filters = {} } = request
  const conditions = commonConditions({ ...request, filters: pick(filters, ['created_at']) })
  if (filters.country) conditions.push(sql`country = ${filters.country.toUpperCase()}`)
  if (filters.screening) conditions.push(oneOf('screening', filters.screening))
  if (filters.is_active) conditions.push(oneOf('active', filters.is_active))
  if (filters.is_one_off) conditions.push(oneOf('one_off', filters.is_one_off))
  if (filters.name_check)
    conditions.push(
      sql`exists (${ofAccounts(ctx)} and a.is_default and a.name_check = any (${[filters.name_check].flat()}))`,
    )
  if (search) conditions.push(found(ctx, search))
  const page = await pageOf(ctx, beneficiaries, { pagesize: beneficiaryList.pageSize, ...request }, conditions)
  const uuids = page.content.map(({ beneficiary_uuid }) => beneficiary_uuid)
  const [held, paid, banks] = await Promise.all([heldBy(ctx, uuids), paidTo(ctx, uuids), listBanks(ctx)])
  return {
    ...page,
    supported_banks: Object.entries(banks).flatMap(([country, of]) => of.map((bank) => ({ country, ...bank }))),
    content: page.content.map((row) => {
      const accounts = held.get(row.beneficiary_uuid) ?? []
      const usual = accounts.find(({ is_default }) => is_default)
      return {
        ...row,
        ...shownPerson(row),
        accounts: accounts.filter(({ active }) => active).length,
        account_no: usual ? maskedOf(usual) : '',
        account_type: usual?.account_type ?? ('' as const),
        bank_name: usual?.bank_name ?? '',
        name_check: usual?.name_check ?? ('UNCHECKED' as const),
        waits_until: usual ? waitOf(usual, ctx.now) : null,
        paid: [],
        last_paid_at: null,
        ...paid.get(row.beneficiary_uuid),
      }
    }),
  }
}

/** The accounts of beneficiaries of one or several merchants. Index: beneficiary_accounts_of. */
async function heldBy({ db, owner, merchants }: Ctx, uuids: readonly string[]) {
  const held = new Map<string, Held[]>()
  if (uuids.length === 0) return held
  const rows = await db
    .selectFrom('beneficiary_accounts')
    .select([
      'beneficiary_uuid',
      'last_four',
      'account_type',
      'bank_name',
      'name_check',
      'waits_until',
      'is_default',
      'active',
    ])
    .where(sql<SqlBool>`merchant_id = any (${merchants ?? [owner.merchantId]})`)
    .where('environment', '=', owner.environment)
    .where('beneficiary_uuid', 'in', uuids)
    .execute()
  for (const row of rows) held.set(row.beneficiary_uuid, [...(held.get(row.beneficiary_uuid) ?? []), row])
  return held
}
type Held = Pick<
  AccountRow,
  'last_four' | 'account_type' | 'bank_name' | 'name_check' | 'waits_until' | 'is_default' | 'active'
>

/** The accounts of a beneficiary of the list, which may be of several merchants. */
const ofAccounts = ({ owner, merchants }: Ctx) => sql`select 1 from beneficiary_accounts a
  where a.merchant_id = any (${merchants ?? [owner.merchantId]}) and a.merchant_id = beneficiaries.merchant_id
    and a.environment = ${owner.environment} and a.beneficiary_uuid = beneficiaries.beneficiary_uuid`

/** A part of the name, the address of a mail, or the last four characters of an account. */
function found(ctx: Ctx, search: string): Expression<SqlBool> {
  const ways: Expression<SqlBool>[] = [
    sql`strpos(lower_case(name), ${search.toLowerCase()}) > 0`,
    sql`lower_case(email) = ${search.toLowerCase()}`,
  ]
  if (/^\w{4}$/.test(search)) ways.push(sql`exists (${ofAccounts(ctx)} and a.last_four = ${search.toUpperCase()})`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

const accounts = {
  table: 'beneficiary_accounts',
  rows: build.selectFrom('beneficiary_accounts').selectAll('beneficiary_accounts').compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: '(account_uuid::text collate "C")', key: 'account_uuid' },
} satisfies ListOf<object>

/** The accounts that fit, newest first. Index: beneficiary_accounts_newest. */
export async function listAccountsOfAll(ctx: Ctx, request: Input<typeof accountsCall>['body']) {
  const { search, filters = {} } = request
  const conditions = commonConditions({ ...request, filters: pick(filters, ['created_at']) })
  if (filters.country) conditions.push(sql`country = ${filters.country.toUpperCase()}`)
  if (filters.name_check) conditions.push(oneOf('name_check', filters.name_check))
  if (filters.account_type) conditions.push(oneOf('account_type', filters.account_type))
  if (filters.is_active) conditions.push(oneOf('active', filters.is_active))
  if (search)
    conditions.push(
      sql`(strpos(lower_case(account_name), ${search.toLowerCase()}) > 0 or last_four = ${search.toUpperCase()} or bank_code = ${search})`,
    )
  const page = await pageOf(ctx, accounts, { pagesize: beneficiaryAccountList.pageSize, ...request }, conditions)
  const names = await namesOf(
    ctx,
    page.content.map(({ beneficiary_uuid }) => beneficiary_uuid),
  )
  return {
    ...page,
    content: page.content.map((row) => ({
      ...row,
      beneficiary_name: names.get(row.beneficiary_uuid) ?? '',
      account_no: maskedOf(row),
      is_active: row.active,
      waits_until: waitOf(row, ctx.now),
    })),
  }
}

/** Index: primary key. */
async function namesOf(ctx: Ctx, uuids: readonly string[]): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await ctx.own
    .select('beneficiaries')
    .select(['beneficiary_uuid', 'name'])
    .where('beneficiary_uuid', 'in', uuids)
    .execute()
  return new Map(rows.map(({ beneficiary_uuid, name }) => [beneficiary_uuid, name]))
}

const pick = <T extends object, K extends keyof T>(of: T, names: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(names.flatMap((name) => (name in of ? [[name, of[name]]] : []))) as Partial<Pick<T, K>>
