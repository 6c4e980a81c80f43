import { sql } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import type { ReserveKind } from '#contract/remittance-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { post, type Transfer } from './post.ts'

/** A row of the reserve's statement: what it gains, or below zero what leaves it. */
export interface ReserveMovement {
  kind: ReserveKind
  amountMinor: bigint
  settlementRef: string
  trancheId: string
  soldOn: string | null
  releaseOn: string | null
}

/**
 * Posts a transfer that the reserve has to cover: its row is changed by a guarded update in the same transaction, and each row of the
 * statement keeps the balance after it. False, and nothing is posted, when the reserve has not as much. The row stays locked until the commit.
 */
export async function postWithReserve(
  ctx: Ctx,
  { currency, movements }: { currency: Currency; movements: readonly ReserveMovement[] },
  transfer: Transfer,
): Promise<boolean> {
  const rows = movements.filter(({ amountMinor }) => amountMinor !== 0n)
  const change = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  if (rows.length === 0) {
    post(ctx, transfer)
    return true
  }
  const reserve = await moveReserve(ctx, { currency, change, rows: rows.length })
  if (!reserve) return false
  const transferId = post(ctx, transfer)
  let balance = reserve.balance_minor - change
  for (const [at, row] of rows.entries()) {
    balance += row.amountMinor
    // What is used or released comes after what is held, so that no balance between is below zero.
    ctx.append('reserve_movements', {
      number: reserve.last_movement - (rows.length - 1 - at),
      at: ctx.now,
      kind: row.kind,
      settlement_ref: row.settlementRef,
      tranche_id: row.trancheId,
      sold_on: row.soldOn,
      release_on: row.releaseOn,
      currency,
      amount_minor: row.amountMinor,
      balance_minor: balance,
      transfer_id: transferId,
    })
  }
  return true
}

async function moveReserve(ctx: Ctx, { currency, change, rows }: { currency: Currency; change: bigint; rows: number }) {
  await ctx.own
    .insert('reserves', { currency, updated_at: ctx.now })
    .onConflict((same) => same.doNothing())
    .execute()
  return ctx.own
    .update('reserves')
    .set({
      balance_minor: sql`balance_minor + ${change}`,
      last_movement: sql`last_movement + ${rows}`,
      updated_at: ctx.now,
    })
    .where('currency', '=', currency)
    .where(sql<boolean>`balance_minor + ${change} >= 0`)
    .returning(['balance_minor', 'last_movement'])
    .executeTakeFirst()
}
