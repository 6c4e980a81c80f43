import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { currencies } from '#contract/kit/money.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import { remittanceItemList, remittanceList } from '#contract/remittances.ts'
import type * as contract from '#contract/remittances.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, timeOf, type ListOf } from '#server/kit/lists/list.ts'
import { shownRow } from './show.ts'

const settlements = {
  table: 'remittances',
  rows: build.selectFrom('remittances').selectAll().compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'settlement_ref', key: 'settlement_ref' },
} satisfies ListOf<object>

type Asked = Input<typeof contract.listRemittances>['body']
/** Index: remittances_newest. */
export async function listRemittances(
  ctx: Ctx,
  { key: _, ...request }: Asked,
): Promise<Output<typeof contract.listRemittances>> {
  const page = await pageOf(ctx, settlements, request, conditionsOf(request))
  return { ...page, content: await Promise.all(page.content.map((row) => shownRow(ctx, row))) }
}

export const exportedRemittances: ExportOf<Input<typeof contract.exportRemittances>['body']> = {
  columns: remittanceList.columns,
  list: settlements,
  conditions: conditionsOf,
  made: {
    // What is left of the figures when all is taken together: zero, or the settlement is held.
    proof: {
      from: ['net_source_bc', 'reserve_credit_bc', 'reserve_debit_bc', 'transfer_fee_bc', 'net_bc', 'base_currency'],
      isNumber: true,
      text: ([source = '0', credit = '0', debit = '0', fee = '0', net = '0']) =>
        String(BigInt(source) - BigInt(credit) + BigInt(debit) - BigInt(fee) - BigInt(net)),
    },
  },
}

function conditionsOf({ from, to, search, filters: { status, source_currency, destination_currency, created_at, remitted_at, period_to, net } = {} }: Omit<Asked, 'key'>): Expression<SqlBool>[] {
  const time = timeOf({ from, to, filters: { created_at } })
  const minor = (major: number) => BigInt(Math.round(major * 10 ** currencies[baseCurrency]))
  return [
    ...(time.from ? [sql<boolean>`created_at >= ${time.from}`] : []),
    ...(time.to ? [sql<boolean>`created_at < ${time.to}`] : []),
    ...(remitted_at?.from ? [sql<boolean>`remitted_at >= ${remitted_at.from}`] : []),
    ...(remitted_at?.to ? [sql<boolean>`remitted_at < ${remitted_at.to}`] : []),
    ...(period_to?.from ? [sql<boolean>`period_to >= ${period_to.from}::date`] : []),
    ...(period_to?.to ? [sql<boolean>`period_to <= ${period_to.to}::date`] : []),
    ...(status ? [oneOf('status', status)] : []),
    ...(source_currency ? [sql<boolean>`source_currency = ${source_currency}`] : []),
    ...(destination_currency ? [sql<boolean>`destination_currency = ${destination_currency}`] : []),
    ...(net?.min === undefined ? [] : [sql<boolean>`net_bc >= ${minor(net.min)}`]),
    ...(net?.max === undefined ? [] : [sql<boolean>`net_bc <= ${minor(net.max)}`]),
    ...(search ? [sql<boolean>`settlement_ref = ${search}`] : []),
  ]
} // prettier-ignore

const items = {
  table: 'remittance_items',
  rows: build
    .selectFrom('remittance_items')
    .innerJoin('remittances', (join) =>
      join
        .onRef('remittances.merchant_id', '=', 'remittance_items.merchant_id')
        .onRef('remittances.environment', '=', 'remittance_items.environment')
        .onRef('remittances.settlement_ref', '=', 'remittance_items.settlement_ref'),
    )
    .select([
      'kind', 'ref', 'order_ref', 'source_currency as currency', 'amount_minor as amount', 'fee_minor as fee', 'withholding_minor as withholding',
      sql<bigint>`case when kind in ('refund', 'refund_failed') then -amount_minor else amount_minor - fee_minor - withholding_minor end`.as('net'),
      sql<string | null>`sold_on::text`.as('sold_on'), 'country', 'payment_method', 'channel_key', 'at',
    ])
    .compile(),
  sorts: { at: { column: 'at', key: 'at', type: 'timestamptz' } },
  ref: { column: 'ref', key: 'ref' },
} satisfies ListOf<object> // prettier-ignore

type ItemsAsked = Input<typeof contract.listRemittanceItems>['body']
/** Index: remittance_items_of_settlement. */
export const listItems = (
  ctx: Ctx,
  settlementRef: string,
  request: ItemsAsked,
): Promise<Output<typeof contract.listRemittanceItems>> =>
  pageOf(ctx, items, request, itemsOf(ctx, settlementRef, request)) as Promise<
    Output<typeof contract.listRemittanceItems>
  >

export const exportedItems = (
  ctx: Ctx,
  settlementRef: string,
): ExportOf<Input<typeof contract.exportRemittanceItems>['body']> => ({
  columns: remittanceItemList.columns,
  list: items,
  conditions: (request) => itemsOf(ctx, settlementRef, request),
})

const itemsOf = (
  ctx: Ctx,
  settlementRef: string,
  { from, to, search, filters: { kind } = {} }: ItemsAsked,
): Expression<SqlBool>[] => [
  sql<boolean>`remittances.merchant_id = ${ctx.owner.merchantId}`,
  sql<boolean>`remittance_items.settlement_ref = ${settlementRef}`,
  ...(from ? [sql<boolean>`at >= ${from}`] : []),
  ...(to ? [sql<boolean>`at < ${to}`] : []),
  ...(kind ? [oneOf('kind', kind)] : []),
  ...(search ? [sql<boolean>`(ref = ${search} or order_ref = ${search})`] : []),
]
