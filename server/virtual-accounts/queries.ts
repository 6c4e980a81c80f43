import { sql } from 'kysely'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { pageVirtualAccounts as pageCall } from '#contract/virtual-accounts.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, pageOf, type ListOf } from '#server/kit/lists/list.ts'

const shown = [
  'account_no', 'account_name', 'channel_key', 'bank_code', 'bank_name', 'currency', 'environment', 'condition',
  'available_minor as available_balance', 'reserved_minor as reserved_balance', 'conditional_minor as conditional_amount',
  'low_minor as low_amount', 'start_date', 'end_date', 'created_by',
] as const // prettier-ignore
const balance = sql<bigint>`available_minor + reserved_minor`.as('balance')
const isLow = sql<boolean>`end_date is null and coalesce(available_minor < low_minor, false)`.as('is_low')
const tellsDeposits = sql<boolean>`not mirrors`.as('tells_deposits')

/** The merchant's accounts, or one of them; the open ones first, then the newest. At most 50 are open. Index: primary key. */
export const listAccounts = (ctx: Ctx, accountNo?: string) =>
  ctx.own
    .select('virtual_accounts')
    .select(shown)
    .select([balance, isLow, tellsDeposits])
    .$if(accountNo !== undefined, (query) => query.where('account_no', '=', accountNo ?? ''))
    .orderBy(sql`end_date is not null`)
    .orderBy('start_date', 'desc')
    .orderBy('account_no')
    .execute()

/** One account. Throws `notFound`. */
export async function accountOf(ctx: Ctx, accountNo: string) {
  const [account] = await listAccounts(ctx, accountNo)
  if (!account) throw new Fault('notFound')
  return account
}

const accounts = {
  table: 'virtual_accounts',
  rows: build.selectFrom('virtual_accounts').select(shown).select([balance, isLow, tellsDeposits]).compile(),
  sorts: { start_date: { column: 'start_date', key: 'start_date', type: 'timestamptz' } },
  ref: { column: 'account_no', key: 'account_no' },
} satisfies ListOf<object>

/** The accounts that fit, newest first, of one merchant or several. Index: virtual_accounts_newest. */
export function pageAccounts(ctx: Ctx, request: Input<typeof pageCall>['body']): Promise<Output<typeof pageCall>> {
  const { filters = {} } = request
  const conditions = commonConditions({ ...request, filters: {} })
  if (filters.channel_key) conditions.push(sql`channel_key = ${filters.channel_key}`)
  if (filters.account_no) conditions.push(sql`account_no = ${filters.account_no}`)
  return pageOf(ctx, accounts, request, conditions)
}

/** Locks an account until the commit, with what the ledger says of it; undefined when absent. Index: primary key. */
export const lockAccount = (ctx: Ctx, accountNo: string) =>
  ctx.own
    .select('virtual_accounts')
    .select([
      'account_no', 'channel_key', 'currency', 'condition', 'conditional_minor', 'available_minor', 'reserved_minor', 'end_date',
      'mirrors', 'low_minor',
    ])
    .where('account_no', '=', accountNo)
    .forUpdate()
    .executeTakeFirst() // prettier-ignore

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

export const otherCurrency = (currency: string): Fault =>
  fieldFault('virtualAccountCurrency', 'currency', 'other_currency', `The virtual account is in ${currency}.`)
