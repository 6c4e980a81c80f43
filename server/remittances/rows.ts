import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'

export type RemittanceRow = Selectable<Tables['remittances']>

/** Index: primary key. */
export const findRemittance = (ctx: Ctx, settlementRef: string): Promise<RemittanceRow | undefined> =>
  ctx.own.select('remittances').selectAll().where('settlement_ref', '=', settlementRef).executeTakeFirst()

/** The same with its row locked: who moves it holds this lock. */
export const lockRemittance = (ctx: Ctx, settlementRef: string): Promise<RemittanceRow | undefined> =>
  ctx.own.select('remittances').selectAll().where('settlement_ref', '=', settlementRef).forUpdate().executeTakeFirst()
