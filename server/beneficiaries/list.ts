import { sql, type Expression, type SqlBool } from 'kysely'
import type { listBeneficiaries as listCall, listBeneficiaryAccounts as accountsCall } from '#contract/beneficiaries.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { listBanks } from '#server/banks/bank.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { maskedOf, paidTo, shownPerson, waitOf } from './shown.ts'

/** The default account stands beside each beneficiary. */
const beneficiaries = {
  table: 'beneficiaries',
  rows: build
    .selectFrom('beneficiaries')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('beneficiary_accounts as a')
          .whereRef('a.merchant_id', '=', 'beneficiaries.merchant_id')
          .whereRef('a.environment', '=', 'beneficiaries.environment')
          .whereRef('a.beneficiary_uuid', '=', 'beneficiaries.beneficiary_uuid')
          .select([
            sql<string>`count(*) filter (where a.active)`.as('accounts'),
            ofDefault('last_four').as('last_four'),
            ofDefault('account_type').as('account_type'),
            ofDefault('bank_name').as('bank_name'),
            ofDefault('name_check').as('name_check'),
            sql<Date | null>`max(a.waits_until) filter (where a.is_default)`.as('waits_until'),
          ])
          .as('held'),
      (join) => join.onTrue(),
    )
    .selectAll('beneficiaries')
    .select([
      'held.accounts',
      'held.last_four',
      'held.account_type',
      'held.bank_name',
      'held.name_check',
      'held.waits_until',
    ])
    .compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'beneficiary_uuid', key: 'beneficiary_uuid' },
} satisfies ListOf<object>
function ofDefault(column: string) {
  return sql<string | null>`max(a.${sql.ref(column)}) filter (where a.is_default)`
}

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
      sql`exists (${ofAccounts} and a.is_default and a.name_check = any (${[filters.name_check].flat()}))`,
    )
  if (search) conditions.push(found(search))
  const page = await pageOf(ctx, beneficiaries, { pagesize: limits.pageSizeMost, ...request }, conditions)
  const paid = await paidTo(
    ctx,
    page.content.map(({ beneficiary_uuid }) => beneficiary_uuid),
  )
  const banks = Object.entries(await listBanks(ctx))
  return {
    ...page,
    supported_banks: banks.flatMap(([country, of]) => of.map((bank) => ({ country, ...bank }))),
    content: page.content.map((row) => ({
      ...row,
      ...shownPerson(row),
      accounts: Number(row.accounts),
      account_no: maskedOf({ last_four: row.last_four ?? '' }),
      account_type: (row.account_type ?? '') as 'BANK' | '',
      bank_name: row.bank_name ?? '',
      name_check: (row.name_check ?? 'UNCHECKED') as 'UNCHECKED',
      waits_until: waitOf({ waits_until: row.waits_until }, ctx.now),
      paid: [],
      last_paid_at: null,
      ...paid.get(row.beneficiary_uuid),
    })),
  }
}

const ofAccounts = sql`select from beneficiary_accounts a where a.merchant_id = beneficiaries.merchant_id
  and a.environment = beneficiaries.environment and a.beneficiary_uuid = beneficiaries.beneficiary_uuid`

/** A part of the name, the address of a mail, or the last four characters of an account. */
function found(search: string): Expression<SqlBool> {
  const ways: Expression<SqlBool>[] = [
    sql`strpos(lower_case(name), ${search.toLowerCase()}) > 0`,
    sql`lower_case(email) = ${search.toLowerCase()}`,
  ]
  if (/^\w{4}$/.test(search)) ways.push(sql`exists (${ofAccounts} and a.last_four = ${search.toUpperCase()})`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

const accounts = {
  table: 'beneficiary_accounts',
  rows: build
    .selectFrom('beneficiary_accounts')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('beneficiaries as b')
          .whereRef('b.merchant_id', '=', 'beneficiary_accounts.merchant_id')
          .whereRef('b.environment', '=', 'beneficiary_accounts.environment')
          .whereRef('b.beneficiary_uuid', '=', 'beneficiary_accounts.beneficiary_uuid')
          .select('b.name as beneficiary_name')
          .as('held_by'),
      (join) => join.onTrue(),
    )
    .selectAll('beneficiary_accounts')
    .select('held_by.beneficiary_name')
    .compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'account_uuid', key: 'account_uuid' },
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
  const page = await pageOf(ctx, accounts, { pagesize: limits.pageSizeMost, ...request }, conditions)
  return {
    ...page,
    content: page.content.map((row) => ({
      ...row,
      account_no: maskedOf(row),
      is_active: row.active,
      waits_until: waitOf(row, ctx.now),
    })),
  }
}

const pick = <T extends object, K extends keyof T>(of: T, names: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(names.flatMap((name) => (name in of ? [[name, of[name]]] : []))) as Partial<Pick<T, K>>
