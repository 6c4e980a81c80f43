import type { Environment } from '#contract/kit/wire.ts'
import type { TicketState } from '#contract/support.ts'
import type { Ctx, Services, Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { answerTicket } from './answer.ts'
import { findTicket, listThread, moveTicket } from './queries.ts'

interface OperatorParts {
  /** The database as the owner of the schema, who sees all merchants. */
  database: Database
  services: Services
  now: () => Date
}
interface Listed {
  ticket_ref: string
  merchant: string
  environment: Environment
  status: TicketState
  category: string
  subject: string
  created_by: string
  updated_at: Date
}

/** The operator's work with tickets, on the operator's machine; see `tools/support.ts`. */
export function operatorOf(parts: OperatorParts) {
  async function within<T>(ticketRef: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    const owner = await ownerOf(ticketRef)
    const actor = { kind: 'system', id: null, name: operatorName } as const
    return ownTransaction(parts, owner, { requestId: `support:${ticketRef}`, actor }, work)
  }

  /** Index: support_tickets_by_ref. */
  async function ownerOf(ticketRef: string): Promise<Owner> {
    const [found] = await parts.database.transaction(null, (tx) =>
      tx.query<Owner>(
        'select merchant_id as "merchantId", environment from support_tickets where ticket_ref = $1 limit 1',
        [ticketRef],
      ),
    )
    if (!found) throw new Error(`There is no ticket ${ticketRef}.`)
    return found
  }

  return {
    /** Those that wait for an answer, the oldest first; or all of the latest. */
    list: ({ all }: { all: boolean }): Promise<Listed[]> =>
      parts.database.transaction(null, (tx) =>
        tx.query<Listed>(
          `select t.ticket_ref, m.name as merchant, t.environment, t.status, t.category, t.subject, t.created_by, t.updated_at
           from support_tickets t join merchants m using (merchant_id)
           where $1 or t.status = 'open' order by ${all ? 't.updated_at desc' : 't.updated_at'} limit 500`,
          [all],
        ),
      ),

    show: (ticketRef: string) =>
      within(ticketRef, async (ctx) => {
        const ticket = await findTicket(ctx, null, ticketRef)
        if (!ticket) throw new Error(`There is no ticket ${ticketRef}.`)
        return { ...ticket, ...ctx.owner, thread: await listThread(ctx, ticketRef) }
      }),

    reply: (ticketRef: string, text: string): Promise<void> =>
      within(ticketRef, async (ctx) => {
        if (!(await answerTicket(ctx, ticketRef, { text, author: operatorName })))
          throw new Error(`${ticketRef} is closed. Its merchant can open it again.`)
      }),

    close: (ticketRef: string): Promise<void> =>
      within(ticketRef, async (ctx) => {
        if (!(await moveTicket(ctx, ticketRef, 'close'))) throw new Error(`${ticketRef} is closed already.`)
      }),

    file: (ticketRef: string, fileId: string): Promise<Buffer> =>
      within(ticketRef, async (ctx) => {
        const [file] = await ctx.tx.query<{ content: Buffer }>(
          `select content from support_files
           where merchant_id = $1 and environment = $2 and ticket_ref = $3 and file_id::text = $4`,
          [ctx.owner.merchantId, ctx.owner.environment, ticketRef, fileId],
        )
        if (!file) throw new Error(`${ticketRef} has no file ${fileId}.`)
        return file.content
      }),
  }
}
export type Operator = ReturnType<typeof operatorOf>

/** The author's name of the operator's answers. */
const operatorName = 'Support'
