import { sql } from 'kysely'
import type { listDeposits as listCall } from '#contract/deposits.ts'
import { Fault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { listAccounts } from './queries.ts'

const columns = [
  'deposit_id', 'account_no as vaaccount_no', 'channel_key', 'deposit_ref', 'amount_minor as amount', 'currency', 'payer', 'came_at',
  'created_at', 'by_hand', 'state', 'suspense_reason', 'asked', 'asked_by_name as asked_by', 'asked_at', 'reason', 'evidence',
  'decided_by_name as decided_by', 'decided_at',
] as const // prettier-ignore
const deposits = {
  table: 'deposits',
  rows: build.selectFrom('deposits').select(columns).compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: '(deposit_id::text collate "C")', key: 'deposit_id' },
} satisfies ListOf<object>

/** The deposits that fit, newest first. Indexes: deposits_newest, deposits_open. */
export async function listDeposits(
  ctx: Ctx,
  request: Input<typeof listCall>['body'],
): Promise<Output<typeof listCall>> {
  const { filters = {} } = request
  const conditions = commonConditions({ ...request, filters: {} })
  if (filters.state) conditions.push(sql`state = any (${[filters.state].flat()})`)
  if (filters.vaaccount_no) conditions.push(sql`account_no = ${filters.vaaccount_no}`)
  if (filters.deposit_ref) conditions.push(sql`deposit_ref = ${filters.deposit_ref}`)
  const page = await pageOf(ctx, deposits, request, conditions)
  return { ...page, content: await withCredit(ctx, page.content) }
}

/** Says of deposits whether they can be credited: their account is open and in their currency. */
async function withCredit<Row extends { vaaccount_no: string; currency: string }>(ctx: Ctx, rows: readonly Row[]) {
  const open = rows.length === 0 ? [] : await listAccounts(ctx)
  return rows.map((row) => ({
    ...row,
    can_credit: open.some(
      ({ account_no, currency, end_date }) =>
        account_no === row.vaaccount_no && currency === row.currency && end_date === null,
    ),
  }))
}

/** One deposit as lists show it. Throws `notFound`. Index: primary key. */
export async function depositOf(ctx: Ctx, depositId: string) {
  const rows = await ctx.own.select('deposits').select(columns).where('deposit_id', '=', depositId).execute()
  const [deposit] = await withCredit(ctx, rows)
  if (!deposit) throw new Fault('notFound')
  return deposit
}

/** Locks a deposit until the commit. Throws `notFound`. */
export async function lockDeposit(ctx: Ctx, depositId: string) {
  const row = await ctx.own
    .select('deposits')
    .selectAll()
    .where('deposit_id', '=', depositId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Fault('notFound')
  return row
}
export type LockedDeposit = Awaited<ReturnType<typeof lockDeposit>>

/** As the ledger posts it. */
export const postable = (deposit: LockedDeposit) => ({
  accountNo: deposit.account_no,
  depositRef: deposit.deposit_ref,
  currency: deposit.currency,
  amountMinor: deposit.amount_minor,
  payer: deposit.payer,
  at: deposit.came_at,
})
