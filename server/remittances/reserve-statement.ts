import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { toMajor } from '#contract/kit/money.ts'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import {
  reserveMovementList,
  type downloadReserveStatement,
  type listReserveMovements,
  type listReserveTranches,
  type readReserveCalendar,
} from '#contract/remittance-reserve.ts'
import { reserveKinds } from '#contract/remittance-states.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, several, type ListOf } from '#server/kit/lists/list.ts'
import { crossBorderOf } from './merchant.ts'

const movements = {
  table: 'reserve_movements',
  rows: build
    .selectFrom('reserve_movements')
    .select([
      sql<number>`number::integer`.as('number'), 'at as created_at', 'kind', 'settlement_ref', 'currency', 'balance_minor as balance',
      sql<string | null>`sold_on::text`.as('sold_on'), sql<string | null>`release_on::text`.as('release_on'),
      sql<'CREDIT' | 'DEBIT'>`case when amount_minor > 0 then 'CREDIT' else 'DEBIT' end`.as('txn_type'),
      sql<bigint>`abs(amount_minor)`.as('amount'),
    ])
    .compile(),
  // By the order of entry, whatever the clocks say.
  sorts: { created_at: { column: 'reserve_movements.number', key: 'number', type: 'bigint' } },
  ref: { column: 'settlement_ref', key: 'settlement_ref' },
} satisfies ListOf<object> // prettier-ignore

type Asked = Input<typeof listReserveMovements>['body']
/** Index: primary key, reserve_movements_newest. */
export async function listMovements(ctx: Ctx, request: Asked): Promise<Output<typeof listReserveMovements>> {
  const [opening, closing] = [await balanceBefore(ctx, request.from), await balanceBefore(ctx, request.to)]
  const page = await pageOf(ctx, movements, request, conditionsOf(request))
  return {
    ...(page as Output<typeof listReserveMovements>),
    opening_balance: request.from ? toMajor(opening, baseCurrency) : 0,
    closing_balance: toMajor(closing, baseCurrency),
    currency: baseCurrency,
  }
}
export const exportedMovements: ExportOf<Input<typeof downloadReserveStatement>['body']> = {
  columns: reserveMovementList.columns,
  list: movements,
  conditions: conditionsOf,
}

function conditionsOf({
  from,
  to,
  search,
  filters: { kind, txn_type: type, settlement_ref: ref } = {},
}: Asked): Expression<SqlBool>[] {
  return [
    sql<boolean>`reserve_movements.currency = ${baseCurrency}`,
    ...(from ? [sql<boolean>`at >= ${from}`] : []),
    ...(to ? [sql<boolean>`at < ${to}`] : []),
    ...(kind ? [oneOf('kind', kind)] : []),
    ...(type
      ? [
          oneOf(
            'kind',
            several(type).flatMap((wanted) => kindsOf(wanted)),
          ),
        ]
      : []),
    ...(ref ? [sql<boolean>`settlement_ref = ${ref}`] : []),
    ...(search ? [sql<boolean>`settlement_ref = ${search}`] : []),
  ]
}
const kindsOf = (type: 'CREDIT' | 'DEBIT'): string[] =>
  Object.entries(reserveKinds).flatMap(([kind, is]) => (is === type ? [kind] : []))

/** What was held before a moment; now without one. Index: reserve_movements_newest. */
async function balanceBefore(ctx: Ctx, moment: Date | undefined): Promise<bigint> {
  const of = ctx.own.select('reserve_movements').select('balance_minor').where('currency', '=', baseCurrency)
  const row = await (moment ? of.where('at', '<', moment) : of)
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.balance_minor ?? 0n
}

/** When what is held comes free. Index: reserve_tranches_held. */
export async function calendarOf(
  ctx: Ctx,
  { by = 'day', from, to }: Input<typeof readReserveCalendar>['query'],
): Promise<Output<typeof readReserveCalendar>> {
  const today = dayAt(ctx.now, (await crossBorderOf(ctx)).timeZone)
  const [first, last] = [from ?? today, to ?? dayAfter(today, 180)]
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const held = 'merchant_id = $1 and environment = $2 and left_minor > 0'
  const [sums] = await ctx.tx.query<{ balance: bigint; free: bigint; undated: bigint }>(
    `select coalesce(sum(left_minor), 0)::bigint as balance, coalesce(sum(left_minor) filter (where release_on <= $3::date), 0)::bigint as free,
       coalesce(sum(left_minor) filter (where release_on is null), 0)::bigint as undated from reserve_tranches where ${held}`,
    [...owner, today],
  )
  const releases = await ctx.tx.query<{ from: string; amount: bigint; tranches: number }>(
    `select date_trunc($3, release_on::timestamp)::date::text as from, sum(left_minor)::bigint as amount, count(*)::int as tranches
     from reserve_tranches where ${held} and release_on between $4::date and $5::date group by 1 order by 1`,
    [...owner, by, first, last],
  )
  return { currency: baseCurrency, balance: sums?.balance ?? 0n, free: sums?.free ?? 0n, undated: sums?.undated ?? 0n, releases: releases.map((one) => ({ ...one, currency: baseCurrency })) }
} // prettier-ignore

const tranches = {
  table: 'reserve_tranches',
  rows: build
    .selectFrom('reserve_tranches')
    .select([
      sql<string>`tranche_id::text`.as('tranche_id'), 'settlement_ref', 'kind', sql<string | null>`sold_on::text`.as('sold_on'),
      sql<string | null>`release_on::text`.as('release_on'), 'sold_minor as sold', sql<string>`trim_scale(percent)::text`.as('percent'),
      'held_minor as held', 'left_minor as left', sql<typeof baseCurrency>`${sql.lit(baseCurrency)}`.as('currency'), 'created_at',
    ])
    .compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: '(tranche_id::text collate "C")', key: 'tranche_id' },
} satisfies ListOf<object> // prettier-ignore

type TranchesAsked = Input<typeof listReserveTranches>['body']
/** Index: reserve_tranches_newest. */
export const listTranches = (ctx: Ctx, request: TranchesAsked): Promise<Output<typeof listReserveTranches>> => {
  const { search, filters: { release_on: day, left } = {} } = request
  const wanted = left === undefined ? [] : several(left)
  return pageOf(ctx, tranches, request, [
    ...(day ? [sql<boolean>`release_on = ${day}::date`] : []),
    ...(wanted.length === 1
      ? [wanted[0] === 'some' ? sql<boolean>`left_minor > 0` : sql<boolean>`left_minor = 0`]
      : []),
    ...(search ? [sql<boolean>`settlement_ref = ${search}`] : []),
  ]) as Promise<Output<typeof listReserveTranches>>
}
