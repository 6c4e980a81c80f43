import type * as contract from '#contract/remittance-reserve.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { calendarOf, exportedMovements, listMovements, listTranches } from './reserve-statement.ts'

export const reserveHandlers: Handlers<typeof contract> = {
  listReserveMovements: (ctx, { body }) => listMovements(ctx, body),
  downloadReserveStatement: exportedMovements,
  readReserveCalendar: (ctx, { query }) => calendarOf(ctx, query),
  listReserveTranches: (ctx, { body }) => listTranches(ctx, body),
}
