import { sql, type Expression, type SqlBool } from 'kysely'
import { feeMismatchList, type FeeOutcome, type listFeeMismatches as listCall } from '#contract/fee-checks.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, startsWith, timeOf, type ListOf } from '#server/kit/lists/list.ts'

const decimal = (column: string) => sql<string>`trim_scale(${sql.ref(column)})::text`
export const checks = {
  table: 'fee_checks',
  rows: build
    .selectFrom('fee_checks')
    .select(['check_ref', 'at', 'recon_id', 'channel_key as payment_channel_key', 'txn_type', 'payment_method', 'txn_ref', 'merchant_order_ref'])
    .select([decimal('gross').as('gross'), 'gross_currency', 'currency', 'outcome'])
    .select(sql<'over' | 'under' | ''>`case when outcome <> 'mismatch' then '' when difference > 0 then 'over'
      when difference < 0 then 'under' else '' end`.as('direction'))
    .select([decimal('charged_fee').as('charged_fee'), decimal('charged_tax').as('charged_tax')])
    .select([decimal('expected_fee').as('expected_fee'), decimal('expected_tax').as('expected_tax')])
    .select([decimal('difference').as('difference'), decimal('passed_on').as('passed_on')])
    .select(['plan_id as plan_uuid', 'formula', 'claim_ref'])
    .compile(),
  sorts: { at: { column: 'at', key: 'at', type: 'timestamptz' } },
  ref: { column: 'check_ref', key: 'check_ref' },
} satisfies ListOf<object> // prettier-ignore

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>

/** The comparisons that fit, newest first. Indexes: fee_checks_newest, fee_checks_mismatches and those of the filters. */
export const listChecks = (ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> =>
  pageOf(ctx, checks, request, conditions(request))

/** The same, all of them, as a file. */
export const exportedChecks: ExportOf<Asked> = { columns: feeMismatchList.columns, list: checks, conditions }

const mismatch: FeeOutcome = 'mismatch'
function conditions({ search, from, to, filters = {} }: Asked): Expression<SqlBool>[] {
  const { at, payment_channel_key, outcome = mismatch, direction, txn_type, payment_method, currency } = filters
  const { txn_ref, claim_ref, recon_id } = filters
  const directions = [...new Set([direction ?? []].flat())]
  const time = timeOf({ from, to, filters: { created_at: at } })
  const is = (column: string, value: string | undefined) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`]
  return [
    oneOf('outcome', outcome),
    ...(time.from ? [sql<SqlBool>`at >= ${time.from}`] : []),
    ...(time.to ? [sql<SqlBool>`at < ${time.to}`] : []),
    ...is('channel_key', payment_channel_key),
    ...(directions.length === 1 ? [directions[0] === 'over' ? sql<SqlBool>`difference > 0` : sql<SqlBool>`difference < 0`] : []),
    ...(txn_type ? [oneOf('txn_type', txn_type)] : []),
    ...is('payment_method', payment_method),
    ...is('currency', currency),
    ...(txn_ref ? [startsWith('txn_ref', txn_ref)] : []),
    ...is('claim_ref', claim_ref),
    ...(recon_id ? [sql<SqlBool>`recon_id::text = ${recon_id}`] : []),
    ...(search ? [sql<SqlBool>`(txn_ref = ${search} or merchant_order_ref = ${search})`] : []),
  ] // prettier-ignore
}
