import type { MessageWay } from '#contract/messages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { textOf } from '#server/messages/queries.ts'
import type { MessageKind } from './words.ts'

/** What went to a customer at one moment, by which ways; of several the text is that of the mail. */
interface Sent {
  kind: MessageKind
  at: Date
  ways: MessageWay[]
  subject: string
  text: string
}

/** What went about an invoice, with its text, oldest first. Indexes: primary keys. */
export async function sentMessages(ctx: Ctx, invoiceRef: string): Promise<Sent[]> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.own
    .select('invoice_messages')
    .innerJoin('messages', (join) =>
      join
        .on('messages.merchant_id', '=', merchantId)
        .on('messages.environment', '=', environment)
        .onRef('messages.message_id', '=', 'invoice_messages.message_id'),
    )
    .select(['invoice_messages.kind', 'invoice_messages.way', 'invoice_messages.at'])
    .select(['messages.message_id', 'messages.subject', 'messages.text_sealed'])
    .where('invoice_messages.invoice_ref', '=', invoiceRef)
    .orderBy('invoice_messages.at')
    .orderBy('invoice_messages.way')
    .limit(200)
    .execute()
  const moments = Map.groupBy(rows, ({ kind, at }) => `${kind} ${at.getTime()}`)
  return Promise.all(
    [...moments.values()].map(async (messages) => {
      const [first] = messages
      if (!first) throw new Error('a moment without messages')
      const { kind, at, subject } = first
      return { kind, at, ways: [...new Set(messages.map(({ way }) => way))], subject, text: await textOf(ctx, first) }
    }),
  )
}
