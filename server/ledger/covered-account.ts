import { sql } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Tables } from '#server/db/tables.ts'
import { post, type Transfer } from './post.ts'

/** What a transfer does to the balances of a virtual account, in minor units. */
interface Moved {
  accountNo: string
  available: bigint
  reserved: bigint
  /** The rows of the statement; together they are what `available` and `reserved` change by. */
  rows: readonly Movement[]
}
interface Movement {
  kind: Tables['account_movements']['kind']
  amountMinor: bigint
  txnRef: string
  channelRef: string
  otherSide: string
  /** When the money moved, by the bank's clock. */
  actualAt: Date
}

/**
 * Posts a transfer that a virtual account has to cover: its row is changed by a guarded update in the same transaction, and each
 * row of the statement keeps the balance after it. False, and nothing is posted, when the balances do not suffice.
 * The row stays locked until the commit, so that the transfers of an account happen one after the other; payout before account.
 */
export async function postCovered(
  ctx: Ctx,
  { accountNo, available, reserved, rows }: Moved,
  transfer: Transfer,
): Promise<boolean> {
  const shown = rows.filter(({ amountMinor }) => amountMinor !== 0n)
  if (shown.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) !== available + reserved)
    throw new RangeError(`the statement rows of ${transfer.businessKey} are not what it changes`)
  const account = await moveBalances(ctx, {
    accountNo,
    currency: transfer.currency,
    available,
    reserved,
    rows: shown.length,
  })
  if (!account) return false
  const transferId = post(ctx, transfer)
  let balance = account.available_minor + account.reserved_minor - available - reserved
  for (const [at, row] of shown.entries()) {
    balance += row.amountMinor
    ctx.append('account_movements', {
      account_no: accountNo,
      number: account.last_movement - BigInt(shown.length - 1 - at),
      at: ctx.now,
      actual_at: row.actualAt,
      kind: row.kind,
      txn_ref: row.txnRef,
      channel_ref: row.channelRef,
      other_side: row.otherSide,
      currency: transfer.currency,
      amount_minor: row.amountMinor,
      balance_minor: balance,
      transfer_id: transferId,
    })
  }
  return true
}

/** Changes the balances of an account by a guarded update; undefined, and nothing is changed, when they do not suffice. */
const moveBalances = (
  ctx: Ctx,
  { accountNo, currency, available, reserved, rows }: OfAccount & { available: bigint; reserved: bigint; rows: number },
) =>
  ctx.own
    .update('virtual_accounts')
    .set({
      available_minor: sql`available_minor + ${available}`,
      reserved_minor: sql`reserved_minor + ${reserved}`,
      last_movement: sql`last_movement + ${rows}`,
      updated_at: ctx.now,
    })
    .where('account_no', '=', accountNo)
    .where('currency', '=', currency)
    .where(sql<boolean>`available_minor + ${available} >= 0`)
    .where(sql<boolean>`reserved_minor + ${reserved} >= 0`)
    .returning(['available_minor', 'reserved_minor', 'last_movement'])
    .executeTakeFirst()

/** Sets so much aside for several transfers of an account, which post it; false, and nothing is posted, when it has not as much. */
export async function postReserved(
  ctx: Ctx,
  { accountNo, currency, totalMinor }: OfAccount & { totalMinor: bigint },
  transfers: readonly Transfer[],
): Promise<boolean> {
  const moved = { accountNo, currency, available: -totalMinor, reserved: totalMinor, rows: 0 }
  if (!(await moveBalances(ctx, moved))) return false
  for (const transfer of transfers) post(ctx, transfer)
  return true
}

/** A virtual account and what it is in. */
export interface OfAccount {
  accountNo: string
  currency: Currency
}
